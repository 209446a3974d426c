/**
 * What checks compare of all rules of a file, put together from those of its chunks. It is kept in columns: a large file has
 * thousands of rules, and checks look at all of them with every letter.
 */
import type { FileSummary, PlainObject, UnconditionalRule } from '../checks/check.js';

export interface RuleSummary {
  readonly name: string | undefined;
  /** The property to mark where it has no conditions, and so matches everyone. */
  readonly unconditional: string | undefined;
}

export interface RuleList<Rule extends RuleSummary = RuleSummary> {
  readonly rules: readonly Rule[];
  readonly names: readonly (string | undefined)[];
  /** Counted in this list. */
  readonly unconditional: readonly UnconditionalRule[];
}

export function summaryOfRule(rule: PlainObject): RuleSummary {
  const { name, conditions } = rule;
  const isUnconditional = conditions === undefined || (Array.isArray(conditions) && conditions.length === 0);
  return {
    name: typeof name === 'string' ? name : undefined,
    unconditional: isUnconditional ? propertyToMark(rule) : undefined,
  };
}

function propertyToMark(rule: PlainObject): string {
  return ['conditions', 'name', 'serve'].find((key) => Object.hasOwn(rule, key)) ?? 'conditions';
}

export function listOf<Rule extends RuleSummary>(rules: readonly Rule[]): RuleList<Rule> {
  return {
    rules,
    names: rules.map(({ name }) => name),
    unconditional: rules.flatMap(({ unconditional }, rule) =>
      unconditional === undefined ? [] : [{ rule, property: unconditional }],
    ),
  };
}

export function joined(lists: readonly RuleList[]): Pick<FileSummary, 'ruleNames' | 'unconditionalRules'> {
  const ruleNames: (string | undefined)[] = [];
  const unconditionalRules: UnconditionalRule[] = [];
  for (const { names, unconditional } of lists) {
    for (const { rule, property } of unconditional)
      unconditionalRules.push({ rule: ruleNames.length + rule, property });
    for (const name of names) ruleNames.push(name);
  }
  return { ruleNames, unconditionalRules };
}
