/** Reads the words for a class of users back, and decides whether a user is in it, without knowing its cells. */
import { readNumber } from '../../server/src/core/evaluation/values/numbers.js';
import { instantOfAttribute } from '../../server/src/core/evaluation/values/instants.js';
import { compareVersions, readVersion } from '../../server/src/core/evaluation/values/versions.js';
import { official } from '../../server/src/core/evaluation/sdks/sdks.js';
import type { Condition } from '../../server/src/core/evaluation/toggles.js';
import { User } from '../../server/src/core/evaluation/user.js';

export interface Someone {
  readonly attributes: ReadonlyMap<string, string>;
  readonly segments: readonly string[];
  readonly now: number;
}

/** `unknown`: the words name no texts. */
export type IsIn = boolean | 'unknown';

const subject = '(?:string|number|semver|datetime|mixed)';
const phrase = `\\(*(?:${subject} (?:is|equals|has|<|>|=)|(?:not )?in segment|[^ ]+ <=? ${subject} )`;

export function wordsRead(words: string, conditions: readonly Condition[]): (user: Someone) => IsIn {
  if (words === 'every user') return () => true;
  const either = parts(words, ', | or ').map((each) => parts(each, ' and '));
  if (either.length === 1 && either[0]?.length === 1) {
    if (words.startsWith('(')) return wordsRead(words.slice(1, -1), conditions);
    return (user) => isInPhrase(words, user, conditions);
  }
  const read = either.map((every) => every.map((each) => wordsRead(each, conditions)));
  return (user) => someOf(read.map((every) => everyOf(every.map((isIn) => isIn(user)))));
}

function everyOf(all: readonly IsIn[]): IsIn {
  return all.includes(false) ? false : all.includes('unknown') ? 'unknown' : true;
}

function someOf(all: readonly IsIn[]): IsIn {
  return all.includes(true) ? true : all.includes('unknown') ? 'unknown' : false;
}

/** Splits outside of parentheses, before the beginning of a phrase. */
function parts(words: string, separators: string): readonly string[] {
  const found: string[] = [];
  const separator = new RegExp(`(?:${separators})(?=${phrase})`, 'g');
  let start = 0;
  for (const { 0: text, index } of words.matchAll(separator)) {
    const before = words.slice(0, index).replace(/"(?:[^"\\]|\\.)*"/g, '');
    if (before.includes('"') || before.split('(').length !== before.split(')').length) continue;
    found.push(words.slice(start, index));
    start = index + text.length;
  }
  return [...found, words.slice(start)];
}

function isInPhrase(words: string, { attributes, segments, now }: Someone, conditions: readonly Condition[]): IsIn {
  const segment = /^(not )?in segment "(\w+)"$/.exec(words);
  if (segment !== null) return segments.includes(segment[2] ?? '') === (segment[1] === undefined);
  const range = /^(?:(\S+) (<=?) )?(number|semver|mixed)(?: ([<>=]+) (\S+))?$/.exec(words);
  if (range !== null) {
    const [, low, above, name = '', sign, high] = range;
    const compared = (object: string, how: string) => isOrdered(name, attributes.get(name), object, how);
    return (
      (low === undefined || compared(low, above === '<=' ? '>=' : '>')) &&
      (high === undefined || compared(high, sign ?? ''))
    );
  }
  const [, name = '', rest = ''] = /^(\w+) (?:is |equals |)(.*)$/.exec(words) ?? [];
  const text = attributes.get(name);
  const listed = Array.from(rest.matchAll(/"(?:[^"\\]|\\.)*"/g), ([each]) => JSON.parse(each) as string);
  const isMore = /\d+ more$/.test(rest);
  const inList = (): IsIn => (text !== undefined && listed.includes(text)) || (isMore ? 'unknown' : false);
  const time = /^(absent|absent or empty|"")(?: while the time is (.*))?$/.exec(rest);
  if (time !== null) {
    const [, who, when] = time;
    const isLeft = (text === undefined && who !== '""') || (text === '' && who !== 'absent');
    return isLeft && (when === undefined || isAtTime(now, when));
  }
  if (rest === 'NaN') return text !== undefined && Number.isNaN(readNumber(text).all[0]);
  if (rest === 'not a number') return text !== undefined && readNumber(text).all[0] === undefined;
  if (rest === 'not a version') return text !== undefined && readVersion(text).all[0] === undefined;
  const seconds = text === '' || text === undefined ? undefined : instantOfAttribute(text, 0).all[0];
  if (rest === 'not a time') return text !== undefined && text !== '' && seconds === undefined;
  if (rest === 'any number') return !Number.isNaN(readNumber(text ?? '').all[0] ?? NaN);
  if (rest === 'any version') return text !== undefined && readVersion(text).all[0] !== undefined;
  if (rest.startsWith('any text')) {
    const isBut = inList();
    return text !== undefined && (isBut === 'unknown' ? isBut : !isBut);
  }
  if (rest.startsWith('a text like'))
    return text === undefined ? false : isLikeAny(name, text, listed, now, conditions) || (isMore ? 'unknown' : false);
  if (rest === 'some other text') return text === undefined ? false : 'unknown';
  if (/^a value that .* reads differently$/.test(rest)) return false;
  if (/^(?:any time|at or after|before)/.test(rest)) return seconds !== undefined && isAtTime(seconds, rest);
  if (rest.startsWith('"')) return inList();
  throw new Error(`Nobody can read: ${words}`);
}

function isAtTime(seconds: number, words: string): boolean {
  const [, start, end] = /^(?:any time|(?:at or after (\S+?))?(?:, and )?(?:before (\S+))?)$/.exec(words) ?? [words];
  const secondsOf = (time: string) => Date.parse(time) / 1_000;
  return (start === undefined || seconds >= secondsOf(start)) && (end === undefined || seconds < secondsOf(end));
}

function isOrdered(type: string, text: string | undefined, object: string, how: string): boolean {
  if (text === undefined) return false;
  const order = type === 'semver' ? orderOfVersions(text, object) : orderOfNumbers(text, object);
  if (order === undefined || Number.isNaN(order)) return false;
  return (how.includes('=') && order === 0) || (how.startsWith('<') && order < 0) || (how.startsWith('>') && order > 0);
}

function orderOfNumbers(text: string, object: string): number | undefined {
  const [a, b] = [readNumber(text).all[0], Number(object)];
  return a === undefined ? undefined : a === b ? 0 : a - b;
}

function orderOfVersions(text: string, object: string): number | undefined {
  const [a, b] = [readVersion(text).all[0], readVersion(object).all[0]];
  return a === undefined || b === undefined ? undefined : compareVersions(0, a, b);
}

function isLikeAny(
  name: string,
  text: string,
  samples: readonly string[],
  now: number,
  conditions: readonly Condition[],
): boolean {
  const own = conditions.filter((each) => each.type !== 'segment' && each.subject === name);
  const said = (value: string) =>
    own.map((each) => {
      const { holds, depends } = each.of(new User(undefined, new Map([[name, value]]), now), () => 'unknown');
      return `${holds & official} ${depends & official}`;
    });
  return samples.some((sample) => said(sample).join() === said(text).join());
}
