/** As spanFrom (queries.ts) has it, of a value that is whole in a segment: found without nodes, as it is done for every finding. */
import type { Path, Span } from './nodes.js';
import type { Records } from './records.js';
import { endAt, Kind, kindAt, nextAt, size, startAt, valueOfKey } from './records.js';
import type { Segment } from './segment.js';
import { stringAt } from './tokens.js';

/** @returns the span from the start of the segment */
export function spanIn(
  { text, records }: Pick<Segment, 'text' | 'records'>,
  root: number,
  path: Path,
  at: 'key' | 'value',
): Span {
  let value = root;
  for (const [index, step] of path.entries()) {
    const key = typeof step === 'string' ? keyNamed(text, records, value, step) : undefined;
    if (key !== undefined && at === 'key' && index === path.length - 1) return spanOf(records, key);
    const next = typeof step === 'number' ? itemAt(records, value, step) : key && valueOfKey(records, key);
    if (next === undefined) return spanOf(records, key ?? value);
    value = next;
  }
  return spanOf(records, value);
}

/** The last of that name. */
function keyNamed(text: string, records: Records, object: number, name: string): number | undefined {
  let found: number | undefined;
  if (kindAt(records, object) !== Kind.object) return undefined;
  for (let at = object + size; at < nextAt(records, object); at = nextAt(records, at))
    if (kindAt(records, at) === Kind.key && stringAt(text, records, at) === name) found = at;
  return found;
}

function itemAt(records: Records, array: number, index: number): number | undefined {
  if (kindAt(records, array) !== Kind.array) return undefined;
  let at = array + size;
  for (let passed = 0; passed < index && at < nextAt(records, array); passed += 1) at = nextAt(records, at);
  return at < nextAt(records, array) ? at : undefined;
}

function spanOf(records: Records, at: number): Span {
  return { start: startAt(records, at), end: endAt(records, at) };
}
