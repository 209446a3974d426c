/** What bodies at the edges are made of. */
import type { ReturnType } from '../../../server/src/core/evaluation/values.js';
import type { Random } from '../random.js';

export interface Body {
  /** What is odd about it. */
  readonly about: string;
  readonly returnType: ReturnType;
  /** As it is sent. */
  readonly text: string;
}

/** The toggle has these; the segment is there, too. */
export interface Surroundings {
  readonly segment: string;
  /** Another toggle, of the type json. */
  readonly required: string;
}

export type Make = (random: Random, around: Surroundings) => Body;

export const content = (change: object = {}) => ({
  rules: [],
  disabledServe: { select: 0 },
  defaultServe: { select: 0 },
  variations: [{ value: 'a' }, { value: 'b' }],
  prerequisites: [],
  ...change,
});

export const sent = (change: object, rest: object = {}) =>
  JSON.stringify({ disabled: false, ...rest, content: content(change) });

export const valued = (about: string, returnType: ReturnType, value: unknown): Body => ({
  about,
  returnType,
  text: sent({ variations: [{ value }] }),
});

export const texts = (about: string, change: object, rest: object = {}): Body => ({
  about,
  returnType: 'string',
  text: sent(change, rest),
});

export const rules = (...conditions: object[]) => ({ rules: [{ name: 'r', serve: { select: 1 }, conditions }] });

export const condition = (change: object = {}) => ({
  type: 'string',
  subject: 'a',
  predicate: 'is one of',
  objects: ['x'],
  ...change,
});

export const around = (random: Random, edge: number) => edge - 2 + random.below(5);

export function nested(random: Random, levels: number, leaf: string): string {
  const kinds = Array.from({ length: levels }, (_, level) => level === 0 || random.chance(0.6));
  const open = kinds.map((isObject) => (isObject ? '{"a":' : '[')).join('');
  const close = kinds
    .map((isObject) => (isObject ? '}' : ']'))
    .reverse()
    .join('');
  return open + leaf + close;
}

export function digits(random: Random, count: number): string {
  return Array.from({ length: count }, (_, at) => (at === 0 ? 1 + random.below(9) : random.below(10))).join('');
}

export function edgeNumber(random: Random): string {
  const long = () =>
    digits(random, random.pick([1, 9, 10, 15, 16, 17, 19, 20, 21, 100, 307, 308, 309, 310, 400, 1_000]));
  const sign = random.pick(['', '', '-', '+']);
  const body = random.pick<() => string>([
    long,
    () => `${long()}.${digits(random, 1 + random.below(30))}`,
    () =>
      `${digits(random, 1)}e${random.pick([0, 5, 307, 308, 309, 400, 99_999, 999_999_999, 2_147_483_647, 2_147_483_648])}`,
    () => `${digits(random, 2)}e-${random.pick([1, 2, 323, 324, 400, 2_147_483_647])}`,
    () => `0${long()}`,
    () => `.${long()}`,
    () => `${long()}.`,
    () => `${long()}e0`,
    () =>
      random.pick([
        '٣',
        '１２',
        '3٣',
        '𝟛',
        '൪',
        'Ⅳ',
        '½',
        '1_000',
        '1,000',
        '0x1p4',
        '5d',
        '5f',
        '1e',
        'e1',
        '.',
        '',
        ' 1',
        '1 ',
        '1\u0000',
        'NaN',
        'Infinity',
        'inf',
        '--1',
        '1e٣',
        '1e+5',
        '1E-5',
        '0b1',
        '1/2',
        '1e5.5',
      ]),
  ])();
  return sign + body;
}

export function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 18)}…${text.length}…${text.slice(-8)}` : text;
}

export const letters = ['x', 'é', '中', '😀', '\u0000', '\u2028', '\ufeff', '"', '\\', '\n'];

export const bytesOf = (text: string) => Buffer.byteLength(text);

export function filled(random: Random, bytes: number): string {
  const letter = random.pick(letters);
  const each = bytesOf(letter);
  return letter.repeat(Math.floor(bytes / each)) + 'x'.repeat(bytes % each);
}
