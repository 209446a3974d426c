/** What `toggle-targeting --help` says, and what it says of one command; all of it stands in the tables that options are parsed by. */
import { t } from '@vscode/l10n';
import { commands } from './commandTable.js';
import type { Option, OptionName } from './optionTable.js';
import { known } from './optionTable.js';

/** @param command the name of one; undefined for all */
export function help(command: string | undefined): string {
  const lines = command === undefined ? ofAll() : ofOne(command);
  return lines.map((line) => `${line}\n`).join('');
}

function ofAll(): readonly string[] {
  return [
    `${t('Usage:')} toggle-targeting COMMAND`,
    '',
    ...columns(Object.entries(commands).map(([name, { words }]) => [name, words()[0] ?? ''])),
    '',
    t('toggle-targeting COMMAND --help says how one is used, and --version which version this is.'),
  ];
}

function ofOne(name: string): readonly string[] {
  const { usages, words, options, exitCodes } = commands[name] ?? {
    ...{ usages: () => [], words: () => [], options: [], exitCodes: () => ({}) },
  };
  return [
    ...usages().map((usage) => `${t('Usage:')} toggle-targeting ${name} ${usage}`),
    '',
    ...words(),
    '',
    ...columns(options.map((option) => [withExample(option), known[option].words(name)])),
    ...(options.length === 0 ? [] : ['']),
    t('Exit codes:'),
    ...columns(Object.entries(exitCodes())),
  ];
}

function withExample(option: OptionName): string {
  const { example = '' }: Option = known[option];
  return `--${option} ${example}`.trimEnd();
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, words]) => `  ${first.padEnd(width)}  ${words}`);
}
