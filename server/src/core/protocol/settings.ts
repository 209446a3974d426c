/** Settings that a client sends, and the lenses and hints that the settings enable. */

export const hintNames = ['select', 'split', 'index', 'objects'] as const;

/** The names of all lenses. The client shows the first two lenses; the server shows the other lenses. */
export const lensNames = ['drift', 'sinceCommit', 'dead', 'requests', 'users', 'times', 'references'] as const;

export type LensName = (typeof lensNames)[number];

/** The default lenses. If no others are shown, there is at most one lens per line. */
const essential = ['drift', 'sinceCommit', 'dead', 'requests', 'users'] as const;

/** @param setting the unchecked value of the setting `lenses`; the essential lenses if it is not a list */
export function lensesOf(setting: unknown): { readonly names: readonly LensName[]; readonly onePerLine: boolean } {
  const names = Array.isArray(setting) ? namesIn(setting, lensNames) : essential;
  return { names, onePerLine: names.every((name) => essential.some((each) => each === name)) };
}

/** @param setting the unchecked value of the setting `hints`; all hints if it is not a list */
export function hintsOf(setting: unknown): Readonly<Record<(typeof hintNames)[number], boolean>> {
  const names = Array.isArray(setting) ? namesIn(setting, hintNames) : hintNames;
  const has = (name: (typeof hintNames)[number]) => names.includes(name);
  return { select: has('select'), split: has('split'), index: has('index'), objects: has('objects') };
}

function namesIn<T>(listed: readonly unknown[], all: readonly T[]): readonly T[] {
  return all.filter((name) => listed.includes(name));
}

/** The fields of `initializationOptions`, and of `settings` in workspace/didChangeConfiguration; all are optional. */
export interface ServerSettings {
  /** Severities by problem code; a targeting.config.json overrides them. Invalid severities are ignored. */
  readonly problems?: Readonly<Record<string, string | undefined>>;
  /** Settings of individual workspace folders. The innermost folder applies. */
  readonly folders?: readonly ({ readonly uri: string } & Pick<ServerSettings, 'problems' | 'hints' | 'lenses'>)[];
  /** The maximum number of problems shown per file; 1000 by default. */
  readonly maxProblems?: number;
  /** Whether every file opened from now on is treated as a targeting file, regardless of its name; false by default. */
  readonly allFiles?: boolean;
  /** `workspace` (the default) also reports problems of files that are not open. */
  readonly problemsIn?: 'workspace' | 'openFiles';
  /** The names of the hints to show; by default, all. Unknown names are ignored. */
  readonly hints?: readonly string[];
  /** The names of the lenses to show; by default, the essential lenses. Unknown names are ignored. */
  readonly lenses?: readonly string[];
  /** Whether the server uses what the client read from services; true by default. */
  readonly serviceKnowledge?: boolean;
  /** The client's command that shows references; takes a URI and an LSP position. Without it, lenses are not links. */
  readonly showReferencesCommand?: string;
  /** The client's command that shows who gets what. Without it, lenses about users are not links. */
  readonly showUsersCommand?: string;
  /** URIs of more folders that `code.include` and `toggles` in configs may refer to. Workspaces must not set them. */
  readonly codeFolders?: readonly string[];
  /** The URI scheme of the client's code pages; the query is `CodePageParams`. If absent, code opens directly. */
  readonly codePages?: string;
  readonly editorReports?: {
    /** Whether the editor reports syntax problems and duplicate keys of JSON files. */
    readonly syntax?: boolean;
    /** Whether the editor validates targeting.config.json, users files and test files against their schemas. */
    readonly config?: boolean;
    /** Whether the editor has its own outline, folding and selection ranges for JSON files; read at startup only. */
    readonly symbols?: boolean;
    readonly foldingRanges?: boolean;
    readonly selectionRanges?: boolean;
  };
  /** Whether the client sends files that the server cannot read (givenFiles.ts); the server waits for them on start. */
  readonly givesFiles?: boolean;
  /** Whether the user trusts the workspace; true by default. If false, the server does not start programs. */
  readonly isTrusted?: boolean;
  /** Translations, by English text. Required by a server in a browser, which cannot read translation files. */
  readonly words?: Readonly<Record<string, string>>;
  /** The client's commands that code actions may use: the commands in commandNames.ts, except the last. */
  readonly clientCommands?: readonly string[];
}
