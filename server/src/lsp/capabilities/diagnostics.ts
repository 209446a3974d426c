/** Sends the problems of open files: on request, or once after each batch of changes if the client does not pull. */
import type {
  CancellationToken,
  ClientCapabilities,
  DocumentDiagnosticParams,
  DocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { Diagnostic } from 'vscode-languageserver-types';
import type { Problem } from '../../core/checks/problem.js';
import { diagnostics, fadedRules, sameProblems } from '../../core/features/diagnostics.js';
import type { OpenDocument } from '../../core/features/openDocument.js';
import { hasPrerequisites } from '../../core/targeting/model.js';
import { isOneOfOthers } from '../../workspace/knownFiles.js';
import type { Token } from '../../workspace/turns.js';
import { Turns } from '../../workspace/turns.js';
import type { Change } from '../changes.js';
import type { Capability } from '../session.js';
import { reportedByEditor } from '../settings.js';

/** The problems that were last sent for a document. The result id changes only if the problems change. */
interface LastSent {
  readonly problems: readonly Problem[];
  readonly resultId: string;
}

export const diagnosticProvider: Capability = (session) => {
  const { connection, client, documents, settings, ratingFor, docs, deadTargeting, report, fenced, logged } = session;
  const { diagnostic } = client.textDocument ?? {};
  const pulls = asksForDiagnostics(client);
  const fades = (client.textDocument?.publishDiagnostics ?? diagnostic)?.tagSupport !== undefined;
  const lastSent = new Map<string, LastSent>();
  let results = 0;
  const waiting = new Set<string>();

  connection.languages.diagnostics.on(
    report<DocumentDiagnosticParams, DocumentDiagnosticReport>({ kind: 'full', items: [] }, pulled, async (code) => ({
      kind: 'full',
      items: await session.codeAnswers.diagnostics(code),
    })),
  );
  documents.onDidChangeContent(({ document: { uri, kind } }) => {
    schedulePublish(uri);
    if (kind === 'targeting') deadTargeting.scheduleSearch(uri);
  });
  documents.onDidClose(({ document: { uri } }) => {
    lastSent.delete(uri);
    if (session.pulled.has(uri)) session.pulled.set(uri, 'closed');
    deadTargeting.forget(uri);
    if (!pulls) connection.sendDiagnostics({ uri, diagnostics: [] }).catch(logged);
  });
  session.changes.on('problems', (change) => {
    // The severities or limits may have changed.
    if (change.of === 'configs' || change.of === 'settings') lastSent.clear();
    const concerned = documents.all().filter((open) => mayDependOn(change, open));
    if (concerned.length > 0) republish(concerned.map(({ uri }) => uri));
    if (change.of === 'toggles' || change.of === 'services')
      for (const { uri, kind } of concerned) if (kind === 'targeting') deadTargeting.scheduleSearch(uri);
  });
  return pulls ? { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: true } } : {};

  async function pulled(
    open: OpenDocument,
    { previousResultId }: DocumentDiagnosticParams,
    token: CancellationToken,
  ): Promise<DocumentDiagnosticReport> {
    session.pulled.set(open.uri, 'open');
    await search(open, token);
    const { resultId, isNews } = remember(open);
    if (!isNews && resultId === previousResultId) return { kind: 'unchanged', resultId };
    return { kind: 'full', resultId, items: shown(open) };
  }

  function schedulePublish(uri: string): void {
    if (pulls || waiting.has(uri)) return;
    waiting.add(uri);
    setImmediate(() => {
      waiting.delete(uri);
      void fenced(undefined, () => publish(uri));
    });
  }

  async function publish(uri: string): Promise<void> {
    const open = documents.get(uri);
    if (open === undefined) return;
    await search(open, {
      get isCancellationRequested() {
        return documents.get(uri) !== open;
      },
    });
    if (documents.get(uri) !== open || !remember(open).isNews) return;
    await connection.sendDiagnostics({ uri, version: open.version, diagnostics: shown(open) });
  }

  /** Finds problems in steps and yields between them, so that a large file does not delay other requests. */
  async function search(open: OpenDocument, token: Token): Promise<void> {
    const turns = new Turns('asked', token);
    for (const found = open.search(); found.next().done !== true;) await turns.pause();
  }

  /** Stores the problems as sent. @returns whether they differ from the problems that were sent before */
  function remember({ uri, problems }: OpenDocument): LastSent & { readonly isNews: boolean } {
    const before = lastSent.get(uri);
    const isNews = before === undefined || !sameProblems(before.problems, problems);
    const now = { problems, resultId: isNews ? String((results += 1)) : before.resultId };
    lastSent.set(uri, now);
    return { ...now, isNews };
  }

  function republish(uris: readonly string[]): void {
    for (const uri of uris) schedulePublish(uri);
    if (pulls) connection.languages.diagnostics.refresh().catch(logged);
  }

  function shown(open: OpenDocument): Diagnostic[] {
    const rating = ratingFor(open.uri);
    const reported = reportedByEditor(settings.now, open.kind, open.languageId);
    const ruleAt = session.ruleFinder(open.uri);
    const options = { rating, docs, ruleAt, reportedByEditor: reported, limit: settings.now.maxProblems };
    return [...diagnostics(open, options), ...(fades ? fadedRules(open, options) : [])];
  }
};

/** Whether the client pulls diagnostics. It must not pull without refresh support, as it would miss changed configs. */
export function asksForDiagnostics({ textDocument, workspace }: ClientCapabilities): boolean {
  return textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true;
}

function mayDependOn(change: Change, { uri, kind, json }: OpenDocument): boolean {
  if (change.of === 'dead-targeting') return change.uri === uri;
  if (change.of === 'users') return kind === 'tests';
  if (change.of === 'calls') return kind === 'config';
  if (change.of !== 'toggles') return true;
  return isOneOfOthers(uri, change.uris) && (kind === 'users' || kind === 'tests' || hasPrerequisites(json));
}
