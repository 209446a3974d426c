/** The width of a text in columns of a monospaced font. */

/** Matches characters that take two columns: the blocks with East Asian Width W or F (UAX #11), and emoji. */
const wide =
  /^[\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DF2}\u{1AFF0}-\u{1B2FF}\u{20000}-\u{3FFFD}]|^\p{Emoji_Presentation}|\uFE0F/u;

export function widthOfSegment(segment: string): 1 | 2 {
  return wide.test(segment) ? 2 : 1;
}

/** Splits a text into grapheme clusters, the characters that people see. */
export function segmentsOf(text: string): readonly string[] {
  if (/^[ -~]*$/.test(text)) return text.split('');
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

export function textWidth(text: string): number {
  return segmentsOf(text).reduce((columns, segment) => columns + widthOfSegment(segment), 0);
}
