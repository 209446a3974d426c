/** Builds an answer for a language model: JSON of limited length, with names and values as quoted data. Pure. */
import { shortened } from './harmless.js';

/** Limit in characters; an agent can ask again after it has handled the first items. */
const MAX_ANSWER_LENGTH = 16_000;

/** @param lists the lists to include, truncated to fit; the answer contains the number of omitted items */
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

/** Shortens all strings except `newText`, which an agent writes into the file. */
function inJson(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) =>
    typeof each === 'string' && key !== 'newText' ? shortened(each, 500) : each,
  );
}
