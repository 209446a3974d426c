/**
 * The routing table of the language server: which LSP message goes to which feature. Every handler stands inside one
 * fence: what throws here is our mistake; it is logged with its stack, and the editor gets the empty answer.
 *
 * At a keystroke: `documents` makes the next version of the document (document/document.ts says how), and an editor that
 * asks for problems itself (pull) asks now; to every other they are sent, once for all changes that arrived together.
 */
import type {
  CancellationToken,
  Connection,
  DocumentDiagnosticParams,
  DocumentDiagnosticReport,
  InitializeResult,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver';
import {
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { configFileName } from './config/config.js';
import type { Diagnostic } from 'vscode-languageserver-types';
import { targetingSuffix } from './config/identity.js';
import { targetsOf } from './config/targets.js';
import type { ConfigFiles } from './configFiles.js';
import type { Disk } from './disk.js';
import { codeActionKinds, codeActions } from './features/codeActions.js';
import { completion, triggerCharacters } from './features/completion.js';
import { variationDeletion } from './features/deleteVariation.js';
import { diagnostics, sameProblems } from './features/diagnostics.js';
import { hover } from './features/hover.js';
import { inlayHints } from './features/inlayHints.js';
import { OpenDocument } from './features/openDocument.js';
import { commentOf, payload } from './features/payload.js';
import { navigation, targetingWatchers } from './navigation.js';
import { speak } from './language.js';
import { laterOf, refactorActions, refactorKinds, resolvedAction } from './features/refactorActions.js';
import type { Problem, Severities } from './problems/problem.js';
import type { OtherToggles } from './problems/rule.js';
import type { Check, Payload, Targets, TargetsParams, VariationDeletion } from './protocol.js';
import {
  checkRequest,
  deleteVariationRequest,
  payloadRequest,
  targetsChangedNotification,
  targetsRequest,
} from './protocol.js';
import type { Settings } from './settings.js';
import { completionEditor, readLocale, readSettings, reportedByEditor } from './settings.js';
import { hasPrerequisites } from './targeting/model.js';
import { otherToggles, subjectsIn, togglesBeside } from './targeting/otherToggles.js';
import type { Toggles } from './targeting/toggles.js';
import { WorkspaceFiles } from './workspaceFiles.js';
import { WorkspaceProblems } from './workspaceProblems.js';

export interface ServerOptions {
  readonly configFiles: ConfigFiles;
  readonly disk: Disk;
  readonly version: string;
  /** The page that documents the problem codes; a code is its fragment. */
  readonly docs: string;
  /** Milliseconds since 1970 in UTC. */
  readonly now: () => number;
  /** Where the user is, as Intl knows it: `Europe/Berlin`. */
  readonly timeZone: string;
  /** How far local time is ahead of UTC now. */
  readonly offsetMinutes: () => number;
}

export function startServer(connection: Connection, options: ServerOptions): void {
  const { configFiles, disk, version, docs, now, timeZone, offsetMinutes } = options;
  const documents = new TextDocuments<OpenDocument>({
    create: (uri, languageId, version, text) => OpenDocument.open(uri, languageId, version, text, () => othersOf(uri)),
    update: (document, changes, version) => document.changed(changes, version),
  });
  const waiting = new Set<string>();
  /** What the editor was told last of a document; forgotten when the same problems may look different. */
  const told = new Map<string, { readonly problems: readonly Problem[]; readonly resultId: string }>();
  let results = 0;
  let settings: Settings = readSettings(undefined);
  let settingsAtTheStart: unknown;
  let editor = completionEditor(undefined);
  let watchesFiles = false;
  let pulls = false;
  let refreshesHints = false;
  let locale = readLocale(undefined);
  let resolves = false;

  const workspace = new WorkspaceFiles({
    disk,
    nearestConfig: (uri) => configFiles.nearest(uri, openText),
    onChanged: filesChanged,
    failed: logged,
  });
  /** What is known of other files, the same object until it changes; of none before all are known. */
  const others = new Map<string, OtherToggles | undefined>();
  let filesAreKnown = false;
  const elsewhere = new WorkspaceProblems({
    disk,
    ready: knowFiles,
    isWanted: () => settings.problemsIn === 'workspace',
    isOpen: (uri) => documents.get(uri) !== undefined,
    others: othersOf,
    shown: async (uri, problems) => {
      const severities = await severitiesFor(uri);
      const limit = settings.maxProblems;
      return diagnostics({ uri, problems }, { severities, docs, reportedByEditor: () => false, limit });
    },
  });
  const navigates = navigation(connection, { workspace, settings: () => settings, answer, fenced });

  connection.onInitialize(async (params): Promise<InitializeResult> => {
    const { capabilities } = params;
    await speak(params.locale);
    settingsAtTheStart = params.initializationOptions;
    settings = readSettings(params.initializationOptions);
    locale = readLocale(params.locale);
    refreshesHints = capabilities.workspace?.inlayHint?.refreshSupport === true;
    editor = completionEditor(capabilities.textDocument?.completion);
    watchesFiles = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    // One that cannot be told to ask again would not hear of a changed config.
    pulls =
      capabilities.textDocument?.diagnostic !== undefined &&
      capabilities.workspace?.diagnostics?.refreshSupport === true;
    resolves = capabilities.textDocument?.codeAction?.resolveSupport?.properties.includes('edit') === true;
    return {
      serverInfo: { name: 'toggle-targeting', version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        inlayHintProvider: true,
        completionProvider: { triggerCharacters },
        ...navigates.capabilities(params),
        codeActionProvider: { codeActionKinds: [...codeActionKinds, ...refactorKinds], resolveProvider: true },
        ...(pulls && { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: true } }),
      },
    };
  });

  connection.onInitialized(() => {
    navigates.initialized();
    if (!watchesFiles) return;
    const watchers = [{ globPattern: `**/${configFileName}` }, ...targetingWatchers];
    connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(logged);
  });

  connection.onDidChangeConfiguration(({ settings: changed }) => {
    const before = settings;
    settings = readSettings(changed, settingsAtTheStart);
    navigates.settingsChanged(before);
    tellAll();
    if (refreshesHints) connection.languages.inlayHint.refresh().catch(logged);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    workspace.filesChanged(changes);
    if (changes.some(({ uri }) => uri.endsWith(`/${configFileName}`))) forgetConfigs();
  });

  documents.onDidOpen(({ document: { uri } }) => {
    elsewhere.changed();
    if (filesAreKnown || !uri.endsWith(targetingSuffix)) return;
    // In the background, once the file that was opened has its answers.
    setImmediate(() => void fenced<unknown>(undefined, knowFiles));
  });
  documents.onDidChangeContent(({ document }) => {
    if (document.kind === 'config') forgetConfigs();
    else workspace.opened(document.uri, document.json);
    schedule(document.uri);
  });
  documents.onDidSave(({ document }) => {
    elsewhere.changed();
    // A client that does not watch files tells of no other chance to notice a changed config.
    if (!watchesFiles && document.kind !== 'config') forgetConfigs();
  });
  documents.onDidClose(({ document }) => {
    told.delete(document.uri);
    others.delete(document.uri);
    elsewhere.changed();
    if (document.kind === 'config') forgetConfigs();
    else workspace.closed(document.uri);
    if (!pulls) connection.sendDiagnostics({ uri: document.uri, diagnostics: [] }).catch(logged);
  });

  connection.languages.diagnostics.on((params, token) =>
    answer<DocumentDiagnosticReport>(params.textDocument.uri, emptyReport, (open) => report(open, params, token)),
  );
  connection.languages.diagnostics.onWorkspace((params, token) =>
    fenced<WorkspaceDiagnosticReport>({ items: [] }, () => elsewhere.report(params, token)),
  );
  connection.onHover(({ textDocument, position }) =>
    answer(textDocument.uri, null, (open) => hover(open, position, { now: now(), timeZone, locale }) ?? null),
  );
  connection.languages.inlayHint.on(({ textDocument, range }) =>
    answer(textDocument.uri, [], (open) => inlayHints(open, range, settings.inlayHints)),
  );
  connection.onCompletion(({ textDocument, position, context }) =>
    answer(textDocument.uri, [], (open) =>
      completion(open, position, {
        editor,
        now: moment(),
        trigger: context?.triggerCharacter,
        subjects: (type) => subjectsIn(workspace.toggles, type),
        toggles: togglesBeside(workspace.toggles, open.uri),
      }),
    ),
  );
  connection.onCodeAction(({ textDocument, range, context }) =>
    answer(textDocument.uri, [], async (open) => [
      ...codeActions(open, range, context, await severitiesFor(open.uri)),
      ...refactorActions(open, range, { only: context.only, asks: settings.asks, resolves }),
    ]),
  );
  connection.onCodeActionResolve((action) =>
    answer(laterOf(action)?.uri ?? '', action, (open) => resolvedAction(open, action, settings.asks)),
  );
  connection.onRequest(deleteVariationRequest, (params) =>
    answer<VariationDeletion>(params.uri, { kind: 'changed' }, (open) => variationDeletion(open, params)),
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

  function schedule(uri: string): void {
    if (pulls || waiting.has(uri)) return;
    waiting.add(uri);
    setImmediate(() => {
      waiting.delete(uri);
      void fenced(undefined, () => publish(uri));
    });
  }

  async function publish(uri: string): Promise<void> {
    const severities = await severitiesFor(uri);
    const open = documents.get(uri);
    if (open === undefined || isNoNews(open)) return;
    await connection.sendDiagnostics({ uri, version: open.version, diagnostics: shown(open, severities) });
  }

  async function report(
    asked: OpenDocument,
    { previousResultId }: DocumentDiagnosticParams,
    token: CancellationToken,
  ): Promise<DocumentDiagnosticReport> {
    const { uri } = asked;
    const before = told.get(uri)?.resultId;
    if (isNoNews(asked) && before !== undefined && before === previousResultId) {
      return { kind: DocumentDiagnosticReportKind.Unchanged, resultId: before };
    }
    const severities = await severitiesFor(uri);
    const open = documents.get(uri);
    if (token.isCancellationRequested || open === undefined)
      throw new ResponseError(LSPErrorCodes.RequestCancelled, '');
    if (open !== asked) isNoNews(open);
    const resultId = told.get(uri)?.resultId ?? '';
    return { kind: DocumentDiagnosticReportKind.Full, resultId, items: shown(open, severities) };
  }

  async function knowFiles(): Promise<Toggles> {
    const toggles = await workspace.ready();
    if (!filesAreKnown) {
      filesAreKnown = true;
      filesChanged(undefined);
    }
    return toggles;
  }

  function othersOf(uri: string): OtherToggles | undefined {
    // Of a file outside of the workspace, those beside it are not known.
    if (!filesAreKnown || !workspace.isInside(uri)) return undefined;
    if (!others.has(uri)) others.set(uri, otherToggles(workspace.toggles, uri));
    return others.get(uri);
  }

  /** @param uris undefined when all may have changed */
  function filesChanged(uris: readonly string[] | undefined): void {
    if (!filesAreKnown) return;
    const isOther = (uri: string) => uris === undefined || uris.some((changed) => changed !== uri);
    for (const uri of [...others.keys()]) if (isOther(uri)) others.delete(uri);
    // What is typed counts for files that are not open once it is saved.
    if (uris === undefined || uris.some((uri) => documents.get(uri) === undefined)) elsewhere.changed();
    const waitingFor = documents.all().filter(({ uri, json }) => isOther(uri) && hasPrerequisites(json));
    for (const { uri } of waitingFor) schedule(uri);
    if (pulls && waitingFor.length > 0) connection.languages.diagnostics.refresh().catch(logged);
  }

  function moment() {
    return { seconds: now() / 1_000, offsetMinutes: offsetMinutes() };
  }

  /** Whether the editor was told the same of an earlier version; if not, it is being told now. */
  function isNoNews({ uri, problems }: OpenDocument): boolean {
    const before = told.get(uri);
    const same = before !== undefined && sameProblems(before.problems, problems);
    results += same ? 0 : 1;
    told.set(uri, { problems, resultId: same ? before.resultId : String(results) });
    return same;
  }

  function shown(open: OpenDocument, severities: Severities): Diagnostic[] {
    const reported = reportedByEditor(settings, open.kind, open.languageId);
    return diagnostics(open, { severities, docs, reportedByEditor: reported, limit: settings.maxProblems });
  }

  function tellAll(): void {
    told.clear();
    elsewhere.forget();
    for (const uri of documents.keys()) schedule(uri);
    if (pulls) connection.languages.diagnostics.refresh().catch(logged);
  }

  function forgetConfigs(): void {
    configFiles.forget();
    workspace.configsChanged();
    tellAll();
    connection.sendNotification(targetsChangedNotification, {}).catch(logged);
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
    return documents.get(configUri)?.json.text;
  }

  async function answer<T>(uri: string, otherwise: T, feature: (open: OpenDocument) => T | Promise<T>): Promise<T> {
    return fenced(otherwise, () => {
      const open = documents.get(uri);
      return open === undefined ? otherwise : feature(open);
    });
  }

  async function fenced<T>(otherwise: T, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      logged(error);
      return otherwise;
    }
  }

  function logged(error: unknown): void {
    connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

const emptyReport: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };
