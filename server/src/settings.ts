/** What the client tells of the editor and its settings, from plain data that nobody has checked. */
import { readSeverities } from './config/config.js';
import { asArray, asObject } from './document/plain.js';
import type { OpenDocument } from './features/openDocument.js';
import type { Problem, Severities } from './problems/problem.js';
import { deleteVariationCommand } from './protocol.js';

export interface Settings {
  readonly severities: Severities;
  /** How many problems of one file are shown. */
  readonly maxProblems: number;
  readonly editorReports: { readonly syntax: boolean; readonly config: boolean };
  /** The client has the command that asks what to serve instead of a deleted variation. */
  readonly asks: boolean;
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
    asks: asArray(own['clientCommands'])?.includes(deleteVariationCommand) === true,
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
