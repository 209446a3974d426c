/** Reports the results of a file's cases to the Test Explorer. */
import * as vscode from 'vscode';
import type { RanTests, TestFailure, TestRun } from '../../../server/src/core/protocol.js';
import { inList, plain } from '../../../server/src/service/words/harmless.js';
import { rangeOf } from '../ranges.js';

/** @param items those of the file that were to be run */
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
    // It is for another environment than that of the file.
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
  // With a matrix, it is one of several runs.
  const words = inList(name) === item.label ? message : vscode.l10n.t('{0}: {1}', name, message);
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
