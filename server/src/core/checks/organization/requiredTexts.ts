/**
 * # missing-comment (error; a rule of the organization)
 * The file has no `comment`, or a blank one, but [`require`](rules.md) asks for it.
 * Not reported: a comment that was not rewritten for the change.
 *
 * Fix: explain why the toggle is as it is.
 *
 * # missing-rule-name (error; a rule of the organization)
 * A rule has no name, or a blank one, but [`require`](rules.md) asks for it.
 * Not reported: rules that the file leaves to the service.
 *
 * Fix: name the rule; the fix proposes a name made from its conditions.
 *
 * # missing-description (error; a rule of the organization)
 * A variation has no description, or a blank one, but [`require`](rules.md) asks for it.
 * Not reported: variations that the file leaves to the service.
 *
 * Fix: describe what users get.
 * ---
 * wrong-type reports a text that is not a string.
 */
import { t } from '../../t.js';
import { asArray, asObject } from '../../json/plain.js';
import type { PlainObject } from '../check.js';
import { noFindings, objectCheck } from '../check.js';
import { findByPolicies, placeOfBody, requires } from './policies.js';
import type { Fix } from '../problem.js';
import { short } from '../words.js';

export const requiredComment = objectCheck({
  looksAt: 'body',
  reads: ['policies'],
  find: (body, { policies }) => {
    if (!lacksText('comment')(body)) return noFindings;
    const place = Object.hasOwn(body, 'comment') ? { path: ['comment'] } : placeOfBody(body);
    const message = t('Add a "comment": this config requires one ("{0}").', 'require');
    return findByPolicies(policies, 'require', requires('comment', true), () => ({
      code: 'missing-comment',
      ...place,
      message,
    }));
  },
});

export const requiredRuleName = objectCheck({
  looksAt: 'rule',
  reads: ['policies'],
  find: (rule, { policies }) =>
    findByPolicies(policies, 'require', requires('rule-name', lacksText('name')(rule)), () => ({
      ...{ code: 'missing-rule-name', message: t('The rule has no name ("{0}").', 'require') },
      ...placeIn(rule, 'name', ['serve', 'conditions']),
      fixes: proposedName(rule),
    })),
});

export const requiredDescription = objectCheck({
  looksAt: 'variation',
  reads: ['policies'],
  find: (variation, { policies }) =>
    findByPolicies(policies, 'require', requires('variation-description', lacksText('description')(variation)), () => ({
      ...{ code: 'missing-description', message: t('The variation has no description ("{0}").', 'require') },
      ...placeIn(variation, 'description', ['name', 'value']),
    })),
});

function lacksText(key: string): (object: PlainObject) => boolean {
  return ({ [key]: text }) => text === undefined || (typeof text === 'string' && text.trim() === '');
}

/** The key to mark. A missing text has no position, so another key of the object is marked instead. */
function placeIn(object: PlainObject, key: string, others: readonly string[]) {
  if (Object.hasOwn(object, key)) return { path: [key] };
  const other = others.find((each) => Object.hasOwn(object, each));
  return other === undefined ? { path: [] } : { path: [other], atKey: true };
}

/** Proposes a name made from the conditions. Proposes no name if a condition is incomplete. */
function proposedName({ conditions, ...others }: PlainObject): readonly Fix[] {
  const said = asArray(conditions)?.map(conditionInWords) ?? [];
  const isKnown = said.length > 0 && said.every((words) => words !== undefined) && Object.keys(others).length > 0;
  return isKnown ? [{ kind: 'set-properties', properties: { name: short(said.join(' & ')) } }] : [];
}

function conditionInWords(condition: unknown): string | undefined {
  const { subject = '', predicate, objects } = asObject(condition) ?? {};
  const texts =
    asArray(objects)
      ?.slice(0, MAX_NAMED)
      .filter((object) => typeof object === 'string') ?? [];
  if (typeof subject !== 'string' || typeof predicate !== 'string' || texts.length === 0) return undefined;
  return `${subject} ${predicate} ${texts.join(', ')}`.trim();
}

const MAX_NAMED = 3;
