/** Settings that a client sends. */

/** `initializationOptions`, and the `settings` of workspace/didChangeConfiguration. All fields may be absent. */
export interface ServerSettings {
  /** Severity by problem code; a targeting.config.json overrides it. Invalid severities are ignored. */
  readonly problems?: Readonly<Record<string, string | undefined>>;
  /** Settings of individual workspace folders. The innermost folder counts. */
  readonly folders?: readonly ({ readonly uri: string } & Pick<
    ServerSettings,
    'problems' | 'inlayHints' | 'codeLens'
  >)[];
  /** The maximum number of problems shown per file; 1000 by default. */
  readonly maxProblems?: number;
  /** Whether every file opened from now on is treated as a targeting file, regardless of its name; false by default. */
  readonly allFiles?: boolean;
  /** `workspace` (the default) also reports problems of files that are not open. */
  readonly problemsIn?: 'workspace' | 'openFiles';
  /** Inlay hints, each shown unless `false`. */
  readonly inlayHints?: {
    /** After a `select`, its variation. */
    readonly select?: boolean;
    /** After each entry of a `split`, its percentage and variation. */
    readonly split?: boolean;
    readonly index?: boolean;
    /** After the opening bracket of a long list of `objects`, their number. */
    readonly objects?: boolean;
  };
  /** Lenses, each shown unless `false`. */
  readonly codeLens?: {
    /** Above each variation, the rules and the default that serve it. */
    readonly servedBy?: boolean;
    /** Above a rule or the default, the known users who match it. */
    readonly users?: boolean;
    /** Above a rule, when it starts or stops matching anyone. */
    readonly times?: boolean;
    /** Above a rule or the default, the number of requests from applications the environment is served to. */
    readonly asked?: boolean;
  };
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
