/**
 * What can be said of a toggle without anyone's users: who comes to a rule, and what nobody ever comes to. All users are points of a
 * space (`space.ts`), and what conditions say in it, the evaluator says. That no cell is left is a proof; that one is left is said only
 * with a user whom the evaluator confirms.
 *
 * It knows no clock: the time is given, and so is a budget. Once the budget is spent, nothing more is said.
 */
import type { Budget } from '../budget.js';
import type { Arrival } from '../evaluation/environment.js';
import type { Environment } from '../evaluation/evaluate.js';
import { decide } from '../evaluation/evaluate.js';
import { official } from '../evaluation/sdks/sdks.js';
import type { Toggle } from '../evaluation/toggles.js';
import type { User } from '../evaluation/user.js';
import { findingsAtOnce } from './dead/alive.js';
import type { Claim, Line } from './dead/certificate.js';
import { certificate } from './dead/certificate.js';
import type { DecisionList } from './space/decisionList.js';
import { listOf, isAnybodyLeft } from './space/decisionList.js';
import type { Finding } from './dead/findings.js';
import { Rules, findingsOf } from './dead/findings.js';
import type { Outcome } from './impact/outcomes.js';
import { conditionsOf, withRequired } from './dead/required.js';
import { Space } from './space/space.js';
import { Ways } from './impact/ways.js';
import type { Witness } from './impact/witness.js';
import { witnessAmong } from './impact/witness.js';
import type { Box } from './space/boxes.js';

/** A toggle with all that it is evaluated with, and the time in Unix seconds. */
export interface Given extends Pick<Arrival, 'toggle' | 'environment'> {
  readonly now: number;
  readonly budget: Budget;
}

interface Reach {
  readonly space: Space;
  readonly list: DecisionList;
  readonly ways: Ways;
}

export class Analysis {
  #knownRules: Rules | undefined;
  #knownReach: Reach | undefined;

  constructor(private readonly given: Given) {}

  /**
   * A user whom a rule decides about, or the default, with as few attributes as possible: an example, or the user of a test.
   * @param variation the index of one that the user is to get, as of a split
   * @returns undefined where none was found: there may be one anyway
   */
  witnessOf(rule: number | 'default', variation?: number): Witness | undefined {
    const { toggle, environment, now } = this.given;
    if (!toggle.isEnabled) return undefined;
    const { space, list, ways } = this.#reach;
    const at = list.entries.findIndex(
      ({ by, index }) => (rule === 'default' ? by : index) === rule && by !== 'prerequisite',
    );
    const isWanted = (outcome: Outcome) =>
      variation === undefined || (outcome.kind === 'variation' && outcome.index === variation);
    return witnessAmong(ways.to(list, at, isWanted), { space, toggle: toggle.key, now }, (user) => {
      const decided = decidedBy(toggle, user, environment);
      return decided?.by === rule && (variation === undefined || decided.variation === variation);
    });
  }

  /** Dead targeting: what nobody ever comes to, and what makes no difference. */
  findings(): readonly Finding[] {
    return [...this.search()].flat();
  }

  /** The same, step by step. */
  *search(): Generator<readonly Finding[]> {
    const found = yield* findingsAtOnce(this.given.toggle);
    if (found === undefined) {
      yield* this.prepare();
      yield* findingsOf(this.#rules, this.given.environment);
    } else yield found;
  }

  /** Makes the boxes of all rules, which are looked at by all that follows. */
  *prepare(): Generator<readonly Finding[]> {
    this.#knownRules ??= yield* Rules.inSteps(this.given.toggle, this.given.budget);
  }

  /** Why a finding is true. */
  why(claim: Claim): Iterable<Line> {
    return certificate(claim, this.#rules, this.given.environment);
  }

  /**
   * When anyone comes to a rule, of those who leave the present time to the SDK: in Unix seconds, from a start to before an end, in order.
   * @returns none where nobody ever does; undefined where time does not matter, or it cannot be told
   */
  periodsOf(rule: number): readonly Period[] | undefined {
    return periodsOf(this.#rules.list, rule);
  }

  get #rules(): Rules {
    return (this.#knownRules ??= Rules.of(this.given.toggle, this.given.budget));
  }

  get #reach(): Reach {
    return (this.#knownReach ??= this.#reachOf());
  }

  /** Required toggles are looked at only for users who are to meet prerequisites. */
  #reachOf(): Reach {
    const { toggle, environment, budget } = this.given;
    const isAlone = toggle.prerequisites.length === 0;
    const space = isAlone ? this.#rules.list.space : new Space(conditionsOf(withRequired(toggle, environment)), budget);
    const list = isAlone ? this.#rules.list : listOf(toggle, environment, space);
    return { space, list, ways: new Ways(space, environment) };
  }
}

/** By the rules, what decides about a user who meets all prerequisites; undefined where a prerequisite does, or nobody knows. */
function decidedBy(
  toggle: Toggle,
  user: User,
  environment: Environment,
): { readonly by: number | 'default'; readonly variation: number | undefined } | undefined {
  const decisions = decide(toggle, user, environment);
  const decision = decisions.of(official);
  const { prerequisites } = decisions;
  if (decision.kind !== 'served' && decision.kind !== 'nothing') return undefined;
  const areMet =
    prerequisites.length === toggle.prerequisites.length && prerequisites.every(({ met }) => (met & official) !== 0);
  const variation = decision.kind === 'served' ? decision.index : undefined;
  return areMet ? { by: decision.rule ?? 'default', variation } : undefined;
}

type Period = readonly [start: number, end: number];

/** If there are more times than this, no periods are reported. */
const MAX_INSTANTS = 64;

/** A rule whose periods are over is not a problem of the file: users who send the attribute may send any time. */
function periodsOf(list: DecisionList, at: number): readonly Period[] | undefined {
  const { space } = list;
  const all = periodsIn(space);
  if (all.length < 2 || all.length > MAX_INSTANTS) return undefined;
  const found: Period[] = [];
  for (const period of all) {
    const isOpen = isAnybodyLeft(list, at, presentBox(space, period[0]));
    if (isOpen === 'unknown') return undefined;
    const last = found.at(-1);
    if (isOpen && last?.[1] === period[0]) found[found.length - 1] = [last[0], period[1]];
    else if (isOpen) found.push(period);
  }
  return found.length === 1 && found[0]?.every((time) => Math.abs(time) === Infinity) === true ? undefined : found;
}

/** Those that all attributes have together. */
function periodsIn(space: Space): readonly Period[] {
  const starts = space.axes.flatMap((axis) =>
    axis.cells.slice(0, axis.free).flatMap(({ during }) => during?.[0] ?? []),
  );
  const sorted = [...new Set([-Infinity, ...starts])].sort((a, b) => a - b);
  return sorted.map((start, index) => [start, sorted[index + 1] ?? Infinity]);
}

/** Those who have no attribute that a datetime condition looks at. */
function presentBox(space: Space, now: number): Box {
  return new Map(
    space.axes.flatMap((axis) => {
      const free = axis.cells.slice(0, axis.free);
      const cell = free.findIndex(({ during }) => during !== undefined && now >= during[0] && now < during[1]);
      return cell === -1 ? [] : [[axis, [cell, cell + 1]] as const];
    }),
  );
}
