/** textDocument/definition for serves and prerequisites. A variation leads to itself, so editors show its references. */
import type { Location, LocationLink, Position, Range } from 'vscode-languageserver-types';
import type { RelatedFiles } from '../../checks/beside/filesBeside.js';
import { noRelatedFiles } from '../../checks/beside/filesBeside.js';
import type { Span } from '../../json/nodes.js';
import type { Subject } from '../../targeting/values/subject.js';
import { subjectAt } from '../../targeting/values/subject.js';
import type { Toggles } from '../../targeting/toggles.js';
import { rangeAt } from '../../targeting/toggles.js';
import { namedAt } from './namedInTests.js';
import type { OpenDocument } from '../openDocument.js';
import { rangeOf } from '../openDocument.js';

export interface DefinitionOptions {
  readonly toggles: Toggles;
  /** Whether the client supports location links, which include the range of their origin. */
  readonly links: boolean;
  readonly beside?: RelatedFiles;
}

export function definition(
  document: OpenDocument,
  position: Position,
  { toggles, links, beside = noRelatedFiles }: DefinitionOptions,
): LocationLink[] | Location[] {
  const subject = subjectIn(document, position);
  const found =
    subject === undefined ? linksOfTests(document, position, beside) : linksFrom(document, subject, toggles);
  return links ? found : found.map(({ targetUri: uri, targetSelectionRange: range }) => ({ uri, range }));
}

/** Whether the definition is in another file; if so, the other files must be read first. */
export function isDefinedElsewhere(document: OpenDocument, position: Position): boolean {
  return subjectIn(document, position)?.kind === 'required';
}

export function subjectIn(document: OpenDocument, position: Position): Subject | undefined {
  return document.kind !== 'targeting' ? undefined : subjectAt(document.json, document.json.offsetAt(position));
}

function linksFrom(document: OpenDocument, subject: Subject, toggles: Toggles): LocationLink[] {
  const link = (from: Span, targetUri: string, targetRange: Range, targetSelectionRange: Range): LocationLink => {
    return { originSelectionRange: rangeOf(document, from), targetUri, targetRange, targetSelectionRange };
  };
  switch (subject.kind) {
    case 'variation': {
      const { variation, from, shown } = subject;
      return from ? [link(from, document.uri, rangeOf(document, variation.node), rangeOf(document, shown))] : [];
    }
    case 'required': {
      const { toggle, value: wanted, node } = subject;
      const files = toggles.named(toggle, document.uri);
      if (wanted === undefined) return files.map(({ uri }) => link(node, uri, startOfFile, startOfFile));
      return files.flatMap(({ uri, targeting: { variations = [] } }) =>
        variations.flatMap(({ value, place }) =>
          value?.text === wanted ? [link(node, uri, rangeAt(place), rangeAt(value.place))] : [],
        ),
      );
    }
    case 'rule-name':
      return [];
  }
}

function linksOfTests(document: OpenDocument, position: Position, beside: RelatedFiles): LocationLink[] {
  const named = namedAt(document, document.json.offsetAt(position), beside);
  if (named === undefined) return [];
  const originSelectionRange = rangeOf(document, named.span);
  const link = (targetRange: Range, targetSelectionRange: Range) => [
    { originSelectionRange, targetUri: named.uri, targetRange, targetSelectionRange },
  ];
  if (named.kind === 'user') return link(named.user.range, named.user.nameRange);
  const { variations, rules } = beside.tested?.targeting ?? {};
  const found = (named.kind === 'variation' ? variations : rules)?.[named.index];
  return found === undefined ? [] : link(rangeAt(found.place), rangeAt((found.name ?? found).place));
}

export const startOfFile = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
