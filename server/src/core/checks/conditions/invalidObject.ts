/**
 * # invalid-object (warning)
 * An object that does not read as the condition's type says: no number, no date and time that the service accepts, no
 * SemVer 2.0.0, no regular expression. FeatureProbe refuses all but the last: there they are the error `service-limit`. The service takes dates with a `+` offset alone, its minutes from 00 to 19. A
 * number, date or version of more than 1,024 characters is not checked, and a warning says so. A regular expression
 * is read as it is, so one that is written as `/^…$/` or escaped twice is reported, too. Of a regular expression
 * that only some SDKs cannot read, `sdks-disagree` tells; one that none can read is ignored by those for Rust and Go, so
 * that there the negation may hold.
 *
 * Fix: the same instant as the service spells it; `v1.2` as `1.2.0`; `/^…$/` without the slashes.
 * ---
 * The service refuses numbers, dates and versions that it cannot read; a regular expression that is none is silently
 * false, its negation too (service.md B; evaluation.md row 8). A date that it takes and then cannot read makes the toggle vanish
 * (evaluation.md 1.3).
 */
import { t } from '@vscode/l10n';
import { unixSeconds } from '../../evaluation/values/instants.js';
import { parseRegex } from '../../evaluation/texts/regexParser.js';
import { asArray } from '../../json/plain.js';
import { acceptedSpelling, instantOf } from '../../targeting/values/instant.js';
import { isDatetime, isNumber, isSemver } from '../../targeting/values/values.js';
import type { PlainObject, ObjectFinding } from '../check.js';
import { nothing, objectCheck } from '../check.js';
import { replacement } from '../closest.js';
import type { Finding } from '../problem.js';
import { featureProbeConsequence } from '../serves/production.js';
import { quoted } from '../words.js';

export const invalidObject = objectCheck({
  looksAt: 'condition',
  find: (condition) => {
    const read = readerOf(condition);
    return read === undefined
      ? nothing
      : [...findings(condition, 'objects', read), ...findings(condition, 'rightObjects', read)];
  },
});

/** What is wrong with an object, and how it could be spelt. */
type Reader = (object: string) => Pick<ObjectFinding, 'message' | 'fixes'> | undefined;

function readerOf({ type, predicate }: PlainObject): Reader | undefined {
  switch (type) {
    case 'number':
      return unlessLong((object) =>
        isNumber(object)
          ? undefined
          : { message: t('{0} is not a number: the service would refuse it.', quoted(object)) },
      );
    case 'datetime':
      return unlessLong((object) => (isDatetime(object) ? undefined : noDatetime(object)));
    case 'semver':
      return unlessLong((object) => (isSemver(object) ? undefined : noSemver(object)));
    case 'string':
      return predicate === 'matches regex' || predicate === 'does not match regex'
        ? (object) => (object.length <= MAX_CHECKED_LENGTH ? wrongRegex(object) : undefined)
        : undefined;
    default:
      return undefined;
  }
}

/** Numbers, dates and versions are shorter; regular expressions of other people need not be compiled to any length. */
const MAX_CHECKED_LENGTH = 1_024;

function unlessLong(read: Reader): Reader {
  return (object) =>
    object.length <= MAX_CHECKED_LENGTH
      ? read(object)
      : {
          message: t(
            'This object has {0} characters: only objects of up to {1} are checked.',
            object.length,
            MAX_CHECKED_LENGTH,
          ),
        };
}

function findings(condition: PlainObject, key: 'objects' | 'rightObjects', read: Reader): ObjectFinding[] {
  const found: ObjectFinding[] = [];
  for (const [index, object] of (asArray(condition[key]) ?? []).entries()) {
    const wrong = typeof object === 'string' ? read(object) : undefined;
    if (typeof object !== 'string' || wrong === undefined) continue;
    const consequence = consequenceOf(condition, key, object, wrong.message);
    found.push({ code: 'invalid-object', path: [key, index], ...wrong, consequence });
  }
  return found;
}

/** FeatureProbe's server refuses what it cannot take, but looks at no second bound. A date that it takes and cannot read makes the toggle vanish. */
function consequenceOf(condition: PlainObject, key: string, object: string, message: string): Finding['consequence'] {
  const { type, predicate } = condition;
  const isChecked = type !== 'string' && key === 'objects' && object.length <= MAX_CHECKED_LENGTH;
  if (isChecked && !(type === 'datetime' && passesDatetimeCheck(object))) return { code: 'service-limit', message };
  const isUnread = type === 'datetime' && (isChecked || predicate === 'between') && unixSeconds(object) === undefined;
  return isUnread ? featureProbeConsequence('toggle-vanishes', notReadable(object)) : undefined;
}

/** Whether FeatureProbe's server, which is written in Java, lets a date through when it is pushed: months to 19, days to 39 and the like, too. */
function passesDatetimeCheck(text: string): boolean {
  return /^\d{4}-[01]\d-[0-3]\dT[0-2]\d(?::[0-6]\d){2}\+[0-2]\d:[01]\d$/.test(text);
}

function wrongRegex(object: string): ReturnType<Reader> {
  if (parseRegex(object) === 'invalid')
    return {
      message: t(
        '{0} is not a valid regular expression: the SDKs for Rust and Go ignore it; with the others, the condition never holds.',
        quoted(object),
      ),
    };
  const { inner, flags } = /^\/(?<inner>\^.*|.*(?<!\\)\$)\/(?<flags>[a-z]*)$/.exec(object)?.groups ?? {};
  // One of several branches may have a match.
  const hasBranches = object.replace(/(?<!\\)\([^()]*\)/g, '').includes('|');
  if (inner !== undefined && !hasBranches)
    return {
      message: t(
        '{0} has no match: "/" is a character of it, which nothing can have before "^" or after "$".',
        quoted(object),
      ),
      fixes: replacement(flags === '' ? inner : undefined, true),
    };
  return /\\\\[dws][*+{]/.test(object)
    ? {
        message: t('{0} is escaped twice: it looks for a backslash and the letter behind it.', quoted(object)),
        fixes: replacement(object.replaceAll('\\\\', '\\'), true),
      }
    : undefined;
}

function notReadable(object: string): string {
  return t('{0} is not a date and time of the form 2022-06-27T16:08:10+08:00.', quoted(object));
}

function noDatetime(object: string): ReturnType<Reader> {
  const instant = instantOf(object);
  if (instant === undefined) return { message: notReadable(object) };
  const message = t(
    'The service reads only dates such as 2022-06-27T16:08:10+08:00, and would refuse {0}.',
    quoted(object),
  );
  return { message, fixes: replacement(acceptedSpelling(instant), true) };
}

function noSemver(object: string): ReturnType<Reader> {
  const [, major, minor = '0', patch = '0', rest = ''] =
    /^[vV=]?\s*(\d+)(?:\.(\d+))?(?:\.(\d+))?([-+].*)?$/.exec(object.trim()) ?? [];
  const completed = `${Number(major)}.${Number(minor)}.${Number(patch)}${rest}`;
  const message = t('{0} is not a version of SemVer 2.0.0 such as 1.2.3: the service would refuse it.', quoted(object));
  return { message, fixes: replacement(isSemver(completed) ? completed : undefined, true) };
}
