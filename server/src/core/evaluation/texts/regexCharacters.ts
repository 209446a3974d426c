/** The characters that a part of a regular expression matches. */

export interface Characters {
  /** Ranges of code points, in ascending order and without overlaps. */
  readonly ranges: readonly (readonly [number, number])[];
  readonly isNegated: boolean;
}

/** A feature of regular expressions that engines treat differently in some texts. */
export type Feature = 'any' | 'end' | 'word' | 'blank' | 'digit' | 'negation';

export const controls: Readonly<Record<string, string | undefined>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/** Character classes, as they match in ASCII text. */
export const classes: Readonly<
  Record<string, { readonly feature: Feature; readonly ranges: Characters['ranges'] } | undefined>
> = {
  d: { feature: 'digit', ranges: [[48, 57]] },
  w: {
    feature: 'word',
    ranges: [
      [48, 57],
      [65, 90],
      [95, 95],
      [97, 122],
    ],
  },
  s: {
    feature: 'blank',
    ranges: [
      [9, 13],
      [32, 32],
    ],
  },
};

export function point(character: string): readonly [number, number] {
  const code = character.codePointAt(0) ?? 0;
  return [code, code];
}

/** Whether a character is beyond the BMP; Node treats such a character as two. */
export function isAstral(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 0xffff;
}

/** Sorts ranges, and merges adjacent and overlapping ranges. */
export function joined(ranges: Characters['ranges']): Characters['ranges'] {
  const ends = new Map<number, number>();
  for (const [first, last] of ranges) if ((ends.get(first) ?? -1) < last) ends.set(first, last);
  const all: (readonly [number, number])[] = [];
  for (const [first, last] of [...ends].sort(([a], [b]) => a - b)) {
    const before = all.at(-1);
    if (before === undefined || first > before[1] + 1) all.push([first, last]);
    else all[all.length - 1] = [before[0], Math.max(before[1], last)];
  }
  return all;
}

/** @param ranges in ascending order */
export function complementOf(ranges: Characters['ranges']): Characters['ranges'] {
  const gaps: (readonly [number, number])[] = [];
  let from = 0;
  for (const [first, last] of ranges) {
    if (first > from) gaps.push([from, first - 1]);
    from = last + 1;
  }
  return [...gaps, [from, 0x10ffff]];
}
