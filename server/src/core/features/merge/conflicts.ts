/**
 * Where the results of a merge differ, by how it is decided: one conflict for each rule and each other field. What cannot be
 * decided on its own is one conflict: rules that stand in another order, and all that means variations by their index where
 * both sides have other variations. So whatever people take of each, no index comes to mean another variation.
 */
import { haveTwins, rulesByKey } from '../../targeting/state/rules.js';
import { valuesOf } from '../../targeting/state/serveValues.js';
import type { Plain } from '../../targeting/state/state.js';
import { asObject, same } from '../../targeting/state/state.js';
import type { JsonDocument } from '../../json/document.js';
import { parse } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import type { JsonNode, Span } from '../../json/nodes.js';
import { propertyNamed } from '../../json/queries.js';
import { valueEdits } from '../../json/edit/valueEdits.js';
import { indexAround } from '../actions/offers.js';

/** Files as they become when everything contested is decided for one side. */
export interface Decided {
  readonly ours: Plain;
  readonly theirs: Plain;
  readonly base?: Plain;
}

/** What makes of the text, which is as ours has it, what the others have. */
export interface Conflict {
  readonly theirs: readonly Edit[];
  readonly base: readonly Edit[];
}

/** @param document says what is decided for ours */
export function conflictsIn(document: JsonDocument, { ours, theirs, base = ours }: Decided): readonly Conflict[] {
  const edits = { theirs: editsTo(document, theirs), base: editsTo(document, base) };
  const oneContent = [theirs, base].some((other) => !same(valuesIn(ours), valuesIn(other)));
  const oneList = !canBeMixed(document, ours, theirs, edits.theirs) || !canBeMixed(document, ours, base, edits.base);
  const placeOf = (edit: Edit): Span => {
    const [file, content] = [document.root, propertyNamed(document.root, 'content')];
    const field = around(file, edit);
    if (field === undefined || field !== content || oneContent) return field ?? edit;
    const part = around(content.node, edit);
    const rules = propertyNamed(content.node, 'rules');
    if (part === undefined || part !== rules || oneList) return part ?? edit;
    return around(rules.node, edit) ?? edit;
  };
  const conflicts = new Map<Span, Record<keyof Conflict, Edit[]>>();
  for (const side of ['theirs', 'base'] as const)
    for (const edit of edits[side]) {
      const place = placeOf(edit);
      const conflict = conflicts.get(place) ?? { theirs: [], base: [] };
      conflict[side].push(edit);
      conflicts.set(place, conflict);
    }
  return [...conflicts.values()];
}

/** Those after which the text says it, and nothing else. */
export function editsTo(document: JsonDocument, file: Plain): readonly Edit[] {
  return valueEdits(document, parse(JSON.stringify(file)), () => false);
}

/** Whether each rule can be as either has it: none that both have is taken away to stand elsewhere. */
function canBeMixed(document: JsonDocument, ours: Plain, other: Plain, edits: readonly Edit[]): boolean {
  if ([ours, other].some((file) => haveTwins(contentOf(file)))) return false;
  const list = propertyNamed(propertyNamed(document.root, 'content')?.node, 'rules')?.node;
  if (list?.kind !== 'array') return true;
  const [keys, others] = [[...rulesByKey(contentOf(ours)).keys()], rulesByKey(contentOf(other))];
  const shared = list.items.filter((_, index) => others.has(keys[index] ?? ''));
  return edits.every(
    (edit) =>
      around(list, edit) !== undefined || shared.every(({ start, end }) => edit.end <= start || end <= edit.start),
  );
}

/** The property or item that has all of it. */
function around(node: JsonNode | undefined, span: Span): Span | undefined {
  const spans = node?.kind === 'object' ? node.properties : node?.kind === 'array' ? node.items : [];
  return spans[indexAround(spans, span) ?? -1];
}

function valuesIn(file: Plain): readonly string[] {
  return valuesOf({ disabled: false, content: contentOf(file) });
}

function contentOf(file: Plain): Plain {
  return asObject(file['content']) ?? {};
}
