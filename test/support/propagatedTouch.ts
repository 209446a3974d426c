/** What an edit of a toggle touches, and which users it reaches in any environment. */
import type { PlainCondition, PlainServe, Random } from '../analysis/contents.js';
import type { File, Rule } from './propagations.js';

export interface Met {
  /** The first matching rule, `default` or `disabled`; undefined if it is unknown. */
  readonly decidedBy: string | undefined;
  /** Rules that match or may match, in order. */
  readonly matched: readonly string[];
  /** Whether the rule is tried, since no rule before it decides. */
  readonly comesTo: (rule: string) => boolean;
  readonly holds: (condition: PlainCondition) => boolean | undefined;
  readonly meets: (prerequisite: File['content']['prerequisites'][number]) => boolean | undefined;
  readonly serve: PlainServe | undefined;
  readonly values: readonly string[];
}

export interface Touch {
  readonly kind: string;
  /** @param leaf its path, with rules by the first word of their names and variations by their values */
  readonly touches: (leaf: string) => boolean;
  /** Whether a user reaches what is touched, before the edit or after it. */
  readonly reaches: (before: Met, after: Met) => boolean;
  /** The touched state of a file; of several items, only those that the target has. */
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

/** Names variations by value. */
export function servedIn({ content }: File, serve: PlainServe | undefined): unknown {
  const values = content.variations.map(({ value }) => value);
  if (serve?.split === undefined) return values[serve?.select ?? -1];
  return serve.split.flatMap((share, index) => (share === 0 ? [] : [`${values[index] ?? ''}: ${share}`])).sort();
}

export function turnedIn(before: readonly string[], after: readonly string[]): readonly Two[] {
  return before.flatMap((first, at) =>
    before.slice(at + 1).flatMap((other): Two[] => {
      return after.indexOf(first) > after.indexOf(other) ? [[first, other]] : [];
    }),
  );
}

type Two = readonly [string, string];

/** The order of each pair that the other environment has, too. */
export function orderOf(twos: readonly Two[], order: readonly string[], there: readonly string[]): readonly string[] {
  return twos
    .filter((two) => two.every((each) => there.includes(each)))
    .map(([one, other]) => (order.indexOf(one) < order.indexOf(other) ? `${one} ${other}` : `${other} ${one}`));
}
