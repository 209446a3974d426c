/**
 * duplicate-key: a property that stands again further down in the same object. JSON readers keep the last one, so the
 * earlier ones are marked. Reads the tree, since plain data no longer has the earlier ones.
 */
import type { JsonNode, ObjectNode } from '../document/nodes.js';
import type { JsonDocument } from '../document/parse.js';
import { messages } from './catalogue.js';
import type { Problem } from './problem.js';

export function duplicateKeys(document: JsonDocument): readonly Problem[] {
  const problems: Problem[] = [];
  const open: (JsonNode | undefined)[] = [document.root];
  for (let node = open.pop(); node !== undefined || open.length > 0; node = open.pop()) {
    if (node?.kind === 'array') for (const item of node.items) open.push(item);
    if (node?.kind !== 'object') continue;
    for (const problem of duplicatesIn(node)) problems.push(problem);
    for (const property of node.properties) open.push(property.node);
  }
  return problems;
}

function duplicatesIn({ properties, byKey: last }: ObjectNode): Problem[] {
  if (last.size === properties.length) return [];
  return properties.flatMap((property): Problem[] => {
    const winner = last.get(property.key.value);
    if (winner === undefined || winner === property) return [];
    const { start, end, value } = property.key;
    const related = [{ start: winner.key.start, end: winner.key.end, message: messages.duplicateKeyRelated }];
    return [{ code: 'duplicate-key', start, end, message: messages.duplicateKey(value), related, fixes: [] }];
  });
}
