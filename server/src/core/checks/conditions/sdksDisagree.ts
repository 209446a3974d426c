/**
 * # sdks-disagree (information)
 * Some SDKs read a value differently from the rules, so some users get a different value. The message names these SDKs,
 * and shows how the rules and each of them read it. Client SDKs get the results of the SDK for Rust. With `"sdks": ["java"]`
 * in targeting.config.json, this is a *warning*, and only about these SDKs. It is reported for
 * - if that changes who passes the condition: a number such as ` 5`, `5d` or `0x1p2`, a date before 1970, a version with
 *   build metadata or a pre-release that SDKs order differently;
 * - a regular expression that the engines of SDKs may not all read alike;
 * - a prerequisite of type `json`, or whose toggle serves another spelling of the same number;
 * - a number without a point among the variations that is beyond 32 bits.
 * Not reported: conditions with more than 200 objects, or a regular expression of more than 1,024 characters.
 *
 * Fix: a version without its build metadata; otherwise yours to decide. If you use
 * only some SDKs, name them in `sdks`.
 * ---
 * The evaluator knows where SDKs differ (evaluation.md 8). Differences that depend on the user are not reported.
 */
import { t } from '../../t.js';
import type { Bound } from '../../evaluation/sdks/disagreements.js';
import { disagreementsOf } from '../../evaluation/sdks/disagreements.js';
import type { ReadBy } from '../../evaluation/values/readings.js';
import { refusalsOf } from '../../evaluation/values/readings.js';
import type { Evaluators } from '../../evaluation/sdks/sdks.js';
import { all, none, official } from '../../evaluation/sdks/sdks.js';
import { returnedBy, valueOf } from '../../evaluation/values/values.js';
import { asArray, asObject } from '../../json/plain.js';
import { isKnownBound, isKnownPredicate } from '../../targeting/values/predicates.js';
import { numberValue } from '../../targeting/values/returnValues.js';
import type { ObjectFinding, PlainObject } from '../check.js';
import { fileCheck, noFindings, objectCheck } from '../check.js';
import { replacement } from '../closest.js';
import { disagreementWords } from '../serves/prerequisiteMet.js';
import { namesOf, readingWords } from './sdkWords.js';
import { quoted } from '../words.js';

const code = 'sdks-disagree';

export const disputedObjects = objectCheck({
  looksAt: 'condition',
  reads: ['sdks'],
  find: (condition, { sdks = all }) => {
    const bounds = boundsOf(condition);
    const { type } = condition;
    if (bounds === undefined || typeof type !== 'string') return noFindings;
    return type === 'string' ? disputedExpressions(bounds, sdks) : disputed(type, bounds, sdks);
  },
});

export const disputedPrerequisites = fileCheck({
  reads: ['prerequisites', 'otherToggles', 'sdks'],
  find: ({ prerequisites, otherToggles, sdks = all }) =>
    prerequisites.flatMap((prerequisite, index) => {
      const words = disagreementWords(asObject(prerequisite) ?? {}, otherToggles, sdks);
      return words === undefined
        ? []
        : [{ code, path: ['content', 'prerequisites', index, 'value'], message: words } as const];
    }),
});

export const disputedVariations = fileCheck({
  reads: ['variations', 'services', 'sdks'],
  find: ({ variations = [], services, sdks = all }) => {
    const returnType = services.find((service) => service.returnType !== undefined)?.returnType ?? 'number';
    const texts = variations.map((variation) => asObject(variation)?.['value']);
    if (returnType !== 'number' || !texts.some(isLong) || !texts.every(isNumber)) return [];
    return texts.flatMap((text, index) => {
      const value = isLong(text) ? valueOf(text, 'number') : undefined;
      const missed = typeof value === 'object' ? sdks & ~returnedBy(value, 'number') : none;
      if (missed === none) return [];
      const path = ['content', 'variations', index, 'value'];
      const message = t(
        'SDKs disagree about {0}: as a number, it does not reach applications with the SDK for {1}, which get their own default.',
        quoted(String(text)),
        namesOf(missed),
      );
      return [{ code, path, message } as const];
    });
  },
});

/** Whether a text may be an integer beyond 32 bits: integers with fewer than 10 digits fit in 32 bits. */
function isLong(text: unknown): text is string {
  return typeof text === 'string' && text.length >= 10;
}

function isNumber(text: unknown): boolean {
  return typeof text === 'string' && numberValue(text) === 'number';
}

const keys = ['objects', 'rightObjects'] as const;

/** @returns the bounds to compare; undefined if SDKs read all objects alike, or the condition is incomplete */
function boundsOf(condition: PlainObject): readonly Bound[] | undefined {
  const { type, predicate, leftPredicate, rightPredicate, objects, rightObjects } = condition;
  if (typeof type !== 'string' || typeof predicate !== 'string' || !isKnownPredicate(type, predicate)) return undefined;
  if (type === 'segment' || (type === 'string' && !/^(?:matches|does not match) regex$/.test(predicate)))
    return undefined;
  const predicates = predicate === 'between' ? [leftPredicate, rightPredicate] : [predicate];
  const bounds = predicates.map((each, index) => boundOf(each, index === 0 ? objects : rightObjects));
  const isWhole = (bound: Bound | undefined): bound is Bound =>
    bound !== undefined && (predicate !== 'between' || isKnownBound(type, bound.predicate));
  return bounds.every(isWhole) ? bounds : undefined;
}

function boundOf(predicate: unknown, list: unknown): Bound | undefined {
  const objects = asArray(list);
  const isText = (object: unknown) => typeof object === 'string';
  return typeof predicate === 'string' && objects?.every(isText) === true ? { predicate, objects } : undefined;
}

function disputed(type: string, bounds: readonly Bound[], sdks: Evaluators): readonly ObjectFinding[] {
  return disagreementsOf(type, bounds).flatMap(({ at: [bound, index], readings: byAll }) => {
    const readings = among(sdks, byAll);
    if (readings.every(({ by }) => (by & official) !== none)) return [];
    const object = bounds[bound]?.objects[index] ?? '';
    const message = t('SDKs disagree about {0}: {1}.', quoted(object), readingWords(readings));
    const fixes = replacement(type === 'semver' ? withoutBuild(object) : undefined, true);
    return [{ code, path: [keys[bound] ?? 'objects', index], message, fixes } as const];
  });
}

/** The readings of the given evaluators only. */
function among(sdks: Evaluators, readings: readonly ReadBy[]): readonly ReadBy[] {
  return readings.map(({ reading, by }) => ({ reading, by: by & sdks })).filter(({ by }) => by !== none);
}

/** Removes build metadata, which the rules ignore. @returns undefined without metadata, or if SDKs still disagree */
function withoutBuild(version: string): string | undefined {
  const [shorter = version] = version.split('+');
  const isDisputed = disagreementsOf('semver', [{ predicate: '>=', objects: [shorter] }]).length > 0;
  return shorter === version || isDisputed ? undefined : shorter;
}

/** The maximum length, in UTF-16 units, of an expression that is checked. */
const MAX_EXPRESSION_LENGTH = 1_024;

function disputedExpressions(bounds: readonly Bound[], sdks: Evaluators): readonly ObjectFinding[] {
  return bounds.flatMap(({ predicate, objects }) =>
    objects.flatMap((object, index): readonly ObjectFinding[] => {
      if (object.length > MAX_EXPRESSION_LENGTH) return [];
      const isNegative = predicate === 'does not match regex';
      const refusals = refusalsOf(object, { isNegative, isLast: index === objects.length - 1 });
      if (refusals === undefined || sdks === official) return [];
      const readings = among(sdks, refusals);
      if (readings.length === 0 && refusals.length > 0) return [];
      const message =
        readings.length > 0
          ? t('The regular expression engines of SDKs disagree about {0}: {1}.', quoted(object), readingWords(readings))
          : t(
              'The regular expression engines of SDKs may disagree about {0}: some read it differently, or not at all.',
              quoted(object),
            );
      return [{ code, path: ['objects', index], message }];
    }),
  );
}
