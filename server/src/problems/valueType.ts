/** wrong-type and non-string-value: a value that is not of the JSON type that the schema says. */
import { Kind } from '../document/records.js';
import { messages } from './catalogue.js';
import type { Finding } from './problem.js';
import type { Shape } from './shape.js';
import { subjectOf } from './shape.js';

/** Whether a value of that kind, which stands in the text, has that type. */
export function hasType(type: string | undefined, kind: Kind, text: string, start: number, end: number): boolean {
  switch (type) {
    case undefined:
      return true;
    case 'object':
      return kind === Kind.object;
    case 'array':
      return kind === Kind.array;
    case 'string':
      return kind === Kind.string;
    case 'boolean':
      return kind === Kind.true || kind === Kind.false;
    case 'integer':
      return kind === Kind.number && (end - start === 1 || Number.isInteger(Number(text.slice(start, end))));
    default:
      throw new Error(`The schema has the type "${type}", which nothing here knows.`);
  }
}

/** @param source the value's own text; of an object or array nothing is read of it */
export function typeFinding(shape: Shape, kind: Kind, source: string): Finding {
  const { type = '' } = shape;
  const name = subjectOf(shape);
  if (type === 'string' && (kind === Kind.number || kind === Kind.true || kind === Kind.false)) {
    const message = messages.nonStringValue(name, `"${short(source)}"`);
    return { code: 'non-string-value', message, fixes: [{ kind: 'quote' }] };
  }
  const found = foundWords[kind] ?? short(source);
  const message = messages.wrongType(name, typeWords[type] ?? type, found);
  const json = kind === Kind.string ? unquoted(type, source.slice(1, -1)) : undefined;
  return { code: 'wrong-type', message, fixes: json === undefined ? [] : [{ kind: 'replace-value', json }] };
}

export const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
};

const foundWords: Readonly<Record<number, string>> = {
  [Kind.object]: 'an object',
  [Kind.array]: 'an array',
  [Kind.string]: 'a string',
};

/** `"1"` where 1 is wanted has one answer. */
function unquoted(type: string, text: string): string | undefined {
  const json = text.trim();
  const fits =
    type === 'integer' ? /^-?(?:0|[1-9]\d*)$/.test(json) : type === 'boolean' && /^(?:true|false)$/.test(json);
  return fits ? json : undefined;
}

export function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
