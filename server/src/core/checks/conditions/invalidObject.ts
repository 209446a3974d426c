/**
 * # invalid-object (warning)
 * An object does not fit the condition's type: it is not a number, a date and time that the service accepts, a version
 * of SemVer 2.0.0, or a regular expression. FeatureProbe refuses all but the last, so there they are the error
 * `service-limit`. The service accepts dates only with a `+` offset, its minutes from 00 to 19. A number, date or
 * version of more than 1,024 characters is not checked and gets a warning. A regular expression is read as it is, so
 * one that is written as `/^…$/` or escaped twice is reported, too. The SDKs for Rust and Go ignore one that no SDK can
 * read, so the negation may hold there.
 * Not reported: a regular expression of more than 1,024 characters, or one that only some SDKs read (`sdks-disagree`).
 *
 * Fix: the same instant as the service spells it; `v1.2` as `1.2.0`; `/^…$/` without the slashes.
 * ---
 * A condition with an invalid regular expression is silently false, and so is its negation (service.md B; evaluation.md
 * row 8). A date that the service accepts but cannot read makes the toggle vanish (evaluation.md 1.3).
 */
import { t } from '../../t.js';
import { unixSeconds } from '../../evaluation/values/instants.js';
import { parseRegex } from '../../evaluation/texts/regexParser.js';
import { asArray } from '../../json/plain.js';
import { acceptedSpelling, instantOf } from '../../targeting/values/instant.js';
import { isDatetime, isNumber, isSemver } from '../../targeting/values/values.js';
import type { PlainObject, ObjectFinding } from '../check.js';
import { noFindings, objectCheck } from '../check.js';
import { replacement } from '../closest.js';
import type { Finding } from '../problem.js';
import { featureProbeConsequence } from '../serves/production.js';
import { quoted } from '../words.js';

export const invalidObject = objectCheck({
  looksAt: 'condition',
  find: (condition) => {
    const read = readerOf(condition);
    return read === undefined
      ? noFindings
      : [...findings(condition, 'objects', read), ...findings(condition, 'rightObjects', read)];
  },
});

/** Checks an object of a condition. @returns undefined if the object is valid */
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

/** The maximum length in code units. Real objects are shorter, and compiling long untrusted expressions is risky. */
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

/** FeatureProbe's server does not check the second bound, and cannot read every date that it accepts. */
function consequenceOf(condition: PlainObject, key: string, object: string, message: string): Finding['consequence'] {
  const { type, predicate } = condition;
  const isChecked = type !== 'string' && key === 'objects' && object.length <= MAX_CHECKED_LENGTH;
  if (isChecked && !(type === 'datetime' && passesDatetimeCheck(object))) return { code: 'service-limit', message };
  const isUnread = type === 'datetime' && (isChecked || predicate === 'between') && unixSeconds(object) === undefined;
  return isUnread ? featureProbeConsequence('toggle-vanishes', notReadable(object)) : undefined;
}

/** Whether FeatureProbe's server (Java) accepts a date in a push. The server even accepts month 19 and day 39. */
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
  // If the expression has several alternatives, another alternative may still match.
  const hasBranches = object.replace(/(?<!\\)\([^()]*\)/g, '').includes('|');
  if (inner !== undefined && !hasBranches)
    return {
      message: t(
        '{0} matches nothing: its "/" is a character, and no character can precede "^" or follow "$".',
        quoted(object),
      ),
      fixes: replacement(flags === '' ? inner : undefined, true),
    };
  return /\\\\[dws][*+{]/.test(object)
    ? {
        message: t('{0} is escaped twice: it looks for a backslash and the character after it.', quoted(object)),
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
