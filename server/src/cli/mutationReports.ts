/** What `toggle-targeting test --mutate` says of each file of tests. */
import { t } from '@vscode/l10n';
import type { Mutations } from '../core/results/mutations.js';
import { titleOf } from '../core/results/runTests.js';
import { visible } from './reports/visible.js';

export interface FileMutations extends Mutations {
  /** Of the targeting file, as it is printed. */
  readonly path: string;
}

/** @param testsPath as it is printed */
export function mutationLines(testsPath: string, mutations: FileMutations | undefined): readonly string[] {
  if (mutations === undefined) return [];
  const { path, tried, areAll, unnoticed, cannotFail } = mutations;
  if (tried === 0 && !areAll) return [visible(t('{0}: no change was tried, as it would take too long.', path)), ''];
  const noticed =
    unnoticed.length === 0
      ? t('{0}: tests notice all {1} changes.', path, tried)
      : t('{0}: tests notice {1} of {2} changes. They do not notice:', path, tried - unnoticed.length, tried);
  const lines = [
    noticed,
    ...unnoticed.map(({ words, range }) => `  ${range.start.line + 1}: ${words}`),
    ...(areAll ? [] : [t('Further changes were not tried: they would take too long.')]),
    ...(cannotFail.length === 0 ? [] : [t('{0}: no change makes these cases fail:', testsPath)]),
    ...cannotFail.map((each) => `  ${each.places.title.start.line + 1}: ${titleOf(each)}`),
  ];
  return [...lines.map(visible), ''];
}

export function mutationsAsJson({ path, tried, areAll, unnoticed, cannotFail }: FileMutations): object {
  return {
    ...{ path, tried, areAll },
    unnoticed: unnoticed.map(({ words, range: { start } }) => ({
      words,
      line: start.line + 1,
      column: start.character + 1,
    })),
    cannotFail: cannotFail.map((each) => ({ name: titleOf(each), line: each.places.title.start.line + 1 })),
  };
}
