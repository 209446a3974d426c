/**
 * Proves for all users at once which rules are reachable. A user is a point in a space that is divided into cells
 * (`space.ts`), and the evaluator decides in which cells a condition holds. If earlier rules leave no cells for a rule,
 * the rule is unreachable. A rule is reported as reachable only if the evaluator confirms a user who reaches the rule.
 *
 * The caller passes the time and a budget. Once the budget is spent, the analysis proves nothing more.
 */
import type { Budget } from '../budget.js';
import type { ReceivedToggle } from '../evaluation/environment.js';
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

/** The toggle to analyze, everything needed to evaluate it, the time in Unix seconds, and a budget. */
export interface AnalysisInput extends Pick<ReceivedToggle, 'toggle' | 'environment'> {
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

  constructor(private readonly given: AnalysisInput) {}

  /**
   * Finds a user with few attributes for whom the rule or the default decides. Used for examples and for new tests.
   * @param variation index of the variation that the user must get; undefined if any variation will do.
   * @returns undefined if no such user was found, although one may exist
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

  findings(): readonly Finding[] {
    return [...this.search()].flat();
  }

  *search(): Generator<readonly Finding[]> {
    const found = yield* findingsAtOnce(this.given.toggle);
    if (found === undefined) {
      yield* this.prepare();
      yield* findingsOf(this.#rules, this.given.environment);
    } else yield found;
  }

  /** Computes the boxes of all rules in steps. Later calls reuse the boxes. */
  *prepare(): Generator<readonly Finding[]> {
    this.#knownRules ??= yield* Rules.inSteps(this.given.toggle, this.given.budget);
  }

  why(claim: Claim): Iterable<Line> {
    return certificate(claim, this.#rules, this.given.environment);
  }

  /**
   * Computes the half-open periods, in Unix seconds, in which users who send no datetime can reach the rule.
   * @returns no periods if such users never reach the rule; undefined if time does not matter or the result is unknown
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

  /** Reuses the rules' space if the toggle has no prerequisites; otherwise, adds the conditions of required toggles. */
  #reachOf(): Reach {
    const { toggle, environment, budget } = this.given;
    const isAlone = toggle.prerequisites.length === 0;
    const space = isAlone ? this.#rules.list.space : new Space(conditionsOf(withRequired(toggle, environment)), budget);
    const list = isAlone ? this.#rules.list : listOf(toggle, environment, space);
    return { space, list, ways: new Ways(space, environment) };
  }
}

/** The decision by the official rules. @returns undefined if the decision is unknown or a prerequisite is unmet */
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

/** Maximum number of periods to examine. If there are more, no periods are reported. */
const MAX_INSTANTS = 64;

/** Expired rules are not reported as problems, because users who send an earlier datetime can still reach the rules. */
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

function periodsIn(space: Space): readonly Period[] {
  const starts = space.axes.flatMap((axis) =>
    axis.cells.slice(0, axis.free).flatMap(({ during }) => during?.[0] ?? []),
  );
  const sorted = [...new Set([-Infinity, ...starts])].sort((a, b) => a - b);
  return sorted.map((start, index) => [start, sorted[index + 1] ?? Infinity]);
}

/** The box of all users without any attribute that datetime conditions read, at the given time. */
function presentBox(space: Space, now: number): Box {
  return new Map(
    space.axes.flatMap((axis) => {
      const free = axis.cells.slice(0, axis.free);
      const cell = free.findIndex(({ during }) => during !== undefined && now >= during[0] && now < during[1]);
      return cell === -1 ? [] : [[axis, [cell, cell + 1]] as const];
    }),
  );
}
