/**
 * Finds the parts of a targeting file that tests reach: rules that decide, conditions that hold or do not hold, and
 * shares of serves. Conditions after a condition that does not hold or is unknown are not reached.
 */
import { t } from '../../t.js';
import { variationOfBucket } from '../../evaluation/buckets.js';
import { STEPS_FOR_A_USER } from '../../budget.js';
import { explainRule } from '../../evaluation/explain.js';
import type { Serve, Toggle } from '../../evaluation/toggles.js';
import type { Path } from '../../json/nodes.js';
import { listNamed, rangeIn, spanAt } from '../../json/queries.js';
import type { Coverage, Reached, ReachedStatement } from '../../protocol.js';
import { targetingOf } from '../../targeting/model.js';
import { percent, whole } from '../../targeting/values/shares.js';
import type { Evaluated, Person } from '../evaluated.js';
import { official } from '../../evaluation/sdks/sdks.js';
import { holdsFor } from '../reasons/reason.js';
import { conditionLine, stateOf } from '../reasons/reasonSteps.js';
import type { OutcomeWords } from '../outcomeWords.js';

/** The cost, in steps, of evaluating one condition for one user. */
const STEPS_TO_FOLLOW = 50;

/** @param people the user of each test run; only the first users are evaluated if all users would exceed `steps` */
export function coverageOf(evaluated: Evaluated, people: readonly Person[], steps = 10 * STEPS_FOR_A_USER): Coverage {
  const counts = new Counts();
  const most = Math.floor(steps / (evaluated.stepsOfARun * STEPS_TO_FOLLOW));
  const followed = people.slice(0, most);
  for (const person of followed) follow(person, evaluated, counts);
  return { ...new Covered(evaluated, counts).coverage(), runs: people.length, followed: followed.length };
}

export function tallyOf({ statements, runs, followed }: Coverage) {
  let [reached, total] = [0, 0];
  const missed: Reached[] = [];
  for (const statement of statements) {
    const { words, range, branches } = statement;
    const places = branches.length === 0 ? [statement] : branches;
    const without = places.filter(({ count }) => count === 0);
    total += places.length;
    reached += places.length - without.length;
    if (statement.count === 0) missed.push(statement);
    else missed.push(...without.map((branch) => ({ range, ...branch, words: `${words} · ${branch.words}` })));
  }
  missed.sort(({ range: { start: a } }, { range: { start: b } }) => a.line - b.line || a.character - b.character);
  return { reached, total, missed, runs, followed };
}

/** Counts how often the object at a path is reached; `how` names a branch of the object. */
class Counts {
  readonly #counts = new Map<string, number>();

  of(path: Path, how = ''): number {
    return this.#counts.get(JSON.stringify([path, how])) ?? 0;
  }

  add(path: Path, how = ''): void {
    this.#counts.set(JSON.stringify([path, how]), this.of(path, how) + 1);
  }
}

const defaultServe: Path = ['content', 'defaultServe'];
const disabledServe: Path = ['content', 'disabledServe'];

function ruleAt(index: number, ...rest: Path): Path {
  return ['content', 'rules', index, ...rest];
}

function follow(person: Person, evaluated: Evaluated, counts: Counts): void {
  const { toggle, environment } = evaluated.arrival;
  const user = evaluated.user(person);
  const serve = (path: Path, given: Serve) => {
    const bucket = user.bucketIn(toggle.key);
    counts.add(path);
    if (typeof given !== 'object' || bucket === undefined) return;
    const variation = variationOfBucket(given, bucket);
    if (variation !== undefined) counts.add([...path, 'split', variation]);
  };
  const { by, isKnown } = evaluated.decided(person).decider;
  if (by === 'unknown-rules') return;
  if (by === 'disabled' || by === 'prerequisite') {
    if (!isKnown) return;
    serve(disabledServe, toggle.disabledServe);
    return;
  }
  for (const [index, rule] of toggle.rules.entries()) {
    const states = explainRule(rule, user, environment).conditions.map(({ verdict }) =>
      stateOf(holdsFor(verdict, official)),
    );
    const last = states.findIndex((state) => state !== 'holds');
    for (const [position, state] of states.slice(0, last === -1 ? undefined : last + 1).entries())
      counts.add(ruleAt(index, 'conditions', position), state);
    if (states[last] === 'depends') return;
    if (last === -1) {
      serve(ruleAt(index, 'serve'), rule.serve);
      return;
    }
  }
  serve(defaultServe, toggle.defaultServe);
}

class Covered {
  readonly #toggle: Toggle;
  readonly #words: OutcomeWords;

  constructor(
    private readonly evaluated: Evaluated,
    private readonly counts: Counts,
  ) {
    this.#toggle = evaluated.arrival.toggle;
    this.#words = evaluated.words;
  }

  coverage(): Pick<Coverage, 'rules' | 'statements'> {
    const { isEnabled, prerequisites, rules: made } = this.#toggle;
    const { rules } = targetingOf(this.evaluated.json);
    const isDisabledServed = !isEnabled || prerequisites.length > 0;
    return {
      rules: rules.map(({ index }) => ({
        ...this.#reached(ruleAt(index), this.#words.rule(index)),
        count: this.counts.of(ruleAt(index, 'serve')),
      })),
      statements: [
        ...rules.flatMap(({ index, node }) => [
          this.#serve(ruleAt(index, 'serve'), this.#words.rule(index), made[index]?.serve),
          ...(listNamed(node, 'conditions')?.items ?? []).map((condition, position) =>
            this.#condition(ruleAt(index, 'conditions', position), conditionLine(condition)),
          ),
        ]),
        this.#serve(defaultServe, t('default'), this.#toggle.defaultServe),
        ...(isDisabledServed ? [this.#serve(disabledServe, t('disabled'), this.#toggle.disabledServe)] : []),
      ],
    };
  }

  #condition(path: Path, words: string): ReachedStatement {
    const branches = [
      { words: t('holds'), count: this.counts.of(path, 'holds') },
      { words: t('does not hold'), count: this.counts.of(path, 'fails') },
    ];
    return { ...this.#reached(path, words), count: branches.reduce((sum, { count }) => sum + count, 0), branches };
  }

  #serve(path: Path, words: string, serve: Serve | undefined): ReachedStatement {
    const shares = typeof serve === 'object' ? serve : [];
    const branches = shares.flatMap(([start, end], variation) => {
      const share = Math.min(end, whole) - start;
      if (share <= 0) return [];
      return this.#reached([...path, 'split', variation], `${percent(share)} · ${this.#words.outcome(variation)}`);
    });
    return { ...this.#reached(path, words), branches };
  }

  /** If the file does not contain the object, the range is that of the nearest enclosing value. */
  #reached(path: Path, words: string): Reached {
    const { json } = this.evaluated;
    return { words, range: rangeIn(json, spanAt(json, path, 'value')), count: this.counts.of(path) };
  }
}
