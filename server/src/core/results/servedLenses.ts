/** textDocument/codeLens of a file served to applications on this machine: its state, and counts of requests. */
import { t } from '../t.js';
import type { CodeLens } from 'vscode-languageserver-types';
import { lensAt } from '../features/codeLens.js';
import { oneLine } from '../features/variations.js';
import type { OpenDocument } from '../features/openDocument.js';
import { nodeAt } from '../json/queries.js';
import { listOfFirst } from '../targeting/joined.js';

export interface ServedFile {
  /** Why applications do not get the current text. */
  readonly trouble: string | undefined;
  /** The names of the variations; undefined if applications have not received the toggle yet. */
  readonly variations: readonly string[] | undefined;
  /** Counts by deciding rule; undefined if there were no requests. */
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

/** Placed in the first line, so that lines do not move while someone types. @param openCommand opens the page */
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

/** Above each rule and the default that decided. @param showCommand the client's command that shows who gets what */
export function askedLenses(open: OpenDocument, file: ServedFile, showCommand: string | undefined): CodeLens[] {
  const byRule = new Map<number | undefined, Map<string, number>>();
  for (const { rule, variation, times } of file.asked?.served ?? []) {
    const counts = byRule.get(rule) ?? new Map<string, number>();
    const name =
      variation === undefined ? t("the application's own default") : nameOf(file.variations?.[variation], variation);
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
