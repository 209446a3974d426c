/** What `toggle-targeting --help` says, and what it says of one command; all of it stands with the commands and options themselves. */
import { t } from '@vscode/l10n';
import type { Command } from './command.js';
import { commands } from './commands/all.js';
import type { Option, OptionName } from './options.js';
import { known } from './options.js';

/** @param command the name of one; undefined for all */
export function help(command: string | undefined): string {
  const found = command === undefined ? undefined : commands[command];
  const lines = command === undefined || found === undefined ? ofAll() : ofOne(command, found);
  return lines.map((line) => `${line}\n`).join('');
}

function ofAll(): readonly string[] {
  return [
    `${t('Usage:')} toggle-targeting COMMAND`,
    '',
    ...columns(Object.entries(commands).map(([name, { words }]) => [name, words()[0] ?? ''])),
    '',
    t('toggle-targeting COMMAND --help explains one, and --version shows the version.'),
  ];
}

function ofOne(name: string, command: Command): readonly string[] {
  const { usages, words, options, formats = [], exitCodes } = command;
  return [
    ...usages().map((usage) => `${t('Usage:')} toggle-targeting ${name} ${usage}`),
    '',
    ...words(),
    '',
    ...columns(options.map((option) => [withExample(option), known[option].words(formats)])),
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
