/**
 * # contradictory-conditions (warning)
 * No user can meet all conditions of the rule, so it never matches. The message names the conditions that exclude each
 * other, or the one that never holds. The rule is shown faded.
 * Not reported: conditions on different attributes that exclude each other only in reality, such as city and country.
 *
 * Fix: correct a condition, or remove the rule.
 *
 * # shadowed-rule (warning)
 * The rule never matches: a rule above it, or several together, match everyone who meets its conditions. The rule is shown
 * faded, and the message links to the rules above.
 * Not reported: rules below a rule without conditions, which `unconditional-rule` reports.
 *
 * Fix: move it above the rule that takes its users, or remove it.
 *
 * # redundant-condition (hint)
 * Everyone who meets the other conditions of the rule meets this one, too. It is shown faded.
 * Not reported: a condition that all of your users meet, if other users could fail it.
 *
 * Fix: remove it; nobody's value changes.
 *
 * # redundant-object (hint)
 * The condition holds for the same users without the object. It is shown faded.
 * Not reported: objects of a condition that has more than 64.
 *
 * Fix: remove it; nobody's value changes.
 *
 * # rule-without-effect (hint)
 * Without the rule, everyone it matches would get the same value, in every bucket, from the rules below or the default. It
 * is shown faded.
 * Not reported: a rule that repeats the default, if the file leaves `defaultServe` to the service.
 *
 * Fix: remove it; nobody's value changes.
 *
 * # never-served (information)
 * A rule, a share or the default serves the variation, but no user ever gets that far.
 * Not reported: the variation of `disabledServe`, even while the toggle is enabled.
 *
 * Fix: correct the rule or default, or delete the variation.
 *
 * # incomplete-search (information)
 * The file has too many rules and conditions for a complete search, so more targeting may be dead. Every reported finding
 * is proved, and is the same on every machine.
 * Not reported: files of over 1,048,576 characters, or with a subject such as `constructor`; these are not searched.
 * ```jsonc
 * // thousands of rules with several types of conditions on one attribute
 * ```
 * Fix: use fewer rules; a segment can replace many.
 * ---
 * Turns the findings of the analysis into problems in the file, unless other checks report them. Editors show these
 * problems when typing pauses; the command line also checks files that are not open.
 */
import { t } from '../t.js';
import type { Claim } from '../analysis/dead/certificate.js';
import type { Finding } from '../analysis/dead/findings.js';
import type { JsonDocument } from '../json/document.js';
import { asObject } from '../json/plain.js';
import type { JsonNode, Path } from '../json/nodes.js';
import { listNamed, textNamed } from '../json/queries.js';
import { listIn } from '../targeting/model.js';
import { isAnyPredicate } from './conditions/betweenParts.js';
import type { FileFinding, FileSummary } from './check.js';
import type { Fix } from './problem.js';
import { listed, short } from './words.js';
import { listOf } from '../targeting/joined.js';

export type DeadTargeting = Finding;

/** @param said the findings of other checks @returns findings whose paths start at the body */
export function deadTargeting(
  document: JsonDocument,
  dead: readonly DeadTargeting[],
  { served }: Pick<FileSummary, 'served'>,
  said: readonly FileFinding[],
): readonly FileFinding[] {
  if (dead.length === 0) return [];
  const rules = listIn(document, 'rules')?.items ?? [];
  const called = (rule: number) => calledRule(rules[rule], rule);
  const isUnconditional = (rule = -1) => (listNamed(rules[rule], 'conditions')?.items.length ?? 0) === 0;
  return dead.flatMap((each): readonly FileFinding[] => {
    const { code } = each;
    const path = pathOf(each);
    const isOfRule = code === 'contradictory-conditions' || code === 'shadowed-rule';
    // Only a key is marked. features/diagnostics.ts fades the whole rule, which would be hard to read if marked, too.
    const atKey = isOfRule || code === 'incomplete-search';
    const marked = { path: isOfRule ? [...path, 'conditions'] : path, atKey };
    if (code === 'contradictory-conditions' && isSaidOfCondition(rules[each.rule], each.conditions)) return [];
    // `unconditional-rule` already reports that the rules below an unconditional rule are never tried.
    if (code === 'shadowed-rule' && each.by.length === 1 && isUnconditional(each.by[0])) return [];
    if (code === 'never-served' && !served.has(each.variation)) return [];
    if (said.some((other) => other.code === code && other.path.join() === path.join())) return [];
    const related = (code === 'shadowed-rule' ? each.by : []).map((rule) => ({
      path: ['content', 'rules', rule],
      message: t('Rule {0} is tried first.', called(rule)),
    }));
    return [
      {
        code,
        ...marked,
        message: messageOf(each, called),
        related,
        fixes: fixesOf(each),
        ...(code !== 'incomplete-search' && { claim: each }),
      },
    ];
  });
}

/** Whether another check already reports why a single condition never holds: its predicate or objects are invalid. */
function isSaidOfCondition(rule: JsonNode | undefined, conditions: readonly number[]): boolean {
  const [only = 0, ...more] = conditions;
  const condition = asObject(listNamed(rule, 'conditions')?.items[only]?.value);
  if (more.length > 0 || condition === undefined) return false;
  const { type, predicate, objects } = condition;
  if (typeof type !== 'string' || typeof predicate !== 'string' || !Array.isArray(objects)) return true;
  if (predicate === 'between') return type !== 'string' && type !== 'semver';
  return objects.length === 0 || !isAnyPredicate(predicate);
}

/** The rule's number, counted from 1, and its name: `2 "staff"`. */
export function calledRule(node: JsonNode | undefined, index: number): string {
  const name = textNamed(node, 'name') ?? '';
  return name === '' ? String(index + 1) : `${index + 1} ${JSON.stringify(short(name))}`;
}

/** @param called returns a rule's name by its index @param calledVariation returns a variation's name by its index */
export function messageOf(
  each: DeadTargeting,
  called: (rule: number) => string,
  calledVariation: (variation: number) => string = String,
): string {
  switch (each.code) {
    case 'contradictory-conditions': {
      const [last = '', ...others] = each.conditions.map((index) => String(index + 1)).reverse();
      if (others.length === 0) return t('This rule never matches: its condition {0} never holds.', last);
      const first = listOf(others.reverse());
      return each.at.of === 'attribute'
        ? t(
            'This rule never matches: its conditions {0} and {1} on {2} contradict each other.',
            first,
            last,
            listed([each.at.name]),
          )
        : t('This rule never matches: its conditions {0} and {1} contradict each other.', first, last);
    }
    case 'shadowed-rule': {
      const [last = '', ...others] = each.by.map(called).reverse();
      return others.length === 0
        ? t('No user reaches this rule: rule {0} matches everyone who meets its conditions.', last)
        : t(
            'No user reaches this rule: rules {0} and {1} together match everyone who meets its conditions.',
            listOf(others.reverse()),
            last,
          );
    }
    case 'redundant-condition':
      return t('This condition changes nothing: everyone who meets the other conditions of the rule meets it, too.');
    case 'redundant-object':
      return t('This object changes nothing: the condition matches the same users without it.');
    case 'rule-without-effect':
      return t('This rule changes nothing: its users get the same value without it.');
    case 'incomplete-search':
      return t('Only a part of this file was searched for dead targeting: it has too many rules and conditions.');
    case 'never-served':
      return t(
        'Nobody ever gets variation {0}: no user reaches a rule or default that serves it.',
        calledVariation(each.variation),
      );
    default:
      return each.isDisabled
        ? t('This prerequisite is not met: the other toggle is disabled and does not serve this value.')
        : t('This prerequisite is never met: the rules of the other toggle never serve this value.');
  }
}

function fixesOf(each: DeadTargeting): readonly Fix[] {
  const remove = (what: Extract<Fix, { kind: 'remove-item' }>['what']): Fix => ({ kind: 'remove-item', what });
  switch (each.code) {
    case 'shadowed-rule': {
      const [above = 0] = each.by;
      return [...(each.canBeBefore ? [{ kind: 'move-rule-above', rule: above } as const] : []), remove('rule')];
    }
    case 'contradictory-conditions':
    case 'rule-without-effect':
      return [remove('rule')];
    case 'redundant-condition':
      return [remove('condition')];
    case 'redundant-object':
      return [remove('object')];
    default:
      return [];
  }
}

export function pathOf(each: DeadTargeting | Claim): Path {
  switch (each.code) {
    case 'never-served':
      return ['content', 'variations', each.variation];
    case 'incomplete-search':
      return ['content'];
    case 'redundant-condition':
      return ['content', 'rules', each.rule, 'conditions', each.condition];
    case 'redundant-object':
      return ['content', 'rules', each.rule, 'conditions', each.condition, each.list, each.object];
    default:
      return 'rule' in each
        ? ['content', 'rules', each.rule]
        : ['content', 'prerequisites', each.prerequisite, 'value'];
  }
}
