/** The lines that differ between two texts, as a patch has them: for texts that are too long for the editor's own diff. Pure. */
import { structuredPatch } from 'diff';

export interface LineDiff {
  /** Lines that only the earlier text has begin with `-`, those that only the later one has with `+`. */
  readonly lines: readonly string[];
  /** Whether more differs than they show. */
  readonly hasMore: boolean;
}

/** @param most so many lines at most; texts that differ in more are compared from their first difference on */
export function lineDiff(before: string, after: string, most: number): LineDiff {
  const [was, now] = [before.split('\n'), after.split('\n')];
  const whole = patch(was, now, 0, most);
  const first = was.findIndex((line, index) => line !== now[index]);
  const start = Math.max(0, (first === -1 ? was.length : first) - around);
  const part = (lines: readonly string[]) => lines.slice(start, start + most);
  const lines = whole ?? patch(part(was), part(now), start, 2 * most) ?? [];
  return { lines: lines.slice(0, most), hasMore: whole === undefined || lines.length > most };
}

/**
 * @param start the number of lines before these
 * @returns undefined if they differ in more than `most` lines
 */
function patch(was: readonly string[], now: readonly string[], start: number, most: number): string[] | undefined {
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
  const options = { context: around, maxEditLength: most };
  return structuredPatch('', '', text(was), text(now), undefined, undefined, options)?.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart + start} +${hunk.newStart + start} @@`,
    ...hunk.lines,
  ]);
}

/** Lines that are the same, before and after each difference. */
const around = 3;
