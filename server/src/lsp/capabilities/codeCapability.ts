/** Registers for files of code while a config has `code`. Clients without dynamic registration may send code anyway. */
import type { Disposable } from 'vscode-languageserver';
import { CodeActionKind } from 'vscode-languageserver-types';
import { languages } from '../../core/code/lexer/languages.js';
import { codeTriggerCharacters } from '../../core/features/inCode/completionInCode.js';
import {
  BulkRegistration,
  CodeActionRequest,
  CompletionRequest,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  HoverRequest,
  ReferencesRequest,
  TextDocumentSyncKind,
  WatchKind,
} from '../lsp.js';
import type { Change } from '../changes.js';
import type { Capability } from '../session.js';
import { asksForDiagnostics } from './diagnostics.js';

/** The delay after a change before problems are computed again. */
const REST_MS = 300;

export const code: Capability = (session) => {
  const { connection, client, codeDocuments, code: knowledge, codeAnswers, project, folders, fenced, logged } = session;
  const pulls = asksForDiagnostics(client);
  let registered: Promise<Disposable | undefined> | undefined;
  let later: NodeJS.Timeout | undefined;

  session.onInitialized(() => fenced(undefined, follow));
  connection.onCompletionResolve((item) => fenced(item, () => codeAnswers.resolved(item)));
  session.changes.on('code', (change) => {
    if (change.of === 'code') knowledge.changed(change.uri);
    else knowledge.togglesChanged();
    if (!mayHaveOtherScopes(change)) return;
    knowledge.forget();
    follow();
  });
  session.changes.on('code-problems', (change) => {
    if (change.of === 'code' && !codeDocuments.has(change.uri)) {
      codeAnswers.closed(change.uri);
      if (!pulls) connection.sendDiagnostics({ uri: change.uri, diagnostics: [] }).catch(logged);
    } else if (change.of !== 'code' || !pulls) lookSoon();
  });
  return {};

  function mayHaveOtherScopes(change: Change): boolean {
    if (change.of === 'settings') {
      const [now, before] = [session.settings.now, change.before].map(({ codeFolders, isTrusted }) =>
        JSON.stringify([codeFolders, isTrusted]),
      );
      return now !== before;
    }
    // A new targeting file can lead to a new config, because configs are found from the targeting files below them.
    if (change.of === 'toggles') return change.uris?.some(isOfNewScope) ?? true;
    return change.of === 'configs';
  }

  function isOfNewScope(targetingUri: string): boolean {
    const config = project.config(targetingUri);
    const asks = config?.parsed.config?.code !== undefined;
    return asks && !knowledge.scopes.some(({ configUri }) => configUri === config.uri);
  }

  function follow(): void {
    if (knowledge.scopes.length === 0) {
      void registered?.then((registration) => registration?.dispose()).catch(logged);
      registered = undefined;
    } else
      registered ??= register().catch((error: unknown) => {
        logged(error);
        return undefined;
      });
  }

  async function register(): Promise<Disposable> {
    const all = BulkRegistration.create();
    const { textDocument, workspace } = client;
    const can = (capability: { readonly dynamicRegistration?: boolean } | undefined) =>
      capability?.dynamicRegistration === true;
    if (can(workspace?.didChangeWatchedFiles)) all.add(DidChangeWatchedFilesNotification.type, { watchers });
    if (can(textDocument?.synchronization)) {
      const these = { documentSelector: selectorOf(folders) };
      all.add(DidOpenTextDocumentNotification.type, these);
      all.add(DidChangeTextDocumentNotification.type, { ...these, syncKind: TextDocumentSyncKind.Incremental });
      all.add(DidCloseTextDocumentNotification.type, these);
      const completes = { ...these, triggerCharacters: codeTriggerCharacters, resolveProvider: true };
      const fixes = { ...these, codeActionKinds: [CodeActionKind.QuickFix] };
      const asks = { ...these, interFileDependencies: true, workspaceDiagnostics: false };
      if (can(textDocument?.hover)) all.add(HoverRequest.type, these);
      if (can(textDocument?.definition)) all.add(DefinitionRequest.type, these);
      if (can(textDocument?.references)) all.add(ReferencesRequest.type, these);
      if (can(textDocument?.completion)) all.add(CompletionRequest.type, completes);
      if (can(textDocument?.codeAction)) all.add(CodeActionRequest.type, fixes);
      if (pulls && can(textDocument?.diagnostic)) all.add(DocumentDiagnosticRequest.type, asks);
    }
    return connection.client.register(all);
  }

  /** Computes problems again after a change outside of the code. */
  function lookSoon(): void {
    if (codeDocuments.size === 0) return;
    clearTimeout(later);
    later = setTimeout(() => void fenced(undefined, look), REST_MS);
  }

  async function look(): Promise<void> {
    const outdated = await codeAnswers.outdated();
    if (outdated.length === 0) return;
    if (pulls) return connection.languages.diagnostics.refresh();
    for (const each of outdated) {
      const { uri, version } = each;
      await connection.sendDiagnostics({ uri, version, diagnostics: await codeAnswers.diagnostics(each) });
    }
  }
};

const extensions = [...new Set(Object.values(languages).flatMap((language) => language.extensions))];
/** Watches only changes of content: creations and deletions are already watched. */
const watchers = [{ globPattern: `**/*.{${extensions.join(',')}}`, kind: WatchKind.Change }];

/** Selects files on disk, and files with the URI schemes of the workspace folders. */
function selectorOf(folders: readonly string[]) {
  const schemes = new Set(['file', ...folders.map((uri) => uri.slice(0, Math.max(0, uri.indexOf(':'))))]);
  return [...schemes].flatMap((scheme) => Object.keys(languages).map((language) => ({ scheme, language })));
}
