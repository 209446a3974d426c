/** The reports of `diff`. Names come from files of someone else: none of them may act in a terminal, in Markdown or in a workflow. */
import { t } from '@vscode/l10n';
import { dependentLines, usersLines } from '../../service/push/risk.js';
import type { ChangeOfPlace, Impact } from '../../core/protocol.js';
import { annotation } from '../reports/annotation.js';
import { lined, marked } from '../reports/lines.js';
import { jsonLines, visible } from '../reports/visible.js';

export interface ComparedFile extends Omit<Impact, 'words'> {
  readonly path: string;
  /** Who gets a different value. */
  readonly summary: string;
  /** What becomes different in the toggle, a sentence each. */
  readonly differences: readonly string[];
  /** Dead targeting that was not there before, and that is no more. */
  readonly came: readonly string[];
  readonly gone: readonly string[];
  /** It does not reach SDKs as it stands. */
  readonly isBroken: boolean;
}

export const diffReports = {
  text: (files) => lined(files.length === 0 ? [nothing()] : files.flatMap(textOf)),
  json: (files) => jsonLines({ files }),
  markdown: (files) => lined(markdownOf(files)),
  github: (files) => lined(files.map(annotationOf)),
} as const satisfies Readonly<Record<string, (files: readonly ComparedFile[]) => string>>;

export type DiffFormat = keyof typeof diffReports;

/** The first is the default. */
export const diffFormats = Object.keys(diffReports) as readonly DiffFormat[];

function nothing(): string {
  return t('No targeting file differs.');
}

function textOf({ path, differences, summary, changes, came, gone, ...impact }: ComparedFile): readonly string[] {
  return [
    visible(path),
    ...differences.map((words) => `  ${visible(words)}`),
    `  ${visible(summary)}`,
    ...changes.flatMap((change) => [
      `  ${visible(change.place)}`,
      ...[...change.moves, change.churn ?? [], change.example ?? []].flat().map((line) => `    ${visible(line)}`),
    ]),
    ...[...usersLines(impact), ...dependentLines(impact)].map((line) => `  ${visible(line)}`),
    ...came.map((words) => `  ${t('Dead now: {0}', visible(words))}`),
    ...gone.map((words) => `  ${t('No longer true: {0}', visible(words))}`),
  ];
}

function markdownOf(files: readonly ComparedFile[]): readonly string[] {
  if (files.length === 0) return [nothing()];
  return [`### ${t('What this changes for users')}`, '', ...files.flatMap(fileInMarkdown)];
}

export function fileInMarkdown(file: ComparedFile): readonly string[] {
  const { path, differences, summary, changes, came, gone, ...impact } = file;
  return [
    `**${marked(path)}** — ${marked(summary)}`,
    '',
    ...listed(differences),
    ...(changes.length === 0
      ? []
      : [`| ${t('Decided by')} | ${t('Change')} |`, '| --- | --- |', ...changes.map(rowOf), '']),
    ...listed([
      ...usersLines(impact),
      ...dependentLines(impact),
      ...came.map((words) => t('Dead now: {0}', words)),
      ...gone.map((words) => t('No longer true: {0}', words)),
    ]),
  ];
}

function listed(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [...lines.map((line) => `- ${marked(line)}`), ''];
}

function rowOf(change: ChangeOfPlace): string {
  return `| ${marked(change.place)} | ${linesOf(change).map(marked).join('<br>')} |`;
}

function linesOf({ moves, churn, example }: ChangeOfPlace): readonly string[] {
  return [...moves, churn ?? [], example ?? []].flat();
}

export function annotationOf({ path, summary, who, isBroken, changes, ...impact }: ComparedFile): string {
  const isNobody = who === 'nobody' && impact.dependents === undefined;
  const level = isBroken ? 'error' : isNobody ? 'notice' : 'warning';
  const places = changes.map(({ place, moves }) => `${place}: ${moves.join('; ')}`);
  const lines = [summary, ...places, ...dependentLines(impact)];
  return annotation(level, lines.join('\n'), { file: path });
}
