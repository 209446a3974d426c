/** The items of the Test Explorer: one for each test file, below it one for each case. */
import * as vscode from 'vscode';
import type { ListedTests } from '../../../server/src/core/protocol.js';
import { testsEnding } from '../../../server/src/core/targeting/fileNames.js';
import { inList } from '../../../server/src/service/words/harmless.js';
import { rangeOf } from '../files/ranges.js';
import { shownName } from '../files/shownName.js';

/** A file whose cases are read once someone wants to see them. */
export function fileItem(controller: vscode.TestController, uri: vscode.Uri): vscode.TestItem {
  const name = shownName(uri).slice(0, -testsEnding.length);
  const item = controller.createTestItem(uri.toString(), inList(name), uri);
  item.canResolveChildren = true;
  return item;
}

/** Brings the items of a file up to what it says. While it is half typed, none goes: its results would go with it. */
export function update(controller: vscode.TestController, file: vscode.TestItem, { cases, broken }: ListedTests): void {
  const ids = new Set(cases.map(({ id }) => id));
  if (broken === undefined) file.children.forEach(({ id }) => !ids.has(id) && file.children.delete(id));
  for (const [index, { id, name, range, environments }] of cases.entries()) {
    const known = file.children.get(id);
    const item = known ?? controller.createTestItem(id, inList(name), file.uri);
    item.range = rangeOf(range);
    item.sortText = String(index).padStart(6, '0');
    item.description = inList(environments.join(', '));
    // So that the filter of the Test Explorer finds those of an environment.
    item.tags = environments.map((environment) => new vscode.TestTag(environment));
    if (known === undefined) file.children.add(item);
  }
}
