/** Line diff of two texts that are too long for the editor's own diff. Pure. */
import { structuredPatch } from 'diff';

export interface LineDiff {
  /** Lines with `-` are only in the earlier text, lines with `+` only in the later text. */
  readonly lines: readonly string[];
  /** True if there are more differences than `lines` shows. */
  readonly hasMore: boolean;
}

/** @param most maximum number of lines; texts with more differences are compared only from the first difference */
export function lineDiff(before: string, after: string, most: number): LineDiff {
  const [was, now] = [before.split('\n'), after.split('\n')];
  const whole = patch(was, now, 0, most);
  const first = was.findIndex((line, index) => line !== now[index]);
  const start = Math.max(0, (first === -1 ? was.length : first) - around);
  const part = (lines: readonly string[]) => lines.slice(start, start + most);
  const lines = whole ?? patch(part(was), part(now), start, 2 * most) ?? [];
  return { lines: lines.slice(0, most), hasMore: whole === undefined || lines.length > most };
}

/** @param start number of lines before the given lines @returns undefined if more than `most` lines differ */
function patch(was: readonly string[], now: readonly string[], start: number, most: number): string[] | undefined {
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
  const options = { context: around, maxEditLength: most };
  return structuredPatch('', '', text(was), text(now), undefined, undefined, options)?.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart + start} +${hunk.newStart + start} @@`,
    ...hunk.lines,
  ]);
}

/** Number of unchanged lines shown around each difference. */
const around = 3;
