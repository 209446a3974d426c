/** Runs tests for the Test Explorer: once, after each save, or on every keystroke. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { RanTests, Coverage, ReachedStatement, TestFailure, TestRun } from '../../../server/src/core/protocol.js';
import { runTestsRequest } from '../../../server/src/core/protocol.js';
import { targetingEnding, testsEnding, testsOf, usersFileName } from '../../../server/src/core/targeting/fileNames.js';
import { fenced, logged } from '../fence.js';
import type { LanguageServer } from '../server/languageClient.js';
import { update } from './testItems.js';
import { WorkQueue } from './workQueue.js';
import { plain, inList } from '../../../server/src/service/words/harmless.js';
import { rangeOf } from '../files/ranges.js';

interface Context {
  readonly controller: vscode.TestController;
  readonly server: LanguageServer;
  readonly log: vscode.LogOutputChannel;
}

export function createProfiles(context: Context): void {
  const { controller, log } = context;
  const { Run, Coverage } = vscode.TestRunProfileKind;
  const handler =
    (follows: ContinuousMode) => async (request: vscode.TestRunRequest, token: vscode.CancellationToken) => {
      if (request.continuous === true) follow(context, request, token, follows);
      await fenced(log, () => runAll(context, request));
    };
  controller.createRunProfile(t('Run'), Run, handler('typing'), true, undefined, true);
  controller.createRunProfile(t('Run on Save'), Run, handler('saving'), false, undefined, true);
  const coverage = controller.createRunProfile(t('Coverage'), Coverage, handler('typing'), true);
  coverage.loadDetailedCoverage = (_, file) => Promise.resolve(details.get(file) ?? []);
}

async function runAll(context: Context, request: vscode.TestRunRequest): Promise<void> {
  const { controller } = context;
  const run = controller.createTestRun(request);
  try {
    const files = filesOf(controller, request);
    for (const [file, ids] of files) for (const item of itemsOf(file, ids)) run.started(item);
    for (const [file, ids] of files) {
      if (run.token.isCancellationRequested) return;
      const answer = await ask(context, request, file, ids);
      if (answer !== null) tell(run, file, ids, answer);
    }
  } finally {
    run.end();
  }
}

async function ask(
  { controller, server }: Context,
  { profile }: vscode.TestRunRequest,
  file: vscode.TestItem,
  ids: readonly string[] | undefined,
): Promise<RanTests | null> {
  const coverage = profile?.kind === vscode.TestRunProfileKind.Coverage;
  const answer = await server.ask(runTestsRequest, { uri: file.id, coverage, ...(ids && { ids }) });
  if (answer !== null) update(controller, file, answer);
  return answer;
}

function tell(run: vscode.TestRun, file: vscode.TestItem, ids: readonly string[] | undefined, answer: RanTests): void {
  report(run, file, itemsOf(file, ids), answer);
  const { targetingUri, coverage } = answer;
  if (coverage !== undefined) run.addCoverage(fileCoverage(vscode.Uri.parse(targetingUri), coverage));
}

/** The requested test files, each with the ids of its requested cases; undefined means all cases of the file. */
function filesOf(
  controller: vscode.TestController,
  { include, exclude = [] }: vscode.TestRunRequest,
): ReadonlyMap<vscode.TestItem, readonly string[] | undefined> {
  const items = include ?? Array.from(controller.items, ([, item]) => item);
  const files = new Map<vscode.TestItem, readonly string[] | undefined>();
  for (const item of items) {
    const file = item.parent ?? item;
    if (exclude.includes(item) || exclude.includes(file)) continue;
    const without = exclude.filter(({ parent }) => parent === file);
    if (item !== file) files.set(file, files.has(file) ? [...(files.get(file) ?? []), item.id] : [item.id]);
    else if (without.length === 0) files.set(file, undefined);
    else
      files.set(
        file,
        Array.from(file.children, ([id]) => id).filter((id) => !without.some((each) => each.id === id)),
      );
  }
  return files;
}

function itemsOf(file: vscode.TestItem, ids: readonly string[] | undefined): readonly vscode.TestItem[] {
  return Array.from(file.children, ([, item]) => item).filter(({ id }) => ids?.includes(id) !== false);
}

type ContinuousMode = 'typing' | 'saving';

/** Reruns the tests of a file whenever the tests, the targeting file or the users change. */
function follow(
  context: Context,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
  follows: ContinuousMode,
): void {
  const { controller, log } = context;
  const waiting = new WorkQueue((uri) => runAgain(context, request, uri).catch(logged(log)));
  const changed = ({ uri }: vscode.TextDocument) => {
    if (uri.path.endsWith(`/${usersFileName}`)) waiting.add(...Array.from(controller.items, ([id]) => id));
    else if (uri.path.endsWith(testsEnding)) waiting.add(uri.toString());
    else if (uri.path.endsWith(targetingEnding)) waiting.add(testsOf(uri.toString()));
  };
  const listener =
    follows === 'saving'
      ? vscode.workspace.onDidSaveTextDocument(changed)
      : vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
          if (contentChanges.length > 0) changed(document);
        });
  token.onCancellationRequested(() => void listener.dispose());
}

/** Runs the tests of a file again. While the file's JSON is broken, its earlier results stay. */
async function runAgain(context: Context, request: vscode.TestRunRequest, uri: string): Promise<void> {
  const { controller } = context;
  const [found] = Array.from(filesOf(controller, request)).filter(([{ id }]) => id === uri);
  if (found === undefined) return;
  const [file, ids] = found;
  const answer = await ask(context, request, file, ids);
  if (answer === null || answer.broken !== undefined) return;
  const { exclude, profile } = request;
  const again = new vscode.TestRunRequest([...itemsOf(file, ids)], exclude, profile, true, true);
  const run = controller.createTestRun(again);
  tell(run, file, ids, answer);
  run.end();
}

/** The coverage details of each file. VS Code requests the details when it shows the file. */
const details = new WeakMap<vscode.FileCoverage, vscode.FileCoverageDetail[]>();

function fileCoverage(uri: vscode.Uri, { rules, statements }: Coverage): vscode.FileCoverage {
  const all = [
    ...rules.map(({ words, count, range }) => new vscode.DeclarationCoverage(plain(words), count, rangeOf(range))),
    ...statements.map(
      ({ count, range, branches }) => new vscode.StatementCoverage(count, rangeOf(range), branches.map(branch)),
    ),
  ];
  const coverage = vscode.FileCoverage.fromDetails(uri, all);
  details.set(coverage, all);
  return coverage;
}

function branch({ words, count, range }: ReachedStatement['branches'][number]): vscode.BranchCoverage {
  return new vscode.BranchCoverage(count, range && rangeOf(range), plain(words));
}

/** @param items the requested cases of the file */
export function report(
  run: vscode.TestRun,
  file: vscode.TestItem,
  items: readonly vscode.TestItem[],
  { broken, runs, targetingUri }: RanTests,
): void {
  if (broken !== undefined) {
    run.errored(file, new vscode.TestMessage(plain(broken)));
    return;
  }
  const tested = vscode.Uri.parse(targetingUri);
  for (const item of items) {
    const ofCase = runs.filter(({ id }) => id === item.id);
    const messages = ofCase.flatMap((each) => each.failures.map((failure) => messageOf(each, failure, item, tested)));
    // A case without results does not apply to the file's environment.
    if (ofCase.length === 0) run.skipped(item);
    else if (messages.length === 0) run.passed(item);
    else run.failed(item, messages);
    for (const { name, failures } of ofCase) {
      const lines = [`${failures.length === 0 ? '✓' : '✗'} ${plain(name)}`];
      lines.push(...failures.map(({ message }) => `    ${plain(message)}`));
      run.appendOutput(lines.map((line) => `${line}\r\n`).join(''), undefined, item);
    }
  }
}

function messageOf(
  { name }: TestRun,
  { message, range, difference, decider }: TestFailure,
  item: vscode.TestItem,
  tested: vscode.Uri,
): vscode.TestMessage {
  // A case with a matrix has several results with different names.
  const words = inList(name) === item.label ? message : t('{0}: {1}', name, message);
  const told = new vscode.TestMessage(plain(words));
  if (item.uri !== undefined) told.location = new vscode.Location(item.uri, rangeOf(range));
  if (difference !== undefined) {
    told.expectedOutput = difference.expected;
    told.actualOutput = difference.actual;
  }
  if (decider !== undefined) {
    const { start } = rangeOf(decider.range);
    told.stackTrace = [new vscode.TestMessageStackFrame(plain(decider.words), tested, start)];
  }
  return told;
}
