/** All combinations of users' values, or a random sample, judged by the evaluator. Assumes that a condition looks at one attribute. */
import type { ReceivedToggle } from '../../server/src/core/evaluation/environment.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import type { Evaluators } from '../../server/src/core/evaluation/sdks/sdks.js';
import { official } from '../../server/src/core/evaluation/sdks/sdks.js';
import type { Condition, Serve, Toggle } from '../../server/src/core/evaluation/toggles.js';
import { User } from '../../server/src/core/evaluation/user.js';
import type { Verdict } from '../../server/src/core/evaluation/verdict.js';
import type { Random } from './contents.js';
import { times, values } from './contents.js';

/** The index of a value for each subject, then the indices of the segments and of the time. */
export type Point = readonly number[];

const mixed = [values['string'], values['number'], values['datetime']].flatMap((each) => each ?? []);
const valuesOf: Readonly<Record<string, readonly (string | undefined)[]>> = { ...values, mixed: [...new Set(mixed)] };
const subsets = [[], ['s1'], ['s2'], ['s3'], ['s1', 's2'], ['s1', 's3'], ['s2', 's3'], ['s1', 's2', 's3']];
export const buckets = [0, 1, 999, 1_000, 2_499, 2_500, 4_999, 5_000, 7_499, 7_500, 9_999];

/** The rule that decides for a point, by its index; the default has the number of rules. */
export type Decided = number | 'depends';

export class Grid {
  readonly subjects: readonly string[];
  readonly points: readonly Point[];
  readonly #truths = new Map<string, (Verdict | undefined)[]>();
  readonly #byCondition = new Map<Condition, (Verdict | undefined)[]>();

  /** @param toggles only subjects of their conditions are included */
  constructor(toggles: readonly Toggle[], random: Random, most: number) {
    const conditions = toggles.flatMap(({ rules }) => rules.flatMap((rule) => rule.conditions));
    const used = new Set(conditions.map(({ type, subject }) => (type === 'segment' ? 'segment' : subject)));
    this.subjects = Object.keys(valuesOf).filter((subject) => used.has(subject));
    const sizes = [
      ...this.subjects.map((subject) => valuesOf[subject]?.length ?? 1),
      used.has('segment') ? subsets.length : 1,
      conditions.some(({ type }) => type === 'datetime') ? times.length : 1,
    ];
    const count = sizes.reduce((product, size) => product * size, 1);
    this.points = Array.from({ length: Math.min(count, most) }, (_, index) => {
      let rest = index;
      return sizes.map((size) => {
        const place = count <= most ? rest % size : random.below(size);
        rest = Math.floor(rest / size);
        return place;
      });
    });
  }

  decidedAt(point: Point, toggle: Toggle, evaluator: Evaluators = official): Decided {
    for (const [index, { conditions }] of toggle.rules.entries()) {
      let isSure = true;
      let holds = true;
      for (const condition of conditions) {
        const verdict = this.#verdictAt(point, condition);
        if (((verdict.holds | verdict.depends) & evaluator) === 0) holds = false;
        if ((verdict.depends & evaluator) !== 0) isSure = false;
        if (!holds) break;
      }
      if (holds) return isSure ? index : 'depends';
    }
    return toggle.rules.length;
  }

  profileAt(point: Point) {
    const attributes = this.subjects.flatMap((subject, index) => {
      const value = valuesOf[subject]?.[point[index] ?? 0];
      return value === undefined ? [] : [[subject, value] as const];
    });
    const segments = subsets[point[point.length - 2] ?? 0];
    const time = times[point[point.length - 1] ?? 0] ?? 0;
    return { key: undefined, attributes: new Map(attributes), segments, now: time };
  }

  #verdictAt(point: Point, condition: Condition): Verdict {
    const segments = point[point.length - 2] ?? 0;
    const time = point[point.length - 1] ?? 0;
    const place = condition.type === 'segment' ? segments : (point[this.subjects.indexOf(condition.subject)] ?? 0);
    const truths = this.#truthsOf(condition);
    const name = place * times.length + time;
    const truth = truths[name] ?? ask(condition, place, time);
    truths[name] = truth;
    return truth;
  }

  /** Two versions of a toggle share most conditions. */
  #truthsOf(condition: Condition): (Verdict | undefined)[] {
    const known = this.#byCondition.get(condition);
    if (known !== undefined) return known;
    const { type, subject, predicate, objects } = condition;
    const name = JSON.stringify([type, subject, predicate, objects]);
    const truths = this.#truths.get(name) ?? [];
    this.#truths.set(name, truths);
    this.#byCondition.set(condition, truths);
    return truths;
  }
}

/** Users with one attribute or only segments, shared so that their texts are read once. */
const users = new Map<string, User>();

function ask(condition: Condition, place: number, time: number): Verdict {
  const subject = condition.type === 'segment' ? '' : condition.subject;
  const name = `${subject} ${place} ${time}`;
  const user = users.get(name) ?? userWith(subject, place, time);
  users.set(name, user);
  return condition.of(user, () => 'unknown');
}

function userWith(subject: string, place: number, time: number): User {
  const value = valuesOf[subject]?.[place];
  const attributes = new Map(value === undefined ? [] : [[subject, value]]);
  return new User(undefined, attributes, times[time] ?? 0, new Set(subject === '' ? subsets[place] : []));
}

/** The results of a serve in some buckets, as a text; undefined if they are unknown. */
export class Given {
  readonly #known = new Map<string, string | undefined>();

  constructor(private readonly arrival: ReceivedToggle) {}

  by(index: number): string | undefined {
    const { rules, defaultServe } = this.arrival.toggle;
    return this.of(rules[index]?.serve ?? defaultServe);
  }

  of(serve: Serve): string | undefined {
    const name = JSON.stringify(serve);
    if (!this.#known.has(name)) this.#known.set(name, this.#textOf(serve));
    return this.#known.get(name);
  }

  #textOf(serve: Serve): string | undefined {
    const { toggle, environment } = this.arrival;
    const alone = { ...toggle, isEnabled: true, prerequisites: [], rules: [], defaultServe: serve };
    const outcomes = buckets.map((bucket) => {
      const user = new User(undefined, new Map(), 0, undefined, new Map([[toggle.key, bucket]]));
      return evaluate(alone, user, environment)[0]?.outcome;
    });
    if (outcomes.includes('depends')) return undefined;
    return outcomes
      .map((outcome) => (typeof outcome === 'number' ? JSON.stringify(toggle.variations[outcome]) : outcome))
      .join('\n');
  }
}
