/**
 * Finds conflicts: rules and fields whose merged result depends on the preferred side. Places that cannot be decided
 * separately are one conflict: reordered rules, and everything that refers to variations by index if the sides have
 * different variations. So no combination of choices gives an index a new meaning.
 */
import { haveTwins, rulesByKey } from '../../targeting/state/rules.js';
import { valuesOf } from '../../targeting/state/serveValues.js';
import type { Plain } from '../../targeting/state/state.js';
import { asObject, isEqual } from '../../targeting/state/state.js';
import type { JsonDocument } from '../../json/document.js';
import { parse } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import type { JsonNode, Span } from '../../json/nodes.js';
import { propertyNamed } from '../../json/queries.js';
import { valueEdits } from '../../json/edit/valueEdits.js';
import { indexAround } from '../actions/offers.js';

/** The merged file for each side, if that side wins all contested changes. */
export interface Decided {
  readonly ours: Plain;
  readonly theirs: Plain;
  readonly base?: Plain;
}

/** Edits that turn our text into the text of the other side or of the base. */
export interface Conflict {
  readonly theirs: readonly Edit[];
  readonly base: readonly Edit[];
}

/** @param document the document with the content of `ours` */
export function conflictsIn(document: JsonDocument, { ours, theirs, base = ours }: Decided): readonly Conflict[] {
  const edits = { theirs: editsTo(document, theirs), base: editsTo(document, base) };
  const oneContent = [theirs, base].some((other) => !isEqual(valuesIn(ours), valuesIn(other)));
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

/** Edits that give the document exactly the content of `file`. */
export function editsTo(document: JsonDocument, file: Plain): readonly Edit[] {
  return valueEdits(document, parse(JSON.stringify(file)), () => false);
}

/** Whether each rule can be taken from either side: no shared rule is removed in one place and added in another. */
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

/** The property or item of the node that contains the whole span. */
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
