/** Tests that the command line reports the problems that the editor shows. */
import { afterAll, describe, expect, it } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-types';
import { CodeActionKind } from 'vscode-languageserver-types';
import { codeActions } from '../../server/src/core/features/actions/fixes.js';
import { diagnostics } from '../../server/src/core/features/diagnostics.js';
import { reportedProblem } from '../../server/src/core/features/reportedProblem.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { noServices } from '../../server/src/core/checks/check.js';
import { plainRating } from '../../server/src/core/checks/rating.js';
import { besideIn, deadAtOnce, filesBeside, withoutAnnotations } from '../support/annotated.js';
import { commandLineTrial } from '../support/commandLine.js';
import { kindOf } from '../../server/src/core/targeting/fileNames.js';
import { fixtures } from '../support/fixtures.js';
import { fixtureUri } from '../support/fixtureUri.js';

const docs = 'https://github.com/toggle-targeting/toggle-targeting/blob/HEAD/docs/problems.md';
const trial = commandLineTrial();
afterAll(() => trial.dispose());

interface Reported {
  readonly problems: readonly (Readonly<Record<string, unknown>> & {
    readonly file: string;
    readonly fixes: readonly { readonly isOnlyAnswer: boolean }[];
  })[];
  readonly summary: Readonly<Record<string, number>>;
}

function inEditor(path: string, text: string) {
  const uri = trial.uri(path);
  const own = path.replace(/^.*\/|\.targeting\.json$/g, '');
  // Each fixture is in its own folder, so there are no other toggles.
  const others = { own, named: () => undefined, requiring: () => [] };
  const document = OpenDocument.open(uri, 'json', 1, text, {
    otherToggles: () => (text.includes('"prerequisites"') ? others : undefined),
    services: () => noServices,
    dead: deadAtOnce(),
    beside: () => besideIn(uri.slice(0, uri.lastIndexOf('/'))),
  });
  const shown: readonly Diagnostic[] = diagnostics(document, {
    rating: plainRating,
    docs,
    reportedByEditor: () => false,
  });
  return shown.map((diagnostic, index) => {
    const { related, ...problem } = reportedProblem(diagnostic);
    const places = related.map(({ uri: other, ...place }) => ({ file: pathOf(other), ...place }));
    const fixes = index < MAX_WITH_FIXES ? fixesOf(document, diagnostic) : [];
    return { file: path, ...problem, fixes, related: places };
  });
}

/** Only the first 100 problems have fixes in reports. */
const MAX_WITH_FIXES = 100;

function fixesOf(document: OpenDocument, diagnostic: Diagnostic) {
  const context = { diagnostics: [diagnostic], only: [CodeActionKind.QuickFix] };
  const answers = codeActions(document, diagnostic.range, context).filter(
    ({ edit, diagnostics: mended = [] }) => edit !== undefined && mended.length > 0,
  );
  return answers.map(({ title, edit }) => ({
    title,
    isOnlyAnswer: expect.any(Boolean) as boolean,
    edits: Object.values(edit?.changes ?? {})
      .flat()
      .map(({ range: { start, end }, newText }) => ({
        start: { line: start.line + 1, column: start.character + 1 },
        end: { line: end.line + 1, column: end.character + 1 },
        newText,
      })),
  }));
}

function pathOf(uri: string): string {
  return decodeURIComponent(uri.slice(trial.uri('').length + 1));
}

async function onCommandLine(folder: string): Promise<Reported> {
  const { code, stdout, stderr } = await trial.run(['check', folder, '--format', 'json']);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  return JSON.parse(stdout) as Reported;
}

describe('the command line reports the same problems as the editor', () => {
  const texts = new Map<string, string>();
  const written = new Set<string>();
  const write = (path: string, text: string) => {
    written.add(path);
    trial.write(path, text);
  };
  for (const [index, { name, annotated }] of fixtures.entries()) {
    const path = `fixtures/${index}/${fixtureUri(name).split('/').at(-1) ?? ''}`;
    texts.set(path, withoutAnnotations(annotated));
    if (['users', 'tests'].includes(kindOf(fixtureUri(name))))
      for (const [file, text] of Object.entries(filesBeside)) write(`fixtures/${index}/${file}`, text);
    write(path, withoutAnnotations(annotated));
  }
  const reported = onCommandLine('fixtures');

  it('for each fixture', async () => {
    const { problems } = await reported;
    for (const [path, text] of texts)
      expect.soft(problems.filter(({ file }) => file === path)).toEqual(inEditor(path, text));
  });

  it('with a summary that counts the problems', async () => {
    const { problems, summary } = await reported;
    const { files, filesWithProblems, problems: sum, error = 0, warning = 0, information = 0, hint = 0 } = summary;
    const withOneAnswer = problems.filter(({ fixes }) => fixes.some(({ isOnlyAnswer }) => isOnlyAnswer));
    expect(withOneAnswer.length).toBe(summary['fixable']);
    expect({ files, filesWithProblems, sum }).toEqual({
      files: written.size,
      filesWithProblems: new Set(problems.map(({ file }) => file)).size,
      sum: problems.length,
    });
    expect(error + warning + information + hint).toBe(problems.length);
  });
});
