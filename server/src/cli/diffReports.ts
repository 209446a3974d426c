/** The reports of `diff`. Names come from files of somebody else: none of them may act in a terminal, in Markdown or in a workflow. */
import { t } from '@vscode/l10n';
import type { Impact } from '../analysis/impact.js';
import { escapeMarkdown } from '../features/hover/markdown.js';
import type { ChangeOfPlace } from '../protocol.js';
import type { DiffFormat } from './diffOptions.js';
import { visible } from './reports/visible.js';

export interface ComparedFile {
  readonly path: string;
  readonly summary: string;
  readonly who: Impact['who'];
  /** So many of 10,000 buckets at most get something else. */
  readonly most: number;
  readonly changes: readonly ChangeOfPlace[];
  /** Dead targeting that was not there before, and that is no more. */
  readonly came: readonly string[];
  readonly gone: readonly string[];
  /** It does not reach SDKs as it stands. */
  readonly isBroken: boolean;
}

export const diffReports: Readonly<Record<DiffFormat, (files: readonly ComparedFile[]) => string>> = {
  text: (files) => lined(files.length === 0 ? [nothing()] : files.flatMap(textOf)),
  json: (files) => lined([JSON.stringify({ files }, undefined, 2)]),
  markdown: (files) => lined(markdownOf(files)),
  github: (files) => lined(files.map(annotationOf)),
};

function nothing(): string {
  return t('No targeting file differs.');
}

function textOf({ path, summary, changes, came, gone }: ComparedFile): readonly string[] {
  return [
    visible(path),
    `  ${visible(summary)}`,
    ...changes.flatMap((change) => [
      `  ${visible(change.place)}`,
      ...[...change.moves, change.churn ?? [], change.example ?? []].flat().map((line) => `    ${visible(line)}`),
    ]),
    ...came.map((words) => `  ${t('Dead now: {0}', visible(words))}`),
    ...gone.map((words) => `  ${t('No longer dead: {0}', visible(words))}`),
  ];
}

function markdownOf(files: readonly ComparedFile[]): readonly string[] {
  if (files.length === 0) return [nothing()];
  return [
    `### ${t('What this changes for users')}`,
    ...files.flatMap(({ path, summary, changes, came, gone }) => [
      '',
      `**${marked(path)}** — ${marked(summary)}`,
      '',
      ...(changes.length === 0
        ? []
        : [
            `| ${t('Decided by')} | ${t('Change')} | ${t('Example')} |`,
            '| --- | --- | --- |',
            ...changes.map(rowOf),
            '',
          ]),
      ...came.map((words) => `- ${marked(t('Dead now: {0}', words))}`),
      ...gone.map((words) => `- ${marked(t('No longer dead: {0}', words))}`),
    ]),
  ];
}

function rowOf({ place, moves, churn, example = '' }: ChangeOfPlace): string {
  const change = [...moves, ...(churn === undefined ? [] : [churn])].map(marked).join('<br>');
  return `| ${marked(place)} | ${change} | ${marked(example)} |`;
}

function marked(text: string): string {
  return escapeMarkdown(visible(text));
}

/** A workflow command: what a line may not have in it is escaped as GitHub wants it. */
function annotationOf({ path, summary, who, isBroken, changes }: ComparedFile): string {
  const level = isBroken ? 'error' : who === 'nobody' ? 'notice' : 'warning';
  const lines = [summary, ...changes.map(({ place, moves }) => `${place}: ${moves.join('; ')}`)]
    .map(visible)
    .join('\n');
  const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const file = escaped(visible(path)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} file=${file}::${escaped(lines)}`;
}

function lined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
