/** What an edit of a toggle touches, and whom it reaches in the file of any environment. */
import type { PlainCondition, PlainServe, Random } from '../analysis/contents.js';
import type { File, Rule } from './propagations.js';

/** A toggle of an environment, as a user meets it. */
export interface Met {
  /** The first rule that they match, `default` or `disabled`; undefined where nobody knows. */
  readonly decidedBy: string | undefined;
  /** All rules that they match, or may match, in their order. */
  readonly matched: readonly string[];
  /** Whether the rule is tried, as none before it decides. */
  readonly comesTo: (rule: string) => boolean;
  /** Undefined where nobody knows. */
  readonly holds: (condition: PlainCondition) => boolean | undefined;
  readonly meets: (prerequisite: File['content']['prerequisites'][number]) => boolean | undefined;
  /** What the one that decides serves. */
  readonly serve: PlainServe | undefined;
  readonly values: readonly string[];
}

export interface Touch {
  readonly kind: string;
  /** @param leaf its place, with rules by the first word of their names and variations by their values */
  readonly touches: (leaf: string) => boolean;
  /** Whether a user comes through what is touched, in a file before the edit; `after` as it is then. */
  readonly reaches: (before: Met, after: Met) => boolean;
  /** What is touched, as a file has it; of several, as far as the other environment has them. */
  readonly state: (file: File, target: File) => unknown;
}

export type Edit = (file: File, random: Random) => Touch | undefined;

export function idOf({ name }: Rule): string {
  return name.split(' ')[0] ?? '';
}

export const nobody = () => false;

export function ruleIn({ content }: File, id: string): Rule | undefined {
  return content.rules.find((rule) => idOf(rule) === id);
}

/** By value. */
export function servedIn({ content }: File, serve: PlainServe | undefined): unknown {
  const values = content.variations.map(({ value }) => value);
  if (serve?.split === undefined) return values[serve?.select ?? -1];
  return serve.split.flatMap((share, index) => (share === 0 ? [] : [`${values[index] ?? ''}: ${share}`])).sort();
}

/** The twos that stand the other way round. */
export function turnedIn(before: readonly string[], after: readonly string[]): readonly Two[] {
  return before.flatMap((first, at) =>
    before.slice(at + 1).flatMap((other): Two[] => {
      return after.indexOf(first) > after.indexOf(other) ? [[first, other]] : [];
    }),
  );
}

type Two = readonly [string, string];

/** Of each two that the other environment has, which is first. */
export function orderOf(twos: readonly Two[], order: readonly string[], there: readonly string[]): readonly string[] {
  return twos
    .filter((two) => two.every((each) => there.includes(each)))
    .map(([one, other]) => (order.indexOf(one) < order.indexOf(other) ? `${one} ${other}` : `${other} ${one}`));
}
