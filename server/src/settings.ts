/** What the client tells of the editor and its settings, from plain data that nobody has checked. */
import type { CompletionClientCapabilities } from 'vscode-languageserver-protocol';
import { InsertTextMode } from 'vscode-languageserver-types';
import { readSeverities } from './config/config.js';
import { asObject } from './document/plain.js';
import type { Editor } from './features/completion/items.js';
import type { OpenDocument } from './features/openDocument.js';
import type { Problem, Severities } from './problems/problem.js';

export interface Settings {
  readonly severities: Severities;
  /** How many problems of one file are shown. */
  readonly maxProblems: number;
  readonly editorReports: { readonly syntax: boolean; readonly config: boolean };
}

/** Takes `{ problems, editorReports }` or the same below a key `toggleTargeting`, as editors differ in that. */
export function readSettings(value: unknown): Settings {
  const object = asObject(value) ?? {};
  const own = asObject(object['toggleTargeting']) ?? object;
  const editorReports = asObject(own['editorReports']) ?? {};
  return {
    severities: readSeverities(own['problems']),
    maxProblems: maximum(own['maxProblems']),
    editorReports: { syntax: editorReports['syntax'] === true, config: editorReports['config'] === true },
  };
}

/** What the editor can make of a completion. */
export function completionEditor(capabilities: CompletionClientCapabilities | undefined): Editor {
  const { completionItem, insertTextMode } = capabilities ?? {};
  const modes =
    completionItem?.insertTextModeSupport?.valueSet ?? (insertTextMode === undefined ? [] : [insertTextMode]);
  return {
    snippets: completionItem?.snippetSupport === true,
    indents: modes.includes(InsertTextMode.adjustIndentation),
  };
}

/** As many as VS Code shows of one file, where nothing sensible is said. */
function maximum(value: unknown): number {
  return typeof value === 'number' && value >= 1 ? Math.floor(value) : 1_000;
}

/** Which problems the editor says itself, so that nothing is said twice. */
export function reportedByEditor(
  { editorReports }: Settings,
  kind: OpenDocument['kind'],
  languageId: string | undefined,
): (problem: Problem) => boolean {
  return (problem) => {
    if (problem.code === 'invalid-config' || problem.code === 'unknown-property') {
      return kind === 'config' && editorReports.config;
    }
    if (problem.code !== 'syntax' && problem.code !== 'duplicate-key') return false;
    // VS Code says nothing of an empty file.
    if (problem.syntax === 'empty') return false;
    if (languageId !== 'json' && languageId !== 'jsonc') return false;
    // In a document that the editor takes for JSON with comments, a comment is right to it; to the service it is not.
    return editorReports.syntax && !(languageId === 'jsonc' && kind === 'targeting' && problem.syntax === 'comment');
  };
}
