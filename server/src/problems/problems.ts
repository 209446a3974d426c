/**
 * All problems of a document, in the order of the text. A rule is a function in a file of its own; this is the list.
 */
import type { JsonDocument } from '../document/parse.js';
import { spanAt } from '../document/queries.js';
import { duplicateKeys } from './duplicateKey.js';
import type { Finding, Problem } from './problem.js';
import { configSchemaProblems, targetingSchemaProblems } from './schemaProblems.js';
import { selectOutOfRange } from './selectOutOfRange.js';
import { syntaxProblems } from './syntax.js';

/** Rules that see plain data: the body as JSON.parse would give it, whatever its shape. */
const rules: readonly ((body: unknown) => readonly Finding[])[] = [selectOutOfRange];

export function targetingProblems(document: JsonDocument): readonly Problem[] {
  const findings = [...targetingSchemaProblems(document), ...rules.flatMap((rule) => rule(document.root?.value))];
  return inOrder([...syntaxProblems(document), ...duplicateKeys(document), ...placed(document, findings)]);
}

export function configProblems(document: JsonDocument): readonly Problem[] {
  return inOrder([
    ...syntaxProblems(document),
    ...duplicateKeys(document),
    ...placed(document, configSchemaProblems(document)),
  ]);
}

function placed(document: JsonDocument, findings: readonly Finding[]): Problem[] {
  return findings.map(({ path, at, code, message, related = [], fixes = [] }) => {
    const { start, end } = spanAt(document, path, at);
    const places = related.map((place) => ({ ...span(document, place.path), message: place.message }));
    return { code, message, start, end, related: places, fixes };
  });
}

function span(document: JsonDocument, path: Finding['path']) {
  const { start, end } = spanAt(document, path, 'key');
  return { start, end };
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => a.start - b.start || a.end - b.end);
}
