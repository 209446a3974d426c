/** Settings that a client gives. */

/** `initializationOptions`, and the `settings` of workspace/didChangeConfiguration. All fields may be absent. */
export interface ServerSettings {
  /** Severity by problem code; a targeting.config.json comes before it. What is no severity is passed over. */
  readonly problems?: Readonly<Record<string, string | undefined>>;
  /** Of single workspace folders, where they have their own. Of folders in each other, the inner one counts. */
  readonly folders?: readonly ({ readonly uri: string } & Pick<
    ServerSettings,
    'problems' | 'inlayHints' | 'codeLens'
  >)[];
  /** How many problems of one file are shown; 1000 by default. */
  readonly maxProblems?: number;
  /** Whether each file that is opened from now on is taken for a targeting file, whatever it is called; false by default. */
  readonly allFiles?: boolean;
  /** Whether files that are not open have problems, too; they do by default. */
  readonly problemsIn?: 'workspace' | 'openFiles';
  /** Which inlay hints there are; each is on unless it is `false`. */
  readonly inlayHints?: {
    /** Behind a `select`, the variation that it means. */
    readonly select?: boolean;
    /** Behind each entry of a `split`, its percentage and variation. */
    readonly split?: boolean;
    /** At each variation, its index. */
    readonly index?: boolean;
    /** Behind the bracket of a long list of `objects`, how many there are. */
    readonly objects?: boolean;
  };
  /** Which lenses there are; each is on unless it is `false`. */
  readonly codeLens?: {
    /** Above each variation, what serves it. */
    readonly servedBy?: boolean;
    /** Above a rule or the default, which of the users at hand match it. */
    readonly users?: boolean;
    /** Above a rule, until when nobody matches it, or from when on. */
    readonly times?: boolean;
    /** Above a rule or the default, how often applications asked that the environment is served to. */
    readonly asked?: boolean;
  };
  /** Whether what the client read of services is used; true by default. */
  readonly serviceKnowledge?: boolean;
  /** The client's command that shows references; without it, lenses are words alone. Its arguments: a URI, an LSP position. */
  readonly showReferencesCommand?: string;
  /** The client's command that shows who gets what; without it, lenses of users are words alone. */
  readonly showUsersCommand?: string;
  /** URIs of folders that `code.include` and `toggles` of configs may name, besides those that are open. No workspace may set them. */
  readonly codeFolders?: readonly string[];
  /** The scheme of the client's pages about code, whose query is CodePageParams; without it, the first place is shown in their stead. */
  readonly codePages?: string;
  readonly editorReports?: {
    /** The editor itself reports syntax problems and duplicate keys of JSON files. */
    readonly syntax?: boolean;
    /** The editor itself checks targeting.config.json, users and tests against their schemas. */
    readonly config?: boolean;
    /** The editor itself has an outline, folding, growing selections and a formatter of JSON files. Looked at when the server starts. */
    readonly symbols?: boolean;
    readonly foldingRanges?: boolean;
    readonly selectionRanges?: boolean;
    /** Then textDocument/formatting is answered anyway, for a client that asks for it by a command. */
    readonly formatting?: boolean;
  };
  /** The client gives the files that are on no disk of the server's machine (files.ts), and the server waits for them at the start. */
  readonly givesFiles?: boolean;
  /** Whether people trust the workspace; true by default. Until then the server starts no program. */
  readonly isTrusted?: boolean;
  /** What the server says, by the English text: for one in a browser, which cannot read its own translations. */
  readonly words?: Readonly<Record<string, string>>;
  /** Commands that the client has, so that code actions may name them: those of commandNames.ts but the last. */
  readonly clientCommands?: readonly string[];
}
