/** textDocument/definition in code: the targeting files of the toggle at the position. */
import type { Location, LocationLink, Position } from 'vscode-languageserver-types';
import { startOfFile } from '../names/definition.js';
import type { CodeText } from './codeText.js';
import { keyAt } from './codeText.js';
import type { TogglesInCode } from './togglesInCode.js';

/** @param links whether the client supports location links, which include the range of their origin */
export function definitionInCode(
  code: CodeText,
  position: Position,
  toggles: TogglesInCode,
  links: boolean,
): LocationLink[] | Location[] {
  const finding = keyAt(code, position);
  const places = (finding && toggles.toggle(finding.key)?.places) ?? [];
  return links
    ? places.map(({ uri }) => ({
        ...(finding && { originSelectionRange: finding.range }),
        ...{ targetUri: uri, targetRange: startOfFile, targetSelectionRange: startOfFile },
      }))
    : places.map(({ uri }) => ({ uri, range: startOfFile }));
}
