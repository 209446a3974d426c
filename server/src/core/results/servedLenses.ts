/** textDocument/codeLens in a file that is served to local applications: the file's state, and evaluation counts. */
import { t } from '../t.js';
import type { CodeLens } from 'vscode-languageserver-types';
import { lensAt } from '../features/codeLens.js';
import { oneLine } from '../features/variations.js';
import type { OpenDocument } from '../features/openDocument.js';
import { nodeAt } from '../json/queries.js';
import { listOfFirst } from '../targeting/joined.js';

export interface ServedFile {
  /** The reason why applications do not get the current version; undefined if applications get it. */
  readonly trouble: string | undefined;
  /** Names of the variations; undefined if no version of the toggle is served yet. */
  readonly variations: readonly string[] | undefined;
  /** Counts of evaluations by rule and variation; undefined if there were no requests. */
  readonly asked:
    | {
        readonly served: readonly {
          readonly rule: number | undefined;
          readonly variation: number | undefined;
          readonly times: number;
        }[];
      }
    | undefined;
}

/** A lens above the first line, so that no line moves while typing. @param openCommand a command that opens the URL */
export function servedLens(
  open: OpenDocument,
  { trouble, variations }: ServedFile,
  url: string,
  openCommand: string,
): CodeLens {
  const title =
    trouble === undefined
      ? t('served to local applications')
      : variations === undefined
        ? t('not served to local applications: {0}', oneLine(trouble, 200))
        : t('serving the last good version: {0}', oneLine(trouble, 200));
  return lensAt(open, undefined, { title, tooltip: url, command: openCommand, arguments: [url] });
}

/** Lenses with counts of evaluations, above rules and the default. @param showCommand shows who gets what */
export function askedLenses(open: OpenDocument, file: ServedFile, showCommand: string | undefined): CodeLens[] {
  const byRule = new Map<number | undefined, Map<string, number>>();
  for (const { rule, variation, times } of file.asked?.served ?? []) {
    const counts = byRule.get(rule) ?? new Map<string, number>();
    const name =
      variation === undefined ? t('the default in the code') : nameOf(file.variations?.[variation], variation);
    byRule.set(rule, counts.set(name, (counts.get(name) ?? 0) + times));
  }
  const isDisabled = nodeAt(open.json, ['disabled'])?.value === true;
  return Array.from(byRule, ([rule, counts]) => {
    const path = rule === undefined ? [isDisabled ? 'disabledServe' : 'defaultServe'] : ['rules', rule];
    const node = nodeAt(open.json, ['content', ...path]);
    if (node === undefined) return [];
    return [lensAt(open, node, { title: titleOf(counts), command: showCommand ?? '' })];
  }).flat();
}

function titleOf(counts: ReadonlyMap<string, number>): string {
  const all = [...counts].sort(([, a], [, b]) => b - a);
  const times = all.reduce((sum, [, each]) => sum + each, 0);
  const words = listOfFirst(
    all.map(([name, each]) => `${name} ${each}`),
    4,
  );
  return times === 1
    ? t('1 evaluation in the last minute: {0}', words)
    : t('{0} evaluations in the last minute: {1}', times, words);
}

function nameOf(name: string | undefined, index: number): string {
  return name === undefined || name === '' ? String(index) : oneLine(name, 20);
}
