/** Fields that a file omits. A push changes only fields in the file; other fields stay as they are (service.md). */
import { asObject } from '../json/plain.js';

/** Marks a content field that the file omits. */
export const left = Symbol('left');

/** Fields without which users' results are unknown. */
const fields = ['variations', 'rules', 'disabledServe', 'defaultServe'];

/** Values that are assumed for fields that a file omits. */
const assumed = new Map<string, unknown>(Object.entries({ disabled: false, prerequisites: [] }));
export const allFields: readonly string[] = [...fields, ...assumed.keys()];

export function leftToService(targeting: unknown, wanted: readonly string[] = fields): readonly string[] {
  const said = fieldsIn(targeting);
  return said === undefined ? [] : wanted.filter((field) => said[field] === undefined);
}

export function assumedFor(targeting: unknown, wanted = allFields): readonly string[] {
  const words = (field: string) => `"${field}": ${JSON.stringify(assumed.get(field))}`;
  return leftToService(targeting, wanted).flatMap((field) => (assumed.has(field) ? words(field) : []));
}

/** @returns the targeting with `left` as the value of each field that only the service knows */
export function withLeftMarked(targeting: unknown): unknown {
  return withLeft(targeting, Object.fromEntries(fields.map((field) => [field, left])));
}

/** @param live the service's content, which provides the fields that the file omits */
export function withLeft(targeting: unknown, live: object, isDisabled?: boolean): unknown {
  const said = fieldsIn(targeting);
  if (said === undefined) return targeting;
  const { disabled = isDisabled, ...content } = said;
  return { disabled, content: { ...live, ...content } };
}

/** The content fields of a file, and `disabled`. Null counts as omitted. */
function fieldsIn(targeting: unknown): Readonly<Record<string, unknown>> | undefined {
  const file = asObject(targeting);
  const content = asObject(file?.['content'] ?? {});
  if (file === undefined || content === undefined) return undefined;
  const all: Readonly<Record<string, unknown>> = { ...content, disabled: file['disabled'] ?? undefined };
  if (!Object.values(content).includes(null)) return all;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
