/**
 * What a language model is told: JSON of a bounded length, in which names and values of files stand quoted, as the data that
 * they are. Pure.
 */
import { shortened } from './harmless.js';

/** Characters; an agent asks again when it has done something about the first of many. */
const MAX_ANSWER_LENGTH = 16_000;

/** @param lists those items of each that there is room for; how many are left out is said */
export function answerOf(
  head: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, readonly unknown[]>>,
): string {
  let left = MAX_ANSWER_LENGTH - inJson(head).length;
  const leftOut: Record<string, number> = {};
  const kept = Object.entries(lists).map(([name, items]) => {
    const end = items.findIndex((item) => (left -= inJson(item).length) < 0);
    if (end >= 0) leftOut[name] = items.length - end;
    return [name, end < 0 ? items : items.slice(0, end)] as const;
  });
  return inJson({ ...head, ...Object.fromEntries(kept), ...(Object.keys(leftOut).length > 0 && { leftOut }) });
}

/** Only what an agent is to write into the file stays whole. */
function inJson(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) =>
    typeof each === 'string' && key !== 'newText' ? shortened(each, 500) : each,
  );
}
