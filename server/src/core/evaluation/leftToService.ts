/** What a file does not say: a push changes what the file has, and the service keeps the rest (service.md). */
import { asObject } from '../json/plain.js';

/** In place of such a field of the content. */
export const left = Symbol('left');

/** Without them, nobody knows what users get. */
const fields = ['variations', 'rules', 'disabledServe', 'defaultServe'];

/** @param targeting plain data of a file */
export function leftToService(targeting: unknown): readonly string[] {
  return missingIn(targeting, fields);
}

/** A toggle is taken for enabled, and for one without prerequisites, where its file leaves these out. */
export function takenForGranted(targeting: unknown): readonly string[] {
  const file = asObject(targeting);
  const disabled = file !== undefined && (file['disabled'] ?? null) === null ? ['disabled'] : [];
  return [...disabled, ...missingIn(file, ['prerequisites'])];
}

function missingIn(targeting: unknown, wanted: readonly string[]): readonly string[] {
  const file = asObject(targeting);
  const content = asObject(file?.['content'] ?? {});
  return file === undefined || content === undefined ? [] : wanted.filter((field) => (content[field] ?? null) === null);
}

/** The targeting as it is built into a toggle: with a mark where the service has something that nobody knows here. */
export function withLeftMarked(targeting: unknown): unknown {
  const fields = leftToService(targeting);
  return fields.length === 0
    ? targeting
    : withLeft(targeting, Object.fromEntries(fields.map((field) => [field, left])));
}

/** @param content of the service, which counts where the file says nothing */
export function withLeft(targeting: unknown, content: object, disabled?: boolean): unknown {
  const [file, own] = [targeting, asObject(targeting)?.['content'] ?? {}].map(said);
  return file === undefined || own === undefined ? targeting : { disabled, ...file, content: { ...content, ...own } };
}

/** Null says nothing. */
function said(value: unknown): object | undefined {
  const object = asObject(value);
  return object && Object.fromEntries(Object.entries(object).filter(([, each]) => each !== null));
}
