/** What the client tells of the editor and its settings, from plain data that nobody has checked. */
import type { CompletionClientCapabilities } from 'vscode-languageserver-protocol';
import { InsertTextMode } from 'vscode-languageserver-types';
import { readSeverities } from '../workspace/config/config.js';
import { asArray, asObject } from '../core/json/plain.js';
import type { Editor } from '../core/features/completion/items.js';
import type { OpenDocument } from '../core/features/openDocument.js';
import type { ProblemCode } from '../core/checks/codes.js';
import { settableCodes } from '../core/checks/codes.js';
import type { Problem } from '../core/checks/problem.js';
import {
  carryRuleOverCommand,
  deleteVariationCommand,
  newFileCommand,
  openCommand,
  showPlaceCommand,
  showWhyCommand,
} from '../core/features/commandNames.js';

/** ServerSettings (protocol.ts) says what each of them means. */
export type Settings = Readonly<ReturnType<typeof readSettings>>;

/** The settings that hold now: those of `initializationOptions`, and over them what the client said last. */
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

  /** What holds for a file: that of its workspace folder, where the folder has its own. */
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
 * Takes `{ problems, inlayHints, editorReports, … }` or the same below a key `toggleTargeting`, as editors differ in that. What is not
 * mentioned is as it was said at the start: editors that know nothing of us send null or `{}` when their settings change.
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
    /** The client has the command that asks what to serve instead of a deleted variation. */
    asks: commands.includes(deleteVariationCommand),
    /** It has the command that makes a rule in the files of other environments, too. */
    carriesOver: commands.includes(carryRuleOverCommand),
    /** It has the command that makes a targeting file. */
    makesFiles: commands.includes(newFileCommand),
    /** It has the command that shows a place. */
    showsPlaces: commands.includes(showPlaceCommand),
    /** It has the command that opens the page that says why a finding is true. */
    showsWhy: commands.includes(showWhyCommand),
    /** It has the command that opens a page. */
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
    /** What the editor does of JSON by itself, so that nothing is there twice. */
    editorHas: {
      symbols: editorReports['symbols'] === true,
      foldingRanges: editorReports['foldingRanges'] === true,
      selectionRanges: editorReports['selectionRanges'] === true,
    },
  };
}

type OfFolder = Readonly<ReturnType<typeof ofFolder>>;

/** What each workspace folder may have otherwise. */
function ofFolder(own: Readonly<Record<string, unknown>>) {
  const inlayHints = asObject(own['inlayHints']) ?? {};
  const codeLens = asObject(own['codeLens']) ?? {};
  return {
    severities: readSeverities(own['problems'], settableCodes),
    inlayHints: {
      select: inlayHints['select'] !== false,
      split: inlayHints['split'] !== false,
      index: inlayHints['index'] !== false,
      objects: inlayHints['objects'] !== false,
    },
    codeLens: {
      servedBy: codeLens['servedBy'] !== false,
      users: codeLens['users'] !== false,
      times: codeLens['times'] !== false,
      asked: codeLens['asked'] !== false,
    },
  };
}

function section(value: unknown): Readonly<Record<string, unknown>> {
  const object = asObject(value) ?? {};
  const { isTrusted } = object;
  return { ...(asObject(object['toggleTargeting']) ?? object), ...(isTrusted !== undefined && { isTrusted }) };
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

/**
 * The language of the editor as Intl takes it: Intl throws at what it cannot read, and clients say `zh_CN.UTF-8`, too.
 * English, as our own words are, where nothing sensible is said.
 */
export function readLocale(value: unknown): string {
  const tag = typeof value === 'string' ? value.replaceAll('_', '-') : '';
  return /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?![a-z\d])/i.exec(tag)?.[0] ?? 'en';
}

const ofSchemas: readonly ProblemCode[] = ['invalid-config', 'invalid-users', 'invalid-tests'];

/** Which problems the editor says itself, so that nothing is said twice. */
export function reportedByEditor(
  { editorReports }: Settings,
  kind: OpenDocument['kind'],
  languageId: string | undefined,
): (problem: Problem) => boolean {
  return (problem) => {
    if (ofSchemas.includes(problem.code) || problem.code === 'unknown-property')
      return kind !== 'targeting' && editorReports.config;
    if (problem.code !== 'syntax' && problem.code !== 'duplicate-key') return false;
    // VS Code says nothing of an empty file.
    if (problem.syntax === 'empty') return false;
    if (languageId !== 'json' && languageId !== 'jsonc') return false;
    // In a document that the editor takes for JSON with comments, a comment is right to it; to the service it is not.
    return editorReports.syntax && !(languageId === 'jsonc' && kind === 'targeting' && problem.syntax === 'comment');
  };
}
