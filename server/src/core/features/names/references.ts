/** textDocument/references for the variation or required toggle at the cursor, otherwise for the file's toggle. */
import type { Location, Position } from 'vscode-languageserver-types';
import type { Variation } from '../../targeting/model.js';
import { servesOfVariation } from '../../targeting/model.js';
import type { ToggleFile, Toggles } from '../../targeting/toggles.js';
import { rangeAt, requirementsOf } from '../../targeting/toggles.js';
import { startOfFile, subjectIn } from './definition.js';
import type { OpenDocument } from '../openDocument.js';
import { rangeOf } from '../openDocument.js';

export interface ReferenceOptions {
  readonly toggles: Toggles;
  readonly includeDeclaration: boolean;
}

export function references(document: OpenDocument, position: Position, options: ReferenceOptions): Location[] {
  const subject = subjectIn(document, position);
  switch (subject?.kind) {
    case 'variation':
      return ofVariation(document, subject.variation, options);
    case 'required': {
      const { toggle, value } = subject;
      const files = options.toggles.named(toggle, document.uri);
      return unique(
        files.flatMap((file) => (value === undefined ? ofToggle(file, options) : ofValue(file, value, options))),
      );
    }
    case 'rule-name':
    case undefined:
      return ofOwnToggle(document, options);
  }
}

/** The key of the toggle whose calls in code are references, too. @param own the key of the file's toggle */
export function toggleAskedFor(document: OpenDocument, position: Position, own: string): string | undefined {
  if (document.kind !== 'targeting') return undefined;
  const subject = subjectIn(document, position);
  switch (subject?.kind) {
    case 'variation':
      return undefined;
    case 'required':
      return subject.value === undefined ? subject.toggle : undefined;
    case 'rule-name':
    case undefined:
      return own;
  }
}

function ofVariation(
  document: OpenDocument,
  variation: Variation,
  { toggles, includeDeclaration }: ReferenceOptions,
): Location[] {
  const { uri, json } = document;
  const file = toggles.of(uri);
  const nodes = [...(includeDeclaration ? [variation.anchor] : []), ...servesOfVariation(json, variation)];
  return [
    ...nodes.map((node) => ({ uri, range: rangeOf(document, node) })),
    ...(file === undefined || variation.value === undefined ? [] : requirementsOf(toggles, file, variation.value)),
  ];
}

/** The references to the file's toggle. Files of the same toggle in other environments do not count. */
function ofOwnToggle({ kind, uri }: OpenDocument, options: ReferenceOptions): Location[] {
  const file = kind === 'targeting' ? options.toggles.of(uri) : undefined;
  return file === undefined ? [] : [...requirementsOf(options.toggles, file)];
}

function ofToggle(file: ToggleFile, { toggles, includeDeclaration }: ReferenceOptions): Location[] {
  const declaration = includeDeclaration ? [{ uri: file.uri, range: startOfFile }] : [];
  return [...declaration, ...requirementsOf(toggles, file)];
}

function ofValue(file: ToggleFile, text: string, { toggles, includeDeclaration }: ReferenceOptions): Location[] {
  const { uri, targeting } = file;
  const own = (targeting.variations ?? []).flatMap(({ name, value }, index) => {
    if (value?.text !== text) return [];
    const serves = targeting.serves.filter(({ variation }) => variation === index);
    return (includeDeclaration ? [name ?? value, ...serves] : serves).map(({ place }) => ({
      uri,
      range: rangeAt(place),
    }));
  });
  return [...own, ...requirementsOf(toggles, file, text)];
}

/** Removes duplicates: the toggle's files in two environments may have the same references. */
function unique(locations: readonly Location[]): Location[] {
  const key = ({ uri, range: { start } }: Location) => `${uri} ${start.line}:${start.character}`;
  return [...new Map(locations.map((location) => [key(location), location])).values()];
}
