/** What a file does not say: a push changes what the file has, and the service keeps the rest (service.md). */
import { asObject } from '../json/plain.js';

/** In place of such a field of the content. */
export const left = Symbol('left');

/** Without them, nobody knows what users get. A toggle is taken for enabled, and one without prerequisites, where a file says neither. */
const fields = ['variations', 'rules', 'disabledServe', 'defaultServe'];

/** @param targeting plain data of a file */
export function leftToService(targeting: unknown): readonly string[] {
  const file = asObject(targeting);
  const content = asObject(file?.['content'] ?? {});
  return file === undefined || content === undefined ? [] : fields.filter((field) => (content[field] ?? null) === null);
}

/** The targeting as it is built into a toggle: with a mark where the service has something that nobody knows here. */
export function withLeftMarked(targeting: unknown): unknown {
  const fields = leftToService(targeting);
  if (fields.length === 0) return targeting;
  const { content, ...file } = asObject(targeting) ?? {};
  return { ...file, content: { ...asObject(content), ...Object.fromEntries(fields.map((field) => [field, left])) } };
}
