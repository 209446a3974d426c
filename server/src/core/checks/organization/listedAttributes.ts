/**
 * # unlisted-attribute (error; a rule of the organization)
 * The condition looks at an attribute that [`attributes`](rules.md) does not list. If no user has it, the condition is
 * never true.
 * Not reported: attributes that only code sends, or that segments of the service use.
 *
 * Fix: change to the attribute that was meant, or add this one to the list.
 *
 * # attribute-type (error; a rule of the organization)
 * The condition has a different type from the one that [`attributes`](rules.md) gives its attribute. `any` allows all types.
 * Not reported: a condition of an unknown type, which is an `unknown-type`.
 *
 * Fix: change the type of the condition, if the new type has its predicate and can read its objects.
 */
import { t } from '../../t.js';
import { asArray } from '../../json/plain.js';
import type { AttributeType, Policy } from '../../targeting/rules/policy.js';
import { attributeTypes } from '../../targeting/rules/policy.js';
import { isKnownPredicate } from '../../targeting/values/predicates.js';
import { isDatetime, isNumber, isSemver } from '../../targeting/values/values.js';
import type { FileFinding, PlainObject } from '../check.js';
import { noFindings, objectCheck } from '../check.js';
import { closestOf, didYouMean, replacement } from '../closest.js';
import { findByPolicies } from './policies.js';
import { quoted } from '../words.js';

export const listedAttribute = objectCheck({
  looksAt: 'condition',
  reads: ['policies'],
  find: (condition, { policies }) =>
    hasAttribute(condition)
      ? findByPolicies(
          policies,
          'attributes',
          (attributes) => wayIn(condition, attributes),
          (way, attributes) =>
            way === 'unlisted' ? unlisted(condition.subject, attributes) : ofOtherType(condition, way),
        )
      : noFindings,
});

type Condition = PlainObject & { readonly subject: string };
type Attributes = NonNullable<Policy['attributes']>;

/** Whether the condition has a subject to check. `empty-subject` reports an empty subject if it is a mistake. */
function hasAttribute(condition: PlainObject): condition is Condition {
  const { type, subject } = condition;
  return type !== 'segment' && typeof subject === 'string' && subject !== '';
}

/** @returns 'unlisted', or the listed type if the condition has another type; undefined if the condition is correct */
function wayIn({ type, subject }: Condition, attributes: Attributes): AttributeType | 'unlisted' | undefined {
  const listed = attributes.get(subject);
  if (listed === undefined) return 'unlisted';
  // `unknown-type` reports an unknown type.
  const isRight = listed === 'any' || listed === type || !attributeTypes.some((known) => known === type);
  return isRight ? undefined : listed;
}

function unlisted(subject: string, attributes: Attributes): FileFinding {
  const closest = closestOf(subject, firstOf(attributes.keys()));
  const said = t('The attribute {0} is not listed ("{1}").', quoted(subject), 'attributes');
  const message = didYouMean(said, closest);
  return { code: 'unlisted-attribute', path: ['subject'], message, fixes: replacement(closest, false) };
}

function ofOtherType(condition: Condition, listed: AttributeType): FileFinding {
  const { type, subject, predicate } = condition;
  const said = t(
    'The attribute {0} has the type "{1}" ("{2}"), but the condition has the type "{3}".',
    quoted(subject),
    listed,
    'attributes',
    String(type),
  );
  const word = typeof predicate === 'string' ? predicate : undefined;
  const isInBoth = isKnownPredicate(listed, word);
  const message =
    word === undefined || isInBoth ? said : t('{0} The type "{1}" has no predicate {2}.', said, listed, quoted(word));
  const fixes = replacement(isInBoth && readsAs(condition, listed) ? listed : undefined, false);
  return { code: 'attribute-type', path: ['type'], message, fixes };
}

function readsAs({ objects, rightObjects }: Condition, type: AttributeType): boolean {
  const reads = readers[type];
  const all = [objects, rightObjects].flatMap((list) => asArray(list) ?? []);
  return reads !== undefined && all.length > 0 && all.every((object) => typeof object === 'string' && reads(object));
}

const readers: Readonly<Partial<Record<AttributeType, (text: string) => boolean>>> = {
  number: isNumber,
  datetime: isDatetime,
  semver: isSemver,
};

function firstOf(names: Iterable<string>): readonly string[] {
  const first: string[] = [];
  for (const name of names) if (first.push(name) === MAX_COMPARED) break;
  return first;
}

/** The maximum number of names that an unlisted attribute is compared with. */
const MAX_COMPARED = 100;
