/** workspace/diagnostic: problems of closed files (workspaceProblems.ts). diagnostics.ts declares the capability. */
import type { WorkspaceDiagnosticReport } from 'vscode-languageserver';
import { diagnostics } from '../../core/features/diagnostics.js';
import { MAX_TEXT_LENGTH, parse } from '../../core/json/document.js';
import { fileProblems } from '../../workspace/fileProblems.js';
import { WorkspaceProblems } from '../../workspace/workspaceProblems.js';
import type { Capability } from '../session.js';

export const workspaceDiagnostics: Capability = (session) => {
  const { connection, disk, documents, settings, project, services, evaluations, ratingFor, docs, fenced } = session;
  const problems = new WorkspaceProblems({
    ready: () => project.ready(),
    isWanted: () => settings.now.problemsIn === 'workspace',
    pulled: session.pulled,
    problems: async (uri, pause) => {
      const known = { services: services.of(uri), service: evaluations.serviceOf(uri) };
      // The saved text is checked, even if a hidden document has a different text.
      const text = disk.read(uri, MAX_TEXT_LENGTH);
      const found = await fileProblems(project, uri, typeof text === 'string' ? parse(text) : text, known, pause);
      session.closedProblems.set(uri, found);
      return found;
    },
    shown: (uri, found) => {
      const rating = ratingFor(uri);
      const limit = settings.now.maxProblems;
      const ruleAt = session.ruleFinder(uri);
      return diagnostics({ uri, problems: found }, { rating, docs, ruleAt, reportedByEditor: () => false, limit });
    },
  });
  connection.languages.diagnostics.onWorkspace((params, token, _progress, partial) =>
    fenced<WorkspaceDiagnosticReport>({ items: [] }, () =>
      problems.report(params, token, partial && ((items) => partial.report({ items }))),
    ),
  );

  documents.onDidOpen(() => problems.changed());
  documents.onDidSave(() => problems.changed());
  documents.onDidClose(() => problems.changed());
  session.changes.on('closed-files', (change) => {
    if (change.of === 'configs' || change.of === 'settings') problems.forget();
    else if (change.of === 'services') problems.changed(true);
    // An edit of an open file affects other files only after a save. A deleted file must be removed from the list.
    else if (change.of !== 'toggles' || change.uris?.some((uri) => documents.get(uri) === undefined) !== false)
      problems.changed();
  });
  return {};
};
