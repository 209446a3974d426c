/** Compares a toggle in several environments, as plain text: first the differences for users, then each rule. */
import { t } from '../../t.js';
import { partsInWords } from '../../features/fileInWords.js';
import type { JsonDocument } from '../../json/document.js';
import type { Impact } from '../../protocol.js';
import { listOf } from '../../targeting/joined.js';
import { pairedRules } from './pairedRules.js';
import type { Cell, Row } from './sideBySide.js';
import { sideBySide } from './sideBySide.js';

export interface Column {
  readonly environment: string;
  readonly json: JsonDocument;
}

export interface Difference {
  readonly environment: string;
  readonly lines: readonly string[];
}

/** @param columns the first column is compared with each of the other columns */
export function toggleComparison(
  { toggle, environment: base }: { readonly toggle: string; readonly environment: string },
  columns: readonly Column[],
  differences: readonly Difference[],
): readonly string[] {
  const [first, ...others] = columns;
  const environments = [base, ...differences.map(({ environment }) => environment)];
  return [
    t('{0} in {1}', toggle, listOf(environments)),
    '',
    t('Differences for users'),
    ...differences.flatMap(({ environment, lines }) => ['', `  ${base} → ${environment}`, ...indented(lines, 4)]),
    '',
    others.length === 0 ? t('Rule by rule') : t('Rule by rule ("=": same as in {0})', first?.environment ?? ''),
    '',
    ...indented(tableOf(columns), 2),
  ];
}

/** Lists the differences for users, with places and examples. @param areSame whether the files have the same content */
export function differenceInWords({ who, words, changes, users }: Impact, areSame: boolean): readonly string[] {
  if (who === 'nobody')
    return [
      areSame
        ? t('The files have the same content.')
        : t('Equivalent: everyone is served the same, though the files differ.'),
    ];
  const sentences = [...new Set(changes.map(({ sentence }) => sentence))];
  const areSaid = changes.length > 0 && sentences.every((each) => each !== undefined && words.includes(each));
  const told = changes.flatMap(({ sentence, place, moves, example }, at) => [
    ...(sentence === undefined
      ? [place, ...indented(moves, 2)]
      : sentence === changes[at - 1]?.sentence
        ? []
        : [sentence]),
    ...(example === undefined ? [] : indented([example], 2)),
  ]);
  return [
    ...(areSaid ? [] : [words]),
    ...told,
    ...users.map(({ name, from, to }) => t('{0}: {1}', name, `${from} → ${to}`)),
  ];
}

function tableOf(columns: readonly Column[]): readonly string[] {
  const files = columns.map(({ json }) => partsInWords(json));
  const rules = pairedRules(columns.map(({ json }) => json)).map((indices): Row => {
    const found = indices.map((index, column) => (index === undefined ? undefined : files[column]?.rules[index]));
    const title = found.find((rule) => rule !== undefined)?.title ?? '';
    const cells = columns.map((_, column): Cell => {
      const rule = found[column];
      if (rule === undefined) return [nothing];
      return rule.title === title ? rule.lines : [`${rule.title}:`, ...rule.lines];
    });
    return { title, cells };
  });
  const rows: readonly Row[] = [
    { title: t('Toggle'), cells: files.map(({ whileDisabled }) => [whileDisabled]) },
    { title: t('Prerequisites'), cells: files.map(({ requires }) => requires) },
    ...rules,
    { title: t('Default'), cells: files.map(({ byDefault }) => [byDefault]) },
    { title: t('Variations'), cells: files.map(({ variations }) => variations ?? []) },
  ];
  const said = rows.filter(({ cells }) => cells.some(({ length }) => length > 0));
  return sideBySide(
    columns.map(({ environment }) => environment),
    said.map(({ title, cells }) => ({ title, cells: cells.map((cell, column) => asInFirst(cell, column, cells[0])) })),
  );
}

const nothing = '-';

function asInFirst(cell: Cell, column: number, first: Cell = []): Cell {
  if (column > 0 && cell.join('\n') === first.join('\n')) return ['='];
  return cell.length === 0 ? [nothing] : cell;
}

export function indented(lines: readonly string[], columns: number): readonly string[] {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(columns) + line));
}
