/** Settings that a client sends, and the lenses and hints that they show. */

export const hintNames = ['select', 'split', 'index', 'objects'] as const;

/** The client shows the first two, the server the others. */
export const lensNames = ['drift', 'sinceCommit', 'dead', 'requests', 'users', 'times', 'references'] as const;

export type LensName = (typeof lensNames)[number];

/** The `essential` lenses, of which a line has only one. */
const essential = ['drift', 'sinceCommit', 'dead', 'requests', 'users'] as const;

/** @param setting `lenses`, unchecked */
export function lensesOf(setting: unknown): { readonly names: readonly LensName[]; readonly onePerLine: boolean } {
  const isListed = setting === 'all' || setting === 'off' || Array.isArray(setting);
  return isListed ? { names: namesIn(setting, lensNames), onePerLine: false } : { names: essential, onePerLine: true };
}

/** @param setting `hints`, unchecked */
export function hintsOf(setting: unknown): Readonly<Record<(typeof hintNames)[number], boolean>> {
  const names = namesIn(setting, hintNames);
  const has = (name: (typeof hintNames)[number]) => names.includes(name);
  return { select: has('select'), split: has('split'), index: has('index'), objects: has('objects') };
}

/** @returns all names unless the setting is `off` or a list */
function namesIn<T>(setting: unknown, all: readonly T[]): readonly T[] {
  if (setting === 'off') return [];
  return Array.isArray(setting) ? all.filter((name) => setting.includes(name)) : all;
}

/** `initializationOptions`, and the `settings` of workspace/didChangeConfiguration. All fields may be absent. */
export interface ServerSettings {
  /** Severity by problem code; a targeting.config.json overrides it. Invalid severities are ignored. */
  readonly problems?: Readonly<Record<string, string | undefined>>;
  /** Settings of individual workspace folders. The innermost folder counts. */
  readonly folders?: readonly ({ readonly uri: string } & Pick<ServerSettings, 'problems' | 'hints' | 'lenses'>)[];
  /** The maximum number of problems shown per file; 1000 by default. */
  readonly maxProblems?: number;
  /** Whether every file opened from now on is treated as a targeting file, regardless of its name; false by default. */
  readonly allFiles?: boolean;
  /** `workspace` (the default) also reports problems of files that are not open. */
  readonly problemsIn?: 'workspace' | 'openFiles';
  /** `all` (the default), `off`, or the names of the hints to show; unknown names are ignored. */
  readonly hints?: 'all' | 'off' | readonly string[];
  /** `essential` (the default), `all`, `off`, or the names of the lenses to show; unknown names are ignored. */
  readonly lenses?: 'essential' | 'all' | 'off' | readonly string[];
  /** Whether the server uses what the client read from services; true by default. */
  readonly serviceKnowledge?: boolean;
  /** The client's command that shows references; takes a URI and an LSP position. Without it, lenses are not links. */
  readonly showReferencesCommand?: string;
  /** The client's command that shows who gets what. Without it, lenses about users are not links. */
  readonly showUsersCommand?: string;
  /** URIs of more folders that `code.include` and `toggles` of configs may name. Workspaces must not set it. */
  readonly codeFolders?: readonly string[];
  /** The scheme of the client's pages about code; the query is `CodePageParams`. If absent, places open directly. */
  readonly codePages?: string;
  readonly editorReports?: {
    /** The editor reports syntax problems and duplicate keys of JSON files. */
    readonly syntax?: boolean;
    /** The editor validates targeting.config.json, users and tests against their schemas. */
    readonly config?: boolean;
    /** The editor has an outline, folding, growing selections and a formatter for JSON files. Read on start only. */
    readonly symbols?: boolean;
    readonly foldingRanges?: boolean;
    readonly selectionRanges?: boolean;
    /** If true, textDocument/formatting is answered anyway, for clients that format through a command. */
    readonly formatting?: boolean;
  };
  /** The client sends files that the server cannot read from disk (files.ts); the server waits for them on start. */
  readonly givesFiles?: boolean;
  /** Whether the user trusts the workspace; true by default. If not, the server does not start programs. */
  readonly isTrusted?: boolean;
  /** Translations by English text, for a server in a browser, which cannot read its own. */
  readonly words?: Readonly<Record<string, string>>;
  /** The client's commands that code actions may use: those in commandNames.ts except the last. */
  readonly clientCommands?: readonly string[];
}
