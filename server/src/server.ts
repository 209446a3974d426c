/**
 * The routing table of the language server: which LSP message goes to which feature. Every handler stands inside one
 * fence: what throws here is our mistake; it is logged with its stack, and the editor gets the empty answer.
 */
import type { Connection, InitializeResult } from 'vscode-languageserver';
import { DidChangeWatchedFilesNotification, TextDocuments, TextDocumentSyncKind } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { configFileName } from './config/config.js';
import { targetsOf } from './config/targets.js';
import type { ConfigFiles } from './configFiles.js';
import { codeActionKinds, codeActions } from './features/codeActions.js';
import { completion } from './features/completion.js';
import { diagnostics } from './features/diagnostics.js';
import { hover } from './features/hover.js';
import type { OpenDocument } from './features/openDocument.js';
import { openDocument } from './features/openDocument.js';
import { commentOf, payload } from './features/payload.js';
import type { Check, Payload, Targets, TargetsParams } from './protocol.js';
import { checkRequest, payloadRequest, targetsChangedNotification, targetsRequest } from './protocol.js';
import type { Settings } from './settings.js';
import { readSettings, reportedByEditor } from './settings.js';

export interface ServerOptions {
  readonly configFiles: ConfigFiles;
  readonly version: string;
  /** The page that documents the problem codes; a code is its fragment. */
  readonly docs: string;
}

export function startServer(connection: Connection, { configFiles, version, docs }: ServerOptions): void {
  const documents = new TextDocuments(TextDocument);
  const parsed = new Map<string, OpenDocument>();
  const waiting = new Set<string>();
  let settings: Settings = readSettings(undefined);
  let watchesFiles = false;

  connection.onInitialize(({ initializationOptions, capabilities }): InitializeResult => {
    settings = readSettings(initializationOptions);
    watchesFiles = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return {
      serverInfo: { name: 'toggle-targeting', version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        completionProvider: { triggerCharacters: ['"', ':', ' '] },
        codeActionProvider: { codeActionKinds },
      },
    };
  });

  connection.onInitialized(() => {
    if (!watchesFiles) return;
    const watchers = [{ globPattern: `**/${configFileName}` }];
    connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(logged);
  });

  connection.onDidChangeConfiguration(({ settings: changed }) => {
    settings = readSettings(changed);
    publishAll();
  });
  connection.onDidChangeWatchedFiles(forgetConfigs);

  documents.onDidChangeContent(({ document }) => {
    if (isConfig(document.uri)) forgetConfigs();
    schedule(document.uri);
  });
  documents.onDidSave(({ document }) => {
    // A client that does not watch files tells of no other chance to notice a changed config.
    if (!watchesFiles && !isConfig(document.uri)) forgetConfigs();
  });
  documents.onDidClose(({ document }) => {
    parsed.delete(document.uri);
    if (isConfig(document.uri)) forgetConfigs();
    connection.sendDiagnostics({ uri: document.uri, diagnostics: [] }).catch(logged);
  });

  connection.onHover(({ textDocument, position }) =>
    answer(textDocument.uri, null, (open) => hover(open, position) ?? null),
  );
  connection.onCompletion(({ textDocument, position }) =>
    answer(textDocument.uri, [], (open) => completion(open, position)),
  );
  connection.onCodeAction(({ textDocument, range, context }) =>
    answer(textDocument.uri, [], async (open) => codeActions(open, range, context, await severitiesFor(open.uri))),
  );
  connection.onRequest(targetsRequest, (params) => fenced<Targets>({ kind: 'none' }, () => targets(params)));
  connection.onRequest(checkRequest, ({ uri }) => answer<Check | null>(uri, null, check));
  connection.onRequest(payloadRequest, ({ uri, version: checked, comment }) =>
    answer<Payload>(uri, { kind: 'changed' }, (open) => {
      if (open.version !== checked) return { kind: 'changed' };
      const body = payload(open.json, comment);
      return body === undefined ? { kind: 'not-an-object' } : { kind: 'ready', body };
    }),
  );

  documents.listen(connection);
  connection.listen();

  /** One validation for all the changes that arrived together, right after them. */
  function schedule(uri: string): void {
    if (waiting.has(uri)) return;
    waiting.add(uri);
    setImmediate(() => {
      waiting.delete(uri);
      void fenced(undefined, () => publish(uri));
    });
  }

  async function publish(uri: string): Promise<void> {
    const severities = await severitiesFor(uri);
    const open = current(uri);
    if (open === undefined) return;
    const reported = reportedByEditor(settings, open.kind, documents.get(uri)?.languageId);
    const shown = diagnostics(open, { severities, docs, reportedByEditor: reported });
    await connection.sendDiagnostics({ uri, version: open.version, diagnostics: shown });
  }

  function publishAll(): void {
    for (const uri of documents.keys()) schedule(uri);
  }

  function forgetConfigs(): void {
    configFiles.forget();
    publishAll();
    connection.sendNotification(targetsChangedNotification, {}).catch(logged);
  }

  function current(uri: string): OpenDocument | undefined {
    const document = documents.get(uri);
    if (document === undefined) return undefined;
    const known = parsed.get(uri);
    if (known?.version === document.version) return known;
    const open = openDocument(document, isConfig(uri) ? 'config' : 'targeting');
    parsed.set(uri, open);
    return open;
  }

  async function check(open: OpenDocument): Promise<Check> {
    const severities = await severitiesFor(open.uri);
    const problems = diagnostics(open, { severities, docs, reportedByEditor: () => false });
    const comment = commentOf(open.json);
    return { version: open.version, problems, ...(comment !== undefined && { comment }) };
  }

  async function targets({ uri, fresh = false }: TargetsParams): Promise<Targets> {
    if (fresh) configFiles.forget();
    const found = await configFiles.nearest(uri, openText);
    return found === undefined ? { kind: 'none' } : targetsOf(found.parsed, found.uri, uri);
  }

  async function severitiesFor(uri: string) {
    const found = await configFiles.nearest(uri, openText);
    return { ...settings.severities, ...found?.parsed.severities };
  }

  function openText(configUri: string): string | undefined {
    return documents.get(configUri)?.getText();
  }

  async function answer<T>(uri: string, otherwise: T, feature: (open: OpenDocument) => T | Promise<T>): Promise<T> {
    return fenced(otherwise, () => {
      const open = current(uri);
      return open === undefined ? otherwise : feature(open);
    });
  }

  async function fenced<T>(otherwise: T, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      logged(error);
      return otherwise;
    }
  }

  function logged(error: unknown): void {
    connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

function isConfig(uri: string): boolean {
  return uri.endsWith(`/${configFileName}`);
}
