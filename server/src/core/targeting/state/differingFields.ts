/** Lists the fields in which two states differ, short enough for a code lens; changes.ts describes them fully. */
import { t } from '../../t.js';
import { rulesByKey } from './rules.js';
import type { Plain, State } from './state.js';
import { asObject, listIn, normalised, isEqual } from './state.js';

export function differingFields(from: State, to: State): readonly string[] {
  const [before, after] = [normalised(from), normalised(to)];
  const fields = Object.keys({ ...before.content, ...after.content });
  const differing = fields.filter((field) => !isEqual(before.content[field], after.content[field]));
  return [
    ...(before.disabled === after.disabled ? [] : [t('on/off')]),
    ...differing.map((field) => (field === 'rules' ? differingRules(before.content, after.content) : wordsOf(field))),
  ];
}

function wordsOf(field: string): string {
  switch (field) {
    case 'defaultServe':
      return t('the default');
    case 'disabledServe':
      return t('the value while disabled');
    case 'variations':
      return t('variations');
    case 'prerequisites':
      return t('prerequisites');
    default:
      return field;
  }
}

/** Whether the values that are in both lists of variations have a different order. */
export function otherOrder(one: Plain, other: Plain): boolean {
  const [ours, theirs] = [valuesIn(one), valuesIn(other)];
  const shared = (of: ReadonlySet<unknown>, by: ReadonlySet<unknown>) => [...of].filter((value) => by.has(value));
  return !isEqual(shared(ours, theirs), shared(theirs, ours));
}

function differingRules(from: Plain, to: Plain): string {
  const [before, after] = [rulesByKey(from), rulesByKey(to)];
  const keys = new Set([...before.keys(), ...after.keys()]);
  const count = [...keys].filter((key) => !isEqual(before.get(key)?.rule, after.get(key)?.rule)).length;
  // Neither side has rules, but a missing list differs from an empty list.
  if (keys.size === 0) return t('rules');
  if (count === 0) return t('the order of rules');
  return count === 1 ? t('1 rule') : t('{0} rules', count);
}

function valuesIn(content: Plain): ReadonlySet<unknown> {
  return new Set(listIn(content, 'variations').map((variation) => asObject(variation)?.['value']));
}
