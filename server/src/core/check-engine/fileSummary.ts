/** Summarizes a file for the checks that depend on the whole file. */
import type { FileSummary, PlainObject, UnconditionalRule } from '../checks/check.js';
import type { JsonDocument } from '../json/document.js';
import type { JsonNode } from '../json/nodes.js';
import { asObject } from '../json/plain.js';
import { listNamed, nodeAt } from '../json/queries.js';
import { servedBy, servesSomething } from './objects.js';
import type { FoundObject } from './walk.js';

/** Facts that checks need but that are not in the file. */
export type FileContext = Pick<FileSummary, 'services' | 'otherToggles' | 'policies' | 'sdks'>;

export interface RuleSummary {
  readonly name: string | undefined;
  /** The property to mark if the rule matches everyone; undefined if the rule has conditions. */
  readonly unconditional: string | undefined;
  /** Indexes of the variations that the rule serves. */
  readonly served: readonly number[];
}

/** @param objects the objects in the rule, starting with the rule itself */
export function summaryOfRule(objects: readonly FoundObject[]): RuleSummary {
  const rule = objects[0]?.object ?? {};
  const { name, conditions } = rule;
  const isUnconditional = conditions === undefined || (Array.isArray(conditions) && conditions.length === 0);
  return {
    name: typeof name === 'string' ? name : undefined,
    unconditional: isUnconditional ? propertyToMark(rule) : undefined,
    served: servedIn(objects),
  };
}

function propertyToMark(rule: PlainObject): string {
  return ['conditions', 'name', 'serve'].find((key) => Object.hasOwn(rule, key)) ?? 'conditions';
}

function servedIn(objects: readonly FoundObject[]): readonly number[] {
  return objects.flatMap(({ object, shape }) => (shape.definition === 'serve' ? servedBy(object) : []));
}

/** @param objects the objects outside of the rules, starting with the body */
export function fileSummary(
  json: JsonDocument,
  objects: readonly FoundObject[],
  rules: readonly RuleSummary[],
  known: FileContext,
): FileSummary {
  const body = objects[0]?.object ?? {};
  const { disabled } = body;
  const { rules: listed, disabledServe, defaultServe } = asObject(body['content']) ?? {};
  const content = nodeAt(json, ['content']);
  const list = (key: string) => listNamed(content, key)?.items;
  const values = (items: readonly JsonNode[] | undefined) =>
    items?.slice(0, MAX_ITEMS).map(({ value }): unknown => value);
  const variations = list('variations');
  const served = new Set(servedIn(objects));
  for (const rule of rules) for (const index of rule.served) served.add(index);
  return {
    variationCount: variations?.length,
    disabled: typeof disabled === 'boolean' ? disabled : undefined,
    ruleNames: rules.map(({ name }) => name),
    unconditionalRules: rules.flatMap(({ unconditional: property }, rule): UnconditionalRule[] =>
      property === undefined ? [] : [{ rule, property }],
    ),
    variations: values(variations),
    prerequisites: values(list('prerequisites')) ?? [],
    served,
    hasAllServes: Array.isArray(listed) && servesSomething(disabledServe) && servesSomething(defaultServe),
    ...known,
  };
}

/** Maximum number of variations or prerequisites in a summary; real files have fewer. */
const MAX_ITEMS = 1_000;
