/** Prints a command's result in each format. Names from files and services are sanitized for each format. */
import { t } from '../../core/t.js';
import type { World } from '../world.js';
import { annotation, pathForGitHub, writeReport } from './annotation.js';
import { lined, marked } from './lines.js';
import { printErrors, jsonLines, visible } from './visible.js';

export interface CommandReport {
  /** The heading in Markdown. It is not escaped, so it must not contain names from files. The default is `last`. */
  readonly title?: string | undefined;
  /** A table that is shown only in Markdown. Its first row contains the column titles. */
  readonly table?: readonly (readonly string[])[] | undefined;
  readonly items: readonly Item[];
  /** Error messages, which are also printed to stderr. */
  readonly failures?: readonly string[] | undefined;
  /** Sentences about several items, printed after the items. The format `github` omits the sentences. */
  readonly summary?: readonly string[] | undefined;
  readonly last?: string | undefined;
  readonly data: unknown;
}

export interface Item {
  readonly words: string;
  readonly file?: string | undefined;
  /** The lines of the item. A line that continues the previous line begins with spaces. */
  readonly lines: readonly string[];
  /** The level of the item's annotation, if it has an annotation. */
  readonly level?: Parameters<typeof annotation>[0] | undefined;
  /** The only format that shows the item; if undefined, all formats show the item. */
  readonly only?: 'text' | 'github' | undefined;
}

const printers = { text, json, markdown, github } as const satisfies Readonly<
  Record<string, (told: CommandReport, world: World) => string>
>;

export type ToldFormat = keyof typeof printers;

/** The formats of reports; the first format is the default. */
export const toldFormats = Object.keys(printers) as readonly ToldFormat[];

export function printReport(format: ToldFormat, told: CommandReport, world: World): void {
  printErrors(world, ...(told.failures ?? []));
  writeReport(format, printers[format](told, world), world.output);
}

export function text({ items, summary = [], last }: Omit<CommandReport, 'data'>): string {
  return lined(
    [
      ...shownIn('text', items).flatMap(({ words, file, lines }) => [
        file === undefined || file === words ? words : t('{0} ({1})', words, file),
        ...lines.map((line) => `  ${line}`),
      ]),
      ...summary,
      ...(last === undefined ? [] : [last]),
    ].map(visible),
  );
}

function json({ data }: CommandReport): string {
  return jsonLines(data);
}

export function markdown({
  title,
  table = [],
  items,
  failures = [],
  summary = [],
  last,
}: Omit<CommandReport, 'data'>): string {
  const [titles = [], ...rows] = table;
  const heading = title ?? (last === undefined ? undefined : marked(last));
  return lined([
    ...(heading === undefined ? [] : [`### ${heading}`, '']),
    ...(rows.length === 0 ? [] : [rowOf(titles), rowOf(titles.map(() => '---')), ...new Set(rows.map(markedRow)), '']),
    ...shownIn('markdown', items).flatMap(({ words, file, lines }) => [
      `**${marked(words)}**${file === undefined || file === words ? '' : ` — ${marked(file)}`}`,
      '',
      ...lines.map((line) => `${/^ */.exec(line)?.[0] ?? ''}- ${marked(line.trim())}`),
      ...(lines.length === 0 ? [] : ['']),
    ]),
    ...[...failures, ...summary].map((line) => `- ${marked(line)}`),
  ]);
}

function github({ items, failures = [], last }: CommandReport, world: World): string {
  return lined([
    ...failures.map((failure) => annotation('error', failure)),
    ...shownIn('github', items).flatMap(({ words, file, lines, level }) => {
      if (level === undefined) return [];
      const place = file === undefined ? undefined : { file: pathForGitHub(file, world) };
      return [annotation(level, (file === words ? lines : [words, ...lines]).join('\n'), place)];
    }),
    ...(last === undefined ? [] : [annotation('notice', last)]),
  ]);
}

function shownIn(format: ToldFormat, items: readonly Item[]): readonly Item[] {
  return items.filter(({ only = format }) => only === format);
}

function markedRow(cells: readonly string[]): string {
  return rowOf(cells.map(marked));
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
