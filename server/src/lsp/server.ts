/**
 * The routing table of the language server: which LSP message goes to which feature, each handler inside one fence
 * (fences.ts). What leads from place to place is navigation.ts's, what tells of problems problemReports.ts's.
 *
 * At a keystroke: `documents` makes the next version of the document (json/document.ts says how), and an editor that
 * asks for problems itself (pull) asks now; to every other they are sent.
 */
import { t } from '@vscode/l10n';
import type { Connection, InitializeResult } from 'vscode-languageserver';
import { DidChangeWatchedFilesNotification, TextDocuments, TextDocumentSyncKind } from './lsp.js';
import { filesFor } from '../workspace/config/filesFor.js';
import { configFileName, targetingEnding } from '../targeting/fileNames.js';
import { ratingOf } from '../workspace/config/rating.js';
import { everyTargetOf, targetsOf } from '../workspace/config/targets.js';
import { configFiles as configFilesOf } from '../workspace/configFiles.js';
import type { Disk } from '../workspace/disk.js';
import { codeActionKinds, codeActions } from '../features/codeActions.js';
import { completion, triggerCharacters } from '../features/completion.js';
import { knownSegments } from '../features/completion/inService.js';
import { variationDeletion } from '../features/deleteVariation.js';
import { diagnostics } from '../features/diagnostics.js';
import { hover } from '../features/hover.js';
import { inlayHints } from '../features/inlayHints.js';
import { OpenDocument } from '../features/openDocument.js';
import { commentOf, payload } from '../features/payload.js';
import { newFile, pull } from '../features/pulled.js';
import { laterOf, refactorActions, refactorKinds, resolvedAction } from '../features/refactorActions.js';
import { fences } from './fences.js';
import { FilesBeside } from '../workspace/filesBeside.js';
import { KnownServices } from '../workspace/knownServices.js';
import { navigation, targetingWatchers } from './navigation.js';
import { problemReports } from './problemReports.js';
import { ratingOfPush } from '../checks/rating.js';
import type {
  Check,
  FilesFor,
  FilesForParams,
  Payload,
  Pull,
  Targets,
  TargetsParams,
  VariationDeletion,
} from '../protocol.js';
import {
  checkRequest,
  deleteVariationRequest,
  filesForRequest,
  newFileRequest,
  payloadRequest,
  pullRequest,
  serviceKnowledgeNotification,
  targetsChangedNotification,
  targetsRequest,
} from '../protocol.js';
import { largestConfig, noRegularFile, notReadable } from '../checks/unreadable.js';
import type { Settings } from './settings.js';
import { completionEditor, readLocale, readSettings } from './settings.js';
import { subjectsIn, togglesBeside } from '../targeting/otherToggles.js';
import { WorkspaceFiles } from '../workspace/workspaceFiles.js';

export interface ServerOptions {
  readonly disk: Disk;
  readonly version: string;
  /** Chooses the language of all that is said from now on; a locale of LSP. */
  readonly speak: (locale: string | undefined) => void;
  /** The page that documents the problem codes; a code is its fragment. */
  readonly docs: string;
  /** Milliseconds since 1970 in UTC. */
  readonly now: () => number;
  /** How far local time is ahead of UTC now. */
  readonly offsetMinutes: () => number;
}

export function startServer(connection: Connection, options: ServerOptions): void {
  const { disk, version, speak, docs, now, offsetMinutes } = options;
  const documents = new TextDocuments<OpenDocument>({
    create: (uri, languageId, version, text) =>
      OpenDocument.open(uri, languageId, version, text, {
        others: () => beside.of(uri),
        services: () => services.of(uri),
      }),
    update: (document, changes, version) => document.changed(changes, version),
  });
  const fence = fences(connection, documents);
  const { answer, report, fenced, logged } = fence;
  let settings: Settings = readSettings(undefined);
  let settingsAtTheStart: unknown;
  let editor = completionEditor(undefined);
  let watchesFiles = false;
  let refreshesHints = false;
  let locale = readLocale(undefined);
  let resolves = false;

  const workspace = new WorkspaceFiles({
    disk,
    nearestConfig: (uri) => configFiles.nearest(uri, openText),
    onChanged: (uris) => beside.changed(uris),
    failed: logged,
  });
  const { bounds } = workspace;
  const configFiles = configFilesOf((uri) => disk.read(uri, largestConfig), bounds);
  const beside = new FilesBeside(workspace, (uris) => problems.filesChanged(uris));
  const services = new KnownServices({
    nearestConfig: (uri) => configFiles.nearest(uri, openText),
    isWanted: () => settings.serviceKnowledge,
    elapsed: () => performance.now(),
    onChanged: (uri) => problems.ofOpenChanged(uri),
    failed: logged,
  });
  const navigates = navigation(connection, {
    ...fence,
    workspace,
    settings: () => settings,
    foldersChanged: () => forgetConfigs(),
  });
  const problems = problemReports(connection, {
    ...fence,
    documents,
    disk,
    beside,
    settings: () => settings,
    ratingFor,
    docs,
  });

  connection.onInitialize((params): InitializeResult => {
    const { capabilities } = params;
    speak(params.locale);
    settingsAtTheStart = params.initializationOptions;
    settings = readSettings(params.initializationOptions);
    locale = readLocale(params.locale);
    refreshesHints = capabilities.workspace?.inlayHint?.refreshSupport === true;
    editor = completionEditor(capabilities.textDocument?.completion);
    watchesFiles = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
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
        ...problems.capabilities(params),
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
    problems.looksChanged();
    if (refreshesHints) connection.languages.inlayHint.refresh().catch(logged);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    workspace.filesChanged(changes);
    if (changes.some(({ uri }) => uri.endsWith(`/${configFileName}`))) forgetConfigs();
  });

  documents.onDidOpen(({ document: { uri } }) => {
    problems.elsewhereChanged();
    if (beside.areKnown || !uri.endsWith(targetingEnding)) return;
    // In the background, once the file that was opened has its answers.
    setImmediate(() => void fenced<unknown>(undefined, () => beside.ready()));
  });
  documents.onDidChangeContent(({ document }) => {
    if (document.kind === 'config') forgetConfigs();
    else workspace.opened(document.uri, document.json);
    problems.changed(document.uri);
  });
  documents.onDidSave(({ document }) => {
    problems.elsewhereChanged();
    // A client that does not watch files tells of no other chance to notice a changed config.
    if (!watchesFiles && document.kind !== 'config') forgetConfigs();
  });
  documents.onDidClose(({ document }) => {
    beside.closed(document.uri);
    services.closed(document.uri);
    if (document.kind === 'config') forgetConfigs();
    else workspace.closed(document.uri);
    problems.closed(document.uri);
  });

  connection.onHover(({ textDocument, position }) =>
    answer(textDocument.uri, null, async (open) => {
      const segments = knownSegments({ services: await services.seen(open.uri), locale });
      return hover(open, position, { now: now(), locale, segments }) ?? null;
    }),
  );
  connection.languages.inlayHint.on(({ textDocument, range }) =>
    answer(textDocument.uri, [], (open) => inlayHints(open, range, settings.inlayHints)),
  );
  connection.onCompletion(({ textDocument, position, context }) =>
    answer(textDocument.uri, [], async (open) =>
      completion(open, position, {
        editor,
        now: moment(),
        trigger: context?.triggerCharacter,
        subjects: (type) => subjectsIn(workspace.toggles, type),
        toggles: () => togglesBeside(workspace.toggles, open.uri),
        services: await services.seen(open.uri),
        locale,
      }),
    ),
  );
  connection.onCodeAction(({ textDocument, range, context }) =>
    answer(textDocument.uri, [], async (open) => [
      ...codeActions(open, range, context, await ratingFor(open.uri)),
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
  connection.onNotification(serviceKnowledgeNotification, (knowledge) =>
    fenced(undefined, () => services.learn(knowledge)),
  );
  connection.onRequest(checkRequest, ({ uri }) => report<Check | null>(uri, null, check));
  connection.onRequest(pullRequest, ({ uri, body }) => answer<Pull | null>(uri, null, (open) => pull(open, body)));
  connection.onRequest(newFileRequest, ({ body }) => fenced('', () => newFile(body)));
  connection.onRequest(filesForRequest, (params) => fenced<FilesFor>({ kind: 'none' }, () => togglesFiles(params)));
  connection.onRequest(payloadRequest, ({ uri, version: checked, comment }) =>
    answer<Payload>(uri, { kind: 'changed' }, (open) => {
      if (open.version !== checked) return { kind: 'changed' };
      const body = payload(open.json, comment);
      return body === undefined ? { kind: 'not-an-object' } : { kind: 'ready', body };
    }),
  );

  documents.listen(connection);
  connection.listen();

  function moment() {
    return { seconds: now() / 1_000, offsetMinutes: offsetMinutes() };
  }

  function forgetConfigs(): void {
    configFiles.forget();
    workspace.configsChanged();
    services.configsChanged();
    problems.looksChanged();
    connection.sendNotification(targetsChangedNotification, {}).catch(logged);
  }

  async function check(open: OpenDocument): Promise<Check> {
    const rating = ratingOfPush(await ratingFor(open.uri));
    const comment = commentOf(open.json);
    return {
      version: open.version,
      problems: diagnostics(open, { rating, docs, reportedByEditor: () => false }),
      ...(comment !== undefined && { comment }),
    };
  }

  async function targets({ uri, fresh = false, everywhere = false }: TargetsParams): Promise<Targets> {
    if (fresh) configFiles.forget();
    const found = await configFiles.nearest(uri, openText);
    if (found === undefined) return { kind: 'none' };
    const reason = notToBePushed(uri);
    if (reason !== undefined) return { kind: 'unusable', configUri: found.uri, reason };
    return (everywhere ? everyTargetOf : targetsOf)(found.parsed, found.uri, uri);
  }

  async function togglesFiles({ configUri, toggles }: FilesForParams): Promise<FilesFor> {
    configFiles.forget();
    const found = await configFiles.nearest(configUri, openText);
    if (found === undefined) return { kind: 'none' };
    return filesFor(found.parsed, found.uri, toggles, (uri) => bounds.outside(uri));
  }

  /** Of what somebody else put there as a file of this folder. */
  function notToBePushed(uri: string): string | undefined {
    const real = bounds.outside(uri);
    if (real !== undefined)
      return t('the file is a link that leads out of the folder, to {0}. Open that file itself.', real);
    return disk.isRegularFile(uri) || disk.realPath(uri) === undefined ? undefined : notReadable(noRegularFile());
  }

  async function ratingFor(uri: string) {
    return ratingOf(uri, await configFiles.nearest(uri, openText), settings.severities);
  }

  function openText(configUri: string): string | undefined {
    return documents.get(configUri)?.json.text;
  }
}
