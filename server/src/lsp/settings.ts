/** Reads the client's settings, which are unchecked data. */
import type { CompletionClientCapabilities } from 'vscode-languageserver-protocol';
import { InsertTextMode } from 'vscode-languageserver-types';
import { readSeverities } from '../workspace/config/config.js';
import { asArray, asObject } from '../core/json/plain.js';
import type { Editor } from '../core/features/completion/completionItems.js';
import type { OpenDocument } from '../core/features/openDocument.js';
import { hintsOf, lensesOf } from '../core/protocol/settings.js';
import type { ProblemCode } from '../core/checks/codes.js';
import { settableCodes } from '../core/checks/codes.js';
import type { Problem } from '../core/checks/problem.js';
import {
  promoteRuleCommand,
  deleteVariationCommand,
  newFileCommand,
  openCommand,
  showPlaceCommand,
  showWhyCommand,
} from '../core/features/commandNames.js';

/** The settings as read. ServerSettings (protocol.ts) documents them. */
export type Settings = Readonly<ReturnType<typeof readSettings>>;

/** The current settings: the client's latest settings take precedence over `initializationOptions`. */
export class CurrentSettings {
  #now: Settings;

  constructor(
    private readonly atTheStart: unknown,
    private readonly changed: (before: Settings) => void,
  ) {
    this.#now = readSettings(atTheStart);
  }

  get now(): Settings {
    return this.#now;
  }

  /** The settings for a file: the settings of its workspace folder, if the folder has its own settings. */
  of(uri: string): OfFolder {
    const around = this.#now.folders.filter((folder) => uri.startsWith(folder.uri));
    return around.toSorted((a, b) => b.uri.length - a.uri.length)[0] ?? this.#now;
  }

  change(value: unknown): void {
    const before = this.#now;
    this.#now = readSettings(value, this.atTheStart);
    this.changed(before);
  }
}

/**
 * Accepts the settings at the top level or below `toggleTargeting`, because editors differ. Missing settings keep their
 * initial values: some editors send null or `{}` on any change.
 */
export function readSettings(value: unknown, atTheStart?: unknown) {
  const own = { ...section(atTheStart), ...section(value) };
  const editorReports = asObject(own['editorReports']) ?? {};
  const [command, showUsers, codePages] = [own['showReferencesCommand'], own['showUsersCommand'], own['codePages']];
  const commands = asArray(own['clientCommands']) ?? [];
  return {
    ...ofFolder(own),
    folders: (asArray(own['folders']) ?? []).flatMap((folder) => {
      const { uri, ...its } = asObject(folder) ?? {};
      return typeof uri === 'string' ? [{ uri: uri.replace(/\/?$/, '/'), ...ofFolder(its) }] : [];
    }),
    /** Whether the client can ask which variation to serve instead of a deleted variation. */
    asks: commands.includes(deleteVariationCommand),
    promotesRules: commands.includes(promoteRuleCommand),
    makesFiles: commands.includes(newFileCommand),
    showsPlaces: commands.includes(showPlaceCommand),
    showsWhy: commands.includes(showWhyCommand),
    opens: commands.includes(openCommand),
    codeFolders: (asArray(own['codeFolders']) ?? []).filter((uri) => typeof uri === 'string'),
    maxProblems: maximum(own['maxProblems']),
    allFiles: own['allFiles'] === true,
    problemsIn: own['problemsIn'] === 'openFiles' ? 'openFiles' : 'workspace',
    serviceKnowledge: own['serviceKnowledge'] !== false,
    givesFiles: own['givesFiles'] === true,
    isTrusted: own['isTrusted'] === undefined || own['isTrusted'] === true,
    words: own['words'],
    showReferencesCommand: typeof command === 'string' ? command : undefined,
    codePages: typeof codePages === 'string' ? codePages : undefined,
    showUsersCommand: typeof showUsers === 'string' ? showUsers : undefined,
    editorReports: { syntax: editorReports['syntax'] === true, config: editorReports['config'] === true },
    /** The JSON features that the editor provides itself. */
    editorHas: {
      symbols: editorReports['symbols'] === true,
      foldingRanges: editorReports['foldingRanges'] === true,
      selectionRanges: editorReports['selectionRanges'] === true,
    },
  };
}

type OfFolder = Readonly<ReturnType<typeof ofFolder>>;

/** The settings that may differ between workspace folders. */
function ofFolder(own: Readonly<Record<string, unknown>>) {
  return {
    severities: readSeverities(own['problems'], settableCodes),
    hints: hintsOf(own['hints']),
    lenses: lensesOf(own['lenses']),
  };
}

function section(value: unknown): Readonly<Record<string, unknown>> {
  const object = asObject(value) ?? {};
  const { isTrusted } = object;
  return { ...(asObject(object['toggleTargeting']) ?? object), ...(isTrusted !== undefined && { isTrusted }) };
}

export function completionEditor(capabilities: CompletionClientCapabilities | undefined): Editor {
  const { completionItem, insertTextMode } = capabilities ?? {};
  const modes =
    completionItem?.insertTextModeSupport?.valueSet ?? (insertTextMode === undefined ? [] : [insertTextMode]);
  return {
    snippets: completionItem?.snippetSupport === true,
    indents: modes.includes(InsertTextMode.adjustIndentation),
  };
}

/** The maximum number of problems. The default is the number that VS Code shows for one file. */
function maximum(value: unknown): number {
  return typeof value === 'number' && value >= 1 ? Math.floor(value) : 1_000;
}

/** A locale that Intl accepts, by default `en`. Intl throws on some locales of editors, such as `zh_CN.UTF-8`. */
export function readLocale(value: unknown): string {
  const tag = typeof value === 'string' ? value.replaceAll('_', '-') : '';
  return /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?![a-z\d])/i.exec(tag)?.[0] ?? 'en';
}

const ofSchemas: readonly ProblemCode[] = ['invalid-config', 'invalid-users', 'invalid-tests'];

/** @returns a function that decides whether the editor itself reports a problem */
export function reportedByEditor(
  { editorReports }: Settings,
  kind: OpenDocument['kind'],
  languageId: string | undefined,
): (problem: Problem) => boolean {
  return (problem) => {
    if (ofSchemas.includes(problem.code) || problem.code === 'unknown-property')
      return kind !== 'targeting' && editorReports.config;
    if (problem.code !== 'syntax' && problem.code !== 'duplicate-key') return false;
    // VS Code does not report that a file is empty.
    if (problem.syntax === 'empty') return false;
    if (languageId !== 'json' && languageId !== 'jsonc') return false;
    // Editors accept comments in JSON with comments, but the service rejects them.
    return editorReports.syntax && !(languageId === 'jsonc' && kind === 'targeting' && problem.syntax === 'comment');
  };
}
