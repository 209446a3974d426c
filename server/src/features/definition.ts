/**
 * textDocument/definition: from a serve to the variation it means, and from a prerequisite to the file of the other toggle
 * in the same environment, or the variation in it. A variation leads to itself: editors then offer its references.
 */
import type { Location, LocationLink, Position, Range } from 'vscode-languageserver-types';
import type { Span } from '../json/nodes.js';
import type { Subject } from '../targeting/subject.js';
import { subjectAt } from '../targeting/subject.js';
import type { Toggles } from '../targeting/toggles.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf } from './openDocument.js';

export interface DefinitionOptions {
  readonly toggles: Toggles;
  /** Whether the client knows links, which also say what they start from. */
  readonly links: boolean;
}

export function definition(
  document: OpenDocument,
  position: Position,
  { toggles, links }: DefinitionOptions,
): LocationLink[] | Location[] {
  const subject = subjectIn(document, position);
  const found = subject === undefined ? [] : linksFrom(document, subject, toggles);
  return links ? found : found.map(({ targetUri: uri, targetSelectionRange: range }) => ({ uri, range }));
}

/** Whether the answer is in other files, so that they must be known. */
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
        variations.flatMap(({ value, range }) => (value?.text === wanted ? [link(node, uri, range, value.range)] : [])),
      );
    }
    case 'rule-name':
      return [];
  }
}

export const startOfFile = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
