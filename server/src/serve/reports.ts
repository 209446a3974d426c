/** Reads the evaluations that SDKs report (`POST /api/events`), each SDK in its own format. Skips unknown content. */
import type { ServedUser } from './contract.js';

export interface Evaluated {
  readonly toggle: string;
  readonly rule: number | undefined;
  readonly variation: number | undefined;
  readonly times: number;
  readonly user: (ServedUser & { readonly key: string }) | undefined;
}

/** `debug` events contain the user and the rule; the sums, which are read for other toggles, contain neither. */
export function* evaluationsIn(report: unknown): Iterable<Evaluated> {
  for (const packed of Array.isArray(report) ? (report as readonly unknown[]) : [report]) {
    const { events, access } = fieldsOf(packed);
    const single = new Set<string>();
    for (const event of listOf(events)) {
      const evaluated = debugEvent(fieldsOf(event));
      if (evaluated === undefined) continue;
      single.add(evaluated.toggle);
      yield evaluated;
    }
    for (const [toggle, counters] of Object.entries(fieldsOf(fieldsOf(access)['counters'])))
      if (!single.has(toggle)) yield* listOf(counters).flatMap((each) => sum(toggle, each));
  }
}

function debugEvent({ kind, key, user, userDetail, ruleIndex, variationIndex }: Fields): Evaluated | undefined {
  if (kind !== 'debug' || typeof key !== 'string') return undefined;
  const [rule, variation] = [indexIn(ruleIndex), indexIn(variationIndex)];
  return { toggle: key, rule, variation, times: 1, user: userIn(fieldsOf(userDetail), user) };
}

/** Reads the user of an event. The Node SDK prefixes its field names with an underscore. */
function userIn(detail: Fields, user: unknown): Evaluated['user'] {
  const key = [user, detail['key'], detail['_key']].find((each) => typeof each === 'string');
  if (key === undefined) return undefined;
  const attributes = Object.entries(fieldsOf(detail['attrs'] ?? detail['_attrs']));
  const texts = attributes.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { key, attributes: new Map(texts) };
}

function sum(toggle: string, counter: unknown): readonly Evaluated[] {
  const { index, count } = fieldsOf(counter);
  const times = indexIn(count) ?? 0;
  if (times === 0) return [];
  return [{ toggle, rule: undefined, variation: indexIn(index), times, user: undefined }];
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** @returns undefined for a missing index, which SDKs send as -1 or null */
function indexIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31 ? value : undefined;
}
