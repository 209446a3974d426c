/** A client of the language server for tests. It waits for messages of the server, not for time. */
import type {
  ClientCapabilities,
  Diagnostic,
  DocumentDiagnosticReport,
  InitializeResult,
  LogMessageParams,
  ProtocolConnection,
  PublishDiagnosticsParams,
  Registration,
  RequestType,
  ShowMessageRequestParams,
  TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol/node';
import {
  CancellationTokenSource,
  createProtocolConnection,
  CodeLensRefreshRequest,
  DiagnosticRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  DocumentDiagnosticRequest,
  FileChangeType,
  InitializedNotification,
  InitializeRequest,
  LogMessageNotification,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShowMessageRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import type { ServerSettings } from '../../server/src/core/protocol.js';
import { targetsChangedNotification } from '../../server/src/core/protocol.js';

export interface ServerTrial {
  readonly connection: ProtocolConnection;
  readonly ask: <P, R, E>(type: RequestType<P, R, E>, params: P) => Promise<R>;
  readonly initialized: InitializeResult;
  readonly open: (uri: string, text: string, languageId?: string) => Promise<void>;
  /** Applies changes one after the other, as one version. */
  readonly change: (uri: string, version: number, changes: TextDocumentContentChangeEvent[]) => Promise<void>;
  readonly save: (uri: string) => Promise<void>;
  readonly close: (uri: string) => Promise<void>;
  readonly changedOnDisk: (uri: string, type?: FileChangeType) => Promise<void>;
  readonly configure: (settings: unknown) => Promise<void>;
  /** The next published problems of a document; other versions before are skipped. */
  readonly shown: (uri: string, version?: number) => Promise<PublishDiagnosticsParams>;
  /** `answered` resolves after the response, even if it is an error. */
  readonly request: (
    method: string,
    params: unknown,
  ) => { readonly answered: Promise<unknown>; readonly cancel: () => void };
  readonly notify: (method: string, params: unknown) => void;
  /** Requests the problems of a document, like an editor with `pulls`. */
  readonly pull: (uri: string, previousResultId?: string) => Promise<DocumentDiagnosticReport>;
  readonly problems: (uri: string) => Promise<readonly Diagnostic[]>;
  readonly codes: (uri: string) => Promise<readonly Diagnostic['code'][]>;
  readonly refreshed: () => Promise<void>;
  readonly lensesRefreshed: () => Promise<void>;
  /** The next message with buttons; none is pressed. */
  readonly asked: () => Promise<ShowMessageRequestParams>;
  /** The next notification that files may have other targets. */
  readonly targetsChanged: () => Promise<void>;
  readonly registered: () => Promise<Registration>;
  readonly logged: readonly LogMessageParams[];
  /** Sends shutdown, and fails if the server left anything behind. */
  readonly stop: () => Promise<void>;
}

export interface ServerTrialOptions {
  readonly initializationOptions?: ServerSettings;
  readonly capabilities?: ClientCapabilities;
  readonly folders?: readonly string[];
  /** For clients that know only one folder. */
  readonly root?: string;
  /** The language of the editor, as in LSP: `zh-cn`. */
  readonly locale?: string;
}

/** An editor that requests problems itself. */
export const pulls: ClientCapabilities = {
  textDocument: { diagnostic: {} },
  workspace: { diagnostics: { refreshSupport: true } },
};

/** @param ended resolves once the server has ended after shutdown */
export async function trialOver(
  streams: { readonly output: NodeJS.ReadableStream; readonly input: NodeJS.WritableStream },
  ended: (connection: ProtocolConnection) => Promise<void>,
  { initializationOptions, capabilities = {}, folders, root, locale }: ServerTrialOptions,
  processId: number | null = null,
): Promise<ServerTrial> {
  const connection = createProtocolConnection(
    new StreamMessageReader(streams.output),
    new StreamMessageWriter(streams.input),
  );
  const logged: LogMessageParams[] = [];
  const publications = new Map<string, Queue<PublishDiagnosticsParams>>();
  const publicationsOf = (uri: string) => {
    const known = publications.get(uri) ?? queue<PublishDiagnosticsParams>();
    publications.set(uri, known);
    return known;
  };
  const changes = queue<unknown>();
  const registrations = queue<Registration>();
  const refreshes = queue<true>();
  const lensRefreshes = queue<true>();
  const messages = queue<ShowMessageRequestParams>();
  connection.onNotification(LogMessageNotification.type, (message) => void logged.push(message));
  connection.onNotification(PublishDiagnosticsNotification.type, (shown) => publicationsOf(shown.uri).put(shown));
  connection.onNotification(targetsChangedNotification, (message) => changes.put(message));
  connection.onRequest(RegistrationRequest.type, (params) => params.registrations.forEach(registrations.put));
  connection.onRequest(DiagnosticRefreshRequest.type, () => refreshes.put(true));
  connection.onRequest(CodeLensRefreshRequest.type, () => lensRefreshes.put(true));
  connection.onRequest(ShowMessageRequest.type, (message) => {
    messages.put(message);
    return null;
  });
  connection.listen();
  // LSP still asks for the deprecated `rootUri`.
  const parameters = {
    processId,
    rootUri: root ?? null,
    capabilities,
    ...(folders && { workspaceFolders: folders.map((uri) => ({ uri, name: '' })) }),
    ...(initializationOptions && { initializationOptions }),
    ...(locale !== undefined && { locale }),
  };
  const initialized = await connection.sendRequest(InitializeRequest.type, parameters);
  await connection.sendNotification(InitializedNotification.type, {});

  const pull = (uri: string, previousResultId?: string) =>
    connection.sendRequest(DocumentDiagnosticRequest.type, {
      textDocument: { uri },
      ...(previousResultId !== undefined && { previousResultId }),
    });
  const problems = async (uri: string) => {
    const report = await pull(uri);
    return report.kind === 'full' ? report.items : [];
  };

  return {
    connection,
    initialized,
    logged,
    ask: ({ method }, asked) => connection.sendRequest(method, asked),
    open: (uri, text, languageId = 'json') =>
      connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId, version: 1, text },
      }),
    change: (uri, version, contentChanges) =>
      connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges,
      }),
    save: (uri) => connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } }),
    close: (uri) => connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } }),
    changedOnDisk: (uri, type = FileChangeType.Changed) =>
      connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri, type }] }),
    configure: (settings) => connection.sendNotification(DidChangeConfigurationNotification.type, { settings }),
    shown: (uri, version) => publicationsOf(uri).next((shown) => version === undefined || shown.version === version),
    request: (method, params) => {
      const source = new CancellationTokenSource();
      const answered = connection.sendRequest(method, params, source.token).catch((error: unknown) => error);
      return { answered, cancel: () => source.cancel() };
    },
    notify: (method, params) => void connection.sendNotification(method, params),
    pull,
    problems,
    codes: async (uri) => (await problems(uri)).map(({ code }) => code),
    refreshed: async () => {
      await refreshes.next(() => true);
    },
    lensesRefreshed: async () => {
      await lensRefreshes.next(() => true);
    },
    asked: () => messages.next(() => true),
    targetsChanged: async () => {
      await changes.next(() => true);
    },
    registered: () => registrations.next(() => true),
    stop: async () => {
      await connection.sendRequest(ShutdownRequest.type);
      await ended(connection);
      connection.dispose();
    },
  };
}

type Queue<T> = ReturnType<typeof queue<T>>;

/** Messages in order; waiting for one discards those before it. */
function queue<T>() {
  let messages: T[] = [];
  let waiting: { readonly wanted: (message: T) => boolean; readonly found: (message: T) => void } | undefined;
  return {
    put: (message: T) => {
      if (waiting === undefined) messages.push(message);
      else if (waiting.wanted(message)) {
        const { found } = waiting;
        waiting = undefined;
        found(message);
      }
    },
    next: (wanted: (message: T) => boolean) =>
      new Promise<T>((found) => {
        const at = messages.findIndex(wanted);
        const message = messages[at];
        messages = at === -1 ? [] : messages.slice(at + 1);
        if (message === undefined) waiting = { wanted, found };
        else found(message);
      }),
  };
}
