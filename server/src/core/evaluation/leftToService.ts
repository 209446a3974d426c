/** What a file does not say: a push changes what the file has, and the service keeps the rest (service.md). */
import { asObject } from '../json/plain.js';

/** In place of such a field of the content. */
export const left = Symbol('left');

/** Without them, nobody knows what users get. */
const fields = ['variations', 'rules', 'disabledServe', 'defaultServe'];

/** By field, what is assumed without it. */
const assumed = new Map<string, unknown>(Object.entries({ disabled: false, prerequisites: [] }));
export const allFields: readonly string[] = [...fields, ...assumed.keys()];

/** @param targeting plain data of a file */
export function leftToService(targeting: unknown, wanted: readonly string[] = fields): readonly string[] {
  const said = saidIn(targeting);
  return said === undefined ? [] : wanted.filter((field) => said[field] === undefined);
}

export function assumedFor(targeting: unknown, wanted = allFields): readonly string[] {
  const words = (field: string) => `"${field}": ${JSON.stringify(assumed.get(field))}`;
  return leftToService(targeting, wanted).flatMap((field) => (assumed.has(field) ? words(field) : []));
}

/** The targeting as it is built into a toggle: with a mark where the service has something that nobody knows here. */
export function withLeftMarked(targeting: unknown): unknown {
  return withLeft(targeting, Object.fromEntries(fields.map((field) => [field, left])));
}

/** @param live content of the service, which counts where the file says nothing */
export function withLeft(targeting: unknown, live: object, isDisabled?: boolean): unknown {
  const said = saidIn(targeting);
  if (said === undefined) return targeting;
  const { disabled = isDisabled, ...content } = said;
  return { disabled, content: { ...live, ...content } };
}

/** The fields of a file; null says nothing. */
function saidIn(targeting: unknown): Readonly<Record<string, unknown>> | undefined {
  const file = asObject(targeting);
  const content = asObject(file?.['content'] ?? {});
  if (file === undefined || content === undefined) return undefined;
  const all: Readonly<Record<string, unknown>> = { ...content, disabled: file['disabled'] ?? undefined };
  if (!Object.values(content).includes(null)) return all;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
