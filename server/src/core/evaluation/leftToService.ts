/** Fields that a file omits: a push changes only what the file has, and the service keeps the rest (service.md). */
import { asObject } from '../json/plain.js';

/** Replaces an omitted field of the content. */
export const left = Symbol('left');

/** Fields without which the result for users is unknown. */
const fields = ['variations', 'rules', 'disabledServe', 'defaultServe'];

/** Assumed values of omitted fields. */
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

/** @returns the targeting with a mark for each field that only the service knows */
export function withLeftMarked(targeting: unknown): unknown {
  return withLeft(targeting, Object.fromEntries(fields.map((field) => [field, left])));
}

/** @param live content of the service, for fields that the file omits */
export function withLeft(targeting: unknown, live: object, isDisabled?: boolean): unknown {
  const said = fieldsIn(targeting);
  if (said === undefined) return targeting;
  const { disabled = isDisabled, ...content } = said;
  return { disabled, content: { ...live, ...content } };
}

/** The fields of a file. Null counts as omitted. */
function fieldsIn(targeting: unknown): Readonly<Record<string, unknown>> | undefined {
  const file = asObject(targeting);
  const content = asObject(file?.['content'] ?? {});
  if (file === undefined || content === undefined) return undefined;
  const all: Readonly<Record<string, unknown>> = { ...content, disabled: file['disabled'] ?? undefined };
  if (!Object.values(content).includes(null)) return all;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
