/** The items of the Test Explorer: an item per test file, with a child item per case. */
import * as vscode from 'vscode';
import type { ListedTests } from '../../../server/src/core/protocol.js';
import { testsEnding } from '../../../server/src/core/targeting/fileNames.js';
import { inList } from '../../../server/src/service/words/harmless.js';
import { rangeOf } from '../files/ranges.js';
import { shownName } from '../files/shownName.js';
import { listOf } from '../../../server/src/core/targeting/joined.js';

export function fileItem(controller: vscode.TestController, uri: vscode.Uri): vscode.TestItem {
  const name = shownName(uri).slice(0, -testsEnding.length);
  const item = controller.createTestItem(uri.toString(), inList(name), uri);
  item.canResolveChildren = true;
  return item;
}

/** Updates the items of a test file. While the file's JSON is broken, its items stay, and so do their results. */
export function update(controller: vscode.TestController, file: vscode.TestItem, { cases, broken }: ListedTests): void {
  const ids = new Set(cases.map(({ id }) => id));
  if (broken === undefined) file.children.forEach(({ id }) => !ids.has(id) && file.children.delete(id));
  for (const [index, { id, name, range, environments }] of cases.entries()) {
    const known = file.children.get(id);
    const item = known ?? controller.createTestItem(id, inList(name), file.uri);
    item.range = rangeOf(range);
    item.sortText = String(index).padStart(6, '0');
    item.description = inList(listOf(environments));
    // The tags let the filter of the Test Explorer find the cases of an environment.
    item.tags = environments.map((environment) => new vscode.TestTag(environment));
    if (known === undefined) file.children.add(item);
  }
}
