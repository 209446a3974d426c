/**
 * The part of the routing table that tells the editor of problems. One that asks itself (pull) is answered when it asks;
 * to every other they are sent, once for all changes that arrived together. What it was told already is not said again.
 * How problems are found is not said here; those of files that are not open come from workspaceProblems.ts.
 */
import type {
  CancellationToken,
  Connection,
  DocumentDiagnosticParams,
  DocumentDiagnosticReport,
  InitializeParams,
  ServerCapabilities,
  TextDocuments,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver';
import { LSPErrorCodes, ResponseError } from './lsp.js';
import type { Diagnostic } from 'vscode-languageserver-types';
import type { Disk } from '../workspace/disk.js';
import { diagnostics, sameProblems } from '../features/diagnostics.js';
import type { OpenDocument } from '../features/openDocument.js';
import type { Fences } from './fences.js';
import type { FilesBeside } from '../workspace/filesBeside.js';
import { isOneOfOthers } from '../workspace/filesBeside.js';
import type { Problem } from '../checks/problem.js';
import type { Rating } from '../checks/rating.js';
import type { Settings } from './settings.js';
import { reportedByEditor } from './settings.js';
import { hasPrerequisites } from '../targeting/model.js';
import { WorkspaceProblems } from '../workspace/workspaceProblems.js';

export interface ProblemReportsOptions extends Fences {
  readonly disk: Disk;
  readonly beside: FilesBeside;
  readonly documents: TextDocuments<OpenDocument>;
  readonly settings: () => Settings;
  readonly ratingFor: (uri: string) => Promise<Rating>;
  /** The page that documents the problem codes; a code is its fragment. */
  readonly docs: string;
}

export interface ProblemReports {
  readonly capabilities: (params: InitializeParams) => ServerCapabilities;
  /** An open document says something else. */
  readonly changed: (uri: string) => void;
  /** Files that are not open may have other problems now, or are open now. */
  readonly elsewhereChanged: () => void;
  readonly closed: (uri: string) => void;
  /** Files say something else that others may need; undefined when it may be all of them. */
  readonly filesChanged: (uris: readonly string[] | undefined) => void;
  /** Of an open file, or of all of them, something else is known now than it says itself. */
  readonly ofOpenChanged: (uri?: string) => void;
  /** The same problems may look different now. */
  readonly looksChanged: () => void;
}

export function problemReports(connection: Connection, options: ProblemReportsOptions): ProblemReports {
  const { disk, beside, documents, settings, ratingFor, docs, report, fenced, logged } = options;
  let pulls = false;
  const waiting = new Set<string>();
  /** What the editor was told last of a document; forgotten when the same problems may look different. */
  const told = new Map<string, { readonly problems: readonly Problem[]; readonly resultId: string }>();
  let results = 0;
  const elsewhere = new WorkspaceProblems({
    disk,
    ready: () => beside.ready(),
    isWanted: () => settings().problemsIn === 'workspace',
    isOpen: (uri) => documents.get(uri) !== undefined,
    others: (uri) => beside.of(uri),
    shown: async (uri, problems) => {
      const rating = await ratingFor(uri);
      const limit = settings().maxProblems;
      return diagnostics({ uri, problems }, { rating, docs, reportedByEditor: () => false, limit });
    },
  });

  connection.languages.diagnostics.on((params, token) =>
    report<DocumentDiagnosticReport>(params.textDocument.uri, emptyReport, (open) => problemsOf(open, params, token)),
  );
  connection.languages.diagnostics.onWorkspace((params, token) =>
    fenced<WorkspaceDiagnosticReport>({ items: [] }, () => elsewhere.report(params, token)),
  );

  return {
    capabilities: ({ capabilities: { textDocument, workspace } }) => {
      // One that cannot be told to ask again would not hear of a changed config.
      pulls = textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true;
      return pulls ? { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: true } } : {};
    },
    changed: publishSoon,
    elsewhereChanged: () => {
      elsewhere.changed();
    },
    closed: (uri) => {
      told.delete(uri);
      elsewhere.changed();
      if (!pulls) connection.sendDiagnostics({ uri, diagnostics: [] }).catch(logged);
    },
    filesChanged: (uris) => {
      // What is typed counts for files that are not open once it is saved.
      if (uris === undefined || uris.some((uri) => documents.get(uri) === undefined)) elsewhere.changed();
      const concerned = documents.all().filter(({ uri, json }) => isOneOfOthers(uri, uris) && hasPrerequisites(json));
      if (concerned.length > 0) tellAgain(concerned.map(({ uri }) => uri));
    },
    ofOpenChanged: (uri) => tellAgain(uri === undefined ? documents.keys() : [uri]),
    looksChanged: () => {
      told.clear();
      elsewhere.forget();
      tellAgain(documents.keys());
    },
  };

  async function problemsOf(
    asked: OpenDocument,
    { previousResultId }: DocumentDiagnosticParams,
    token: CancellationToken,
  ): Promise<DocumentDiagnosticReport> {
    const { uri } = asked;
    const before = told.get(uri)?.resultId;
    if (isNoNews(asked) && before !== undefined && before === previousResultId) {
      return { kind: 'unchanged', resultId: before };
    }
    const rating = await ratingFor(uri);
    const open = documents.get(uri);
    if (token.isCancellationRequested || open === undefined)
      throw new ResponseError(LSPErrorCodes.RequestCancelled, '');
    if (open !== asked) isNoNews(open);
    const resultId = told.get(uri)?.resultId ?? '';
    return { kind: 'full', resultId, items: shown(open, rating) };
  }

  function tellAgain(uris: readonly string[]): void {
    for (const uri of uris) publishSoon(uri);
    if (pulls) connection.languages.diagnostics.refresh().catch(logged);
  }

  function publishSoon(uri: string): void {
    if (pulls || waiting.has(uri)) return;
    waiting.add(uri);
    setImmediate(() => {
      waiting.delete(uri);
      void fenced(undefined, () => publish(uri));
    });
  }

  async function publish(uri: string): Promise<void> {
    const rating = await ratingFor(uri);
    const open = documents.get(uri);
    if (open === undefined || isNoNews(open)) return;
    await connection.sendDiagnostics({ uri, version: open.version, diagnostics: shown(open, rating) });
  }

  /** Whether the editor was told the same of an earlier version; if not, it is being told now. */
  function isNoNews({ uri, problems }: OpenDocument): boolean {
    const before = told.get(uri);
    const same = before !== undefined && sameProblems(before.problems, problems);
    results += same ? 0 : 1;
    told.set(uri, { problems, resultId: same ? before.resultId : String(results) });
    return same;
  }

  function shown(open: OpenDocument, rating: Rating): Diagnostic[] {
    const reported = reportedByEditor(settings(), open.kind, open.languageId);
    return diagnostics(open, { rating, docs, reportedByEditor: reported, limit: settings().maxProblems });
  }
}

const emptyReport: DocumentDiagnosticReport = { kind: 'full', items: [] };
