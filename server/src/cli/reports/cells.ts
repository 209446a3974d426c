/** A text as a terminal lays it out: what takes one or two of its columns, and where that stands in the text. */

export interface Cell {
  /** UTF-16 units from the start of the text. */
  readonly start: number;
  readonly end: number;
  /** What to print for it. */
  readonly text: string;
  readonly columns: number;
}

export function cellsOf(text: string): readonly Cell[] {
  if (/^[ -~]*$/.test(text)) {
    return text.split('').map((character, at) => ({ start: at, end: at + 1, text: character, columns: 1 }));
  }
  return Array.from(new Intl.Segmenter().segment(text), ({ segment, index }) => ({
    start: index,
    end: index + segment.length,
    ...shown(segment),
  }));
}

function shown(segment: string): Pick<Cell, 'text' | 'columns'> {
  if (segment === '\t') return { text: '  ', columns: 2 };
  if (unseen.test(segment)) return { text: '\uFFFD', columns: 1 };
  return { text: segment, columns: wide.test(segment) ? 2 : 1 };
}

/** What has no width, or would move the cursor or turn the text around; behind other characters it is part of those. */
const unseen = /^[\p{C}\p{M}\p{Zl}\p{Zp}]/u;

/** East Asian Width W and F (UAX #11) in blocks, and what is shown as an emoji. */
const wide =
  /^[\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DF2}\u{1AFF0}-\u{1B2FF}\u{20000}-\u{3FFFD}]|^\p{Emoji_Presentation}|\uFE0F/u;
