/** A targeting document that is prepared for evaluation, including unsaved changes. */
import { t } from '../t.js';
import { Budget, STEPS_FOR_A_USER } from '../budget.js';
import type { Decider } from '../evaluation/decider.js';
import { deciderOf } from '../evaluation/decider.js';
import type { ReceivedToggle, Sources } from '../evaluation/environment.js';
import { receivedToggle } from '../evaluation/environment.js';
import type { ExplainedCondition, Explanation } from '../evaluation/explain.js';
import { explain } from '../evaluation/explain.js';
import { withLeftMarked } from '../evaluation/leftToService.js';
import type { Results } from '../evaluation/evaluate.js';
import { decide, resultsOf } from '../evaluation/evaluate.js';
import { official } from '../evaluation/sdks/sdks.js';
import { User } from '../evaluation/user.js';
import { isReturnType } from '../evaluation/values/values.js';
import type { JsonDocument } from '../json/document.js';
import type { JsonNode } from '../json/nodes.js';
import { nodeAt } from '../json/queries.js';
import { leftOutNote, obstacleInWords } from './reasons/reasonWords.js';
import { OutcomeWords } from './outcomeWords.js';

/** A user who requests the toggle. */
export interface Person {
  readonly name: string;
  /** The user's key; undefined if unknown, which makes the result of a split unknown, too. */
  readonly key: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
  /** Keys of the segments that the user is in; undefined if unknown. */
  readonly segments: readonly string[] | undefined;
  /** Time of the evaluation in Unix seconds; the current time if undefined. */
  readonly now?: number | undefined;
  readonly bucket?: number | undefined;
}

export interface EvaluationContext extends Sources {
  readonly toggle: string;
  /** The toggle's return type, as the service reports it; undefined if unknown. */
  readonly returnType: string | undefined;
  /** The current time in Unix seconds. */
  readonly now: number;
  /** Maximum number of evaluation steps per user; set for work in the background. */
  readonly stepsForAUser?: number | undefined;
  /** A note on when the segment definitions were read from the service. */
  readonly segmentsRead?: string | undefined;
}

export interface Decided {
  readonly results: Results;
  readonly decider: Decider;
}

export class Evaluated {
  readonly arrival: ReceivedToggle;
  readonly #decided = new WeakMap<Person, Decided>();
  #words: OutcomeWords | undefined;

  constructor(
    readonly json: JsonDocument,
    private readonly beside: EvaluationContext,
  ) {
    const { toggle: key, returnType } = beside;
    const type = isReturnType(returnType) ? returnType : undefined;
    this.arrival = receivedToggle({ key, returnType: type, targeting: withLeftMarked(json.root?.value) }, beside);
  }

  get words(): OutcomeWords {
    return (this.#words ??= new OutcomeWords(this.json));
  }

  get now(): number {
    return this.beside.now;
  }

  /** The maximum number of steps of one test run: one for each rule and condition, and one for the default. */
  get stepsOfARun(): number {
    return this.arrival.toggle.rules.reduce((sum, { conditions }) => sum + 1 + conditions.length, 1);
  }

  decided(person: Person): Decided {
    const known = this.#decided.get(person);
    if (known !== undefined) return known;
    const { toggle, environment } = this.arrival;
    const decisions = decide(toggle, this.user(person), environment);
    const decided = { results: resultsOf(toggle, decisions), decider: deciderOf(toggle, decisions, official) };
    this.#decided.set(person, decided);
    return decided;
  }

  explanation(person: Person): Explanation {
    return explain(this.arrival.toggle, this.user(person), this.arrival.environment);
  }

  /** A note on when the condition's segments were read. @returns undefined if the user's segments are given */
  segmentAgeNote({ parts }: ExplainedCondition, { segments }: Person): string | undefined {
    const isAsked = segments === undefined && parts.some(({ condition }) => condition.type === 'segment');
    return isAsked ? this.beside.segmentsRead : undefined;
  }

  user({ key, attributes, segments, now, bucket }: Person): User {
    const { toggle, now: present, stepsForAUser = STEPS_FOR_A_USER } = this.beside;
    const buckets = bucket === undefined ? undefined : new Map([[toggle, bucket]]);
    const budget = new Budget(stepsForAUser);
    return new User(key, attributes, now ?? present, segments && new Set(segments), buckets, budget);
  }

  /** The reason why nobody gets a value, or the part of the targeting that is unknown. */
  get notice(): { readonly words: string; readonly node: JsonNode | undefined } | undefined {
    const { root } = this.json;
    const { obstacle } = this.arrival;
    if (root?.kind !== 'object') return { words: t('The file is not a single JSON object.'), node: root };
    if (obstacle !== undefined) return { words: obstacleInWords(obstacle), node: this.#nearest(obstacle.path) };
    const left = leftOutNote(root.value);
    return left === undefined ? undefined : { words: left, node: root };
  }

  /** Returns the node at the path or, if the value is missing, the node that should contain the value. */
  #nearest(path: readonly (string | number)[]): JsonNode | undefined {
    for (let length = path.length; length > 0; length -= 1) {
      const node = nodeAt(this.json, path.slice(0, length));
      if (node !== undefined) return node;
    }
    return this.json.root;
  }
}
