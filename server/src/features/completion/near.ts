/** The conditions of the document itself, of the rules around a place: what one writes is like what stands nearby. */
import { nodeAt, propertyNamed } from '../../json/queries.js';
import type { Condition } from '../../targeting/model.js';
import { conditionOf, listIn } from '../../targeting/model.js';
import type { Site } from './proposal.js';

/** So that the size of the file does not matter. */
const rulesOnEachSide = 50;

export function conditionsNear({ json, path }: Site): readonly Condition[] {
  const rules = listIn(json, 'rules');
  const index = typeof path[2] === 'number' ? path[2] : 0;
  if (rules === undefined) return [];
  return rules.slice(index - rulesOnEachSide, index + rulesOnEachSide + 1).flatMap((rule) => {
    const conditions = propertyNamed(rule, 'conditions')?.node;
    if (conditions?.kind !== 'array') return [];
    return conditions.slice(0, mostOfARule).flatMap((item) => (item.kind === 'object' ? [conditionOf(item)] : []));
  });
}

const mostOfARule = 20;

/** The condition that a property or an object of it belongs to. */
export function conditionAt({ json, path }: Site): Condition | undefined {
  const node = nodeAt(json, path.slice(0, path.indexOf('conditions') + 2));
  return node?.kind === 'object' ? conditionOf(node) : undefined;
}
