/** Compares the expectation of a test case with the user's result, by name if the case uses names. */
import { t } from '../../t.js';
import type { Expectation } from '../../evaluation/cases.js';
import type { Outcome, Result } from '../../evaluation/evaluate.js';
import { official } from '../../evaluation/sdks/sdks.js';
import { parse } from '../../json/document.js';
import { nodeAt } from '../../json/queries.js';
import { Sameness } from '../../json/sameness.js';
import { listOf } from '../../targeting/joined.js';
import { quoted } from '../attributeWords.js';
import { deciderInWords } from '../reasons/deciding.js';
import type { Evaluated, Person } from '../evaluated.js';
import { holdsFor } from '../reasons/reason.js';
import type { OutcomeWords } from '../outcomeWords.js';

export interface Mismatch {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** A user's result. Texts about the result are computed only for failures. */
export class Answer {
  readonly official: Result;

  constructor(
    readonly evaluated: Evaluated,
    readonly decided: ReturnType<Evaluated['decided']>,
  ) {
    this.official = decided.results[0] ?? { outcome: 'depends', rule: undefined };
  }

  get words(): OutcomeWords {
    return this.evaluated.words;
  }

  get isKnown(): boolean {
    return this.official.outcome !== 'depends';
  }

  get gets(): string {
    const { outcome } = this.official;
    return outcome === 'depends' ? t('a result that depends on something unknown') : this.words.outcome(outcome);
  }

  /** The rule that decides, or a phrase such as `no rule`. */
  get rule(): string {
    if (!this.isKnown) return t('something unknown');
    return this.official.rule === undefined ? t('no rule') : this.words.rule(this.official.rule);
  }

  /** The serve that applies if no rule decides; undefined if a rule decides or the result is unknown. */
  get serve(): 'defaultServe' | 'disabledServe' | undefined {
    if (!this.isKnown || this.official.rule !== undefined) return undefined;
    return this.decided.decider.by === 'default' ? 'defaultServe' : 'disabledServe';
  }

  get value(): string | undefined {
    const { outcome } = this.official;
    return typeof outcome === 'number' ? this.words.targeting.variations?.[outcome]?.value : undefined;
  }

  get decider() {
    const { decider } = this.decided;
    const node = nodeAt(this.evaluated.json, decider.path);
    return node && { words: deciderInWords(this.evaluated, decider), node };
  }

  variationNames(): readonly (string | undefined)[] {
    return this.words.targeting.variations?.map(({ name }) => name) ?? [];
  }

  ruleNames(): readonly (string | undefined)[] {
    return this.words.targeting.rules.map(({ name }) => name);
  }
}

/** Advice to add segments to the user. @returns undefined if the result does not depend on segments */
export function missingSegments(
  evaluated: Evaluated,
  person: Person,
  { decider: { by, index = 0, isKnown } }: ReturnType<Evaluated['decided']>,
): string | undefined {
  if (by !== 'rule' || isKnown || person.segments !== undefined) return undefined;
  const conditions = evaluated.explanation(person).rules[index]?.conditions ?? [];
  const asked = conditions
    .flatMap(({ parts }) => parts)
    .filter(({ condition, verdict }) => condition.type === 'segment' && holdsFor(verdict, official) === 'depends')
    .flatMap(({ condition }) => condition.objects.map(quoted));
  const [first, ...others] = new Set(asked);
  if (first === undefined) return undefined;
  return others.length === 0
    ? t('The result depends on segment {0}: add "segments": [] to the user, or the segments the user is in.', first)
    : t(
        'The result depends on the segments {0}: add "segments": [] to the user, or the segments the user is in.',
        listOf([first, ...others]),
      );
}

/** A comparison for each expectation, which returns undefined if the result is as expected or nothing is expected. */
export const comparisons: Readonly<
  Record<keyof Expectation, (expect: Expectation, answer: Answer) => Mismatch | undefined>
> = {
  variation: ({ variation }, answer) => {
    if (variation === undefined) return undefined;
    const [names, { outcome }] = [answer.variationNames(), answer.official];
    if (isOneOf(variation, outcome, names)) return undefined;
    const actual = inTermsOf(variation, outcome, names);
    const got = typeof variation === 'string' && actual !== undefined ? shown(actual) : answer.gets;
    return {
      message: t('Expected {0}, got {1}.', shown(variation), got),
      expected: String(variation),
      actual: actual ?? answer.gets,
    };
  },
  value: ({ value }, answer) => {
    const text = answer.value;
    if (value === undefined || isValue(value, text)) return undefined;
    return {
      message: t('Expected the value {0}, got {1}.', shown(value), answer.gets),
      expected: typeof value === 'string' ? value : asJson(value, 2),
      actual: text === undefined ? answer.gets : typeof value === 'string' ? text : laidOut(text),
    };
  },
  rule: ({ rule }, answer) => {
    if (rule === undefined) return undefined;
    const [names, decides] = [answer.ruleNames(), answer.isKnown ? answer.official.rule : undefined];
    if (isOneOf(rule, decides, names)) return undefined;
    return {
      message: t('Expected rule {0}, but {1} decides.', shown(rule), answer.rule),
      expected: String(rule),
      actual: inTermsOf(rule, decides, names) ?? answer.rule,
    };
  },
  serve: ({ serve }, answer) => {
    if (serve === undefined || serve === answer.serve) return undefined;
    const actual = answer.serve ?? answer.rule;
    return { message: t('Expected {0}, but {1} decides.', serve, actual), expected: serve, actual };
  },
  codeDefault: ({ codeDefault }, answer) => {
    if (!codeDefault || answer.official.outcome === 'code-default') return undefined;
    const { gets } = answer;
    return {
      message: t('Expected the default in the code, got {0}.', gets),
      expected: t('the default in the code'),
      actual: gets,
    };
  },
};

function isOneOf(
  expected: string | number,
  actual: Outcome | undefined,
  names: readonly (string | undefined)[],
): boolean {
  if (typeof actual !== 'number') return false;
  return typeof expected === 'number' ? actual === expected : names[actual] === expected;
}

/** The actual rule or variation by name or index, as the test refers to it. @returns undefined if it has no name */
function inTermsOf(
  expected: string | number,
  actual: Outcome | undefined,
  names: readonly (string | undefined)[],
): string | undefined {
  if (typeof actual !== 'number') return undefined;
  return typeof expected === 'string' ? names[actual] : String(actual);
}

/** Whether a value is as expected: a string is compared with the text of the value, anything else as JSON. */
function isValue(expected: unknown, text: string | undefined): boolean {
  if (typeof expected === 'string' || text === undefined) return text === expected;
  const [root, other] = [parse(text).root, parse(shown(expected)).root];
  if (root === undefined || other === undefined) return false;
  const sameness = new Sameness();
  for (const each of [root, other]) sameness.learn(each, () => false);
  return sameness.are(root, other);
}

function shown(expected: unknown): string {
  return typeof expected === 'string' ? quoted(expected) : asJson(expected);
}

function laidOut(text: string): string {
  const { root } = parse(text);
  return root === undefined ? text : asJson(root.value, 2);
}

function asJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch {
    // JSON.stringify throws if nesting is too deep for the call stack.
    return '…';
  }
}
