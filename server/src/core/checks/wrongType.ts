/**
 * # wrong-type (error)
 * A value has the wrong JSON type.
 * Not reported: values inside an unknown property, of which only the name is reported.
 *
 * Fix: `"disabled": true`, if the string contains just that; for other strings, `true` and `false` are offered.
 *
 * # non-string-value (warning)
 * A number or boolean is written where the service expects a string, such as an object of a condition or a variation's
 * value.
 * Not reported: null, an object or a list in place of a string, which is a `wrong-type`.
 *
 * Fix: quote the value, `"value": "true"`. Its spelling stays: `1e3` becomes `"1e3"`.
 */
import { t } from '../t.js';
import { Kind } from '../json/read/records.js';
import type { Finding } from './problem.js';
import type { Shape } from './shape.js';
import { subjectOf } from './shape.js';
import { short } from './words.js';

/** Whether the value at [start, end) of the text has the type. @throws for an unknown type */
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

/** @param source the text of the value; not used for an object or array */
export function typeFinding(shape: Shape, kind: Kind, source: string): Finding {
  const { type = '' } = shape;
  if (type === 'string' && (kind === Kind.number || kind === Kind.true || kind === Kind.false)) {
    const message = t('Write the value as a string: {0}.', `"${short(source)}"`);
    return { code: 'non-string-value', message, fixes: [{ kind: 'quote', isCertain: true }] };
  }
  const found = typeWords[foundTypes[kind] ?? '']?.() ?? short(source);
  const message = wrongType(subjectOf(shape), type, found);
  const json = kind === Kind.string ? unquoted(type, source.slice(1, -1)) : undefined;
  const either = kind === Kind.string && type === 'boolean' ? ['true', 'false'] : [];
  const answers = json === undefined ? either : [json];
  return {
    code: 'wrong-type',
    message,
    fixes: answers.map((each) => ({ kind: 'replace-value', json: each, isCertain: true })),
  };
}

/** @param where the subject of the sentence */
export function wrongType(where: string, wanted: string, found: string): string {
  return t('{0} must be {1}, not {2}.', where, typeWords[wanted]?.() ?? wanted, found);
}

/** Names of types. They are functions, because the display language is unknown until a message is created. */
export const typeWords: Readonly<Record<string, () => string>> = {
  string: () => t('a string'),
  integer: () => t('an integer'),
  number: () => t('a number'),
  boolean: () => t('a boolean'),
  object: () => t('an object'),
  array: () => t('an array'),
};

/** The kinds of values that are named in messages. For other kinds, messages show the text of the value. */
const foundTypes: Readonly<Record<number, string>> = {
  [Kind.object]: 'object',
  [Kind.array]: 'array',
  [Kind.string]: 'string',
};

/** @returns the JSON inside the quotes, such as 1 for `"1"`; undefined if the JSON does not have the type */
export function unquoted(type: string, text: string): string | undefined {
  const json = text.trim();
  return bareForms[type]?.test(json) === true ? json : undefined;
}

const bareForms: Readonly<Record<string, RegExp>> = {
  integer: /^-?(?:0|[1-9]\d*)$/,
  number: /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/,
  boolean: /^(?:true|false)$/,
};
