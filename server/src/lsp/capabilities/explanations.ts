/** Hovers and inlay hints. A hover has the text from core/features, followed by the paragraphs from `below`. */
import type { Hover } from 'vscode-languageserver-types';
import { MarkupContent, MarkupKind } from 'vscode-languageserver-types';
import { knownSegments } from '../../core/features/completion/inService.js';
import { hover } from '../../core/features/hover.js';
import { inlayHints } from '../../core/features/layout/inlayHints.js';
import type { OpenDocument } from '../../core/features/openDocument.js';
import { toggleFilesRequest } from '../../core/protocol.js';
import { usersAt } from '../../core/results/hovers.js';
import { ruleAt, ruleExample } from '../../core/results/tests/ruleExample.js';
import { requiredBy } from '../../workspace/dependents.js';
import { toggleFiles } from '../../workspace/environmentFiles.js';
import { Turns } from '../../workspace/turns.js';
import type { ReadyToEvaluate } from '../evaluations.js';
import type { Capability } from '../session.js';

interface At {
  readonly open: OpenDocument;
  readonly offset: number;
  readonly rule: number | undefined;
}

const below: readonly ((at: At, ready: ReadyToEvaluate) => string | undefined)[] = [
  ({ rule }, { evaluated }) => (rule === undefined ? undefined : ruleExample(rule, evaluated)),
  ({ open, offset }, { evaluated, users }) => usersAt(open, offset, evaluated, users),
];

export const explanations: Capability = (session) => {
  const {
    connection,
    client,
    codeIndex,
    services,
    project,
    evaluations,
    locale,
    now,
    settings,
    answer,
    logged,
    onRequest,
  } = session;
  connection.onHover(
    answer(
      null,
      async (open, { position }, token) => {
        const segments = knownSegments({ services: services.seen(open.uri), locale });
        const files = await project.required(open.uri, open.json);
        const known = {
          required: (key: string) => files.get(key)?.document(),
          beside: project.beside(open.uri),
          policies: project.policies.of(open.uri),
          tested: () => project.targetingTestedBy(open.uri),
          requiredBy: () => requiredBy(project, open.uri),
          called: () => codeIndex.seen(open.uri, project.files.identity(open.uri).toggle)?.title,
          owners: () => project.owners.of(open.uri),
          schemaIsKnown: settings.now.editorReports.config && open.kind !== 'targeting',
        };
        const found = hover(open, position, { now: now(), locale, segments, ...known });
        const offset = open.json.offsetAt(position);
        const rule = open.json.length > MAX_ANALYZED_LENGTH ? undefined : ruleAt(open, offset);
        const turns = new Turns('asked', token);
        const ready = await (rule === undefined ? evaluations.withUsers(open, turns) : evaluations.of(open, turns));
        if (ready === undefined) return found ?? null;
        await evaluations.decide(turns, ready.users, ready.evaluated);
        return (
          withParagraphs(
            found,
            below.flatMap((words) => words({ open, offset, rule }, ready) ?? []),
          ) ?? null
        );
      },
      (code, params) => session.codeAnswers.hover(code, params),
    ),
  );
  connection.languages.inlayHint.on(
    answer([], (open, { range }) => inlayHints(open, range, settings.of(open.uri).hints)),
  );
  onRequest(toggleFilesRequest, [], async () => toggleFiles(project, await project.ready()));
  if (client.workspace?.inlayHint?.refreshSupport === true)
    session.changes.on('hints', () => void connection.languages.inlayHint.refresh().catch(logged));
  return { hoverProvider: true, inlayHintProvider: true };
};

/** The maximum length of a file in UTF-16 units. Analyzing a larger file takes too long for a hover. */
export const MAX_ANALYZED_LENGTH = 200_000;

function withParagraphs(hover: Hover | undefined, paragraphs: readonly string[]): Hover | undefined {
  if (paragraphs.length === 0) return hover;
  const before = hover !== undefined && MarkupContent.is(hover.contents) ? [hover.contents.value] : [];
  return { ...hover, contents: { kind: MarkupKind.Markdown, value: [...before, ...paragraphs].join('\n\n---\n\n') } };
}
