/** Runs a command with its arguments and returns the exit code. */
import { parseArgs } from 'node:util';
import { t } from '../core/t.js';
import { closestOf, didYouMean } from '../core/checks/closest.js';
import { listOf } from '../core/targeting/joined.js';
import type { Command } from './command.js';
import { commands, headings } from './commands/all.js';
import type { Values, Option, OptionName } from './options.js';
import { known, Mistake, optionNames } from './options.js';
import { lined } from './reports/lines.js';
import { visible } from './reports/visible.js';
import type { ExitCode, World } from './world.js';

export async function run(args: readonly string[], world: World): Promise<ExitCode> {
  try {
    return await runCommand(args, world);
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    world.messages.write(`${visible(error.message)}\n${t('toggle-targeting --help lists all commands.')}\n`);
    return 2;
  }
}

function runCommand(args: readonly string[], world: World): ExitCode | Promise<ExitCode> {
  // Parsing is not strict, so that errors appear in our own wording and the person's language.
  const parsed = parseArgs({ args: [...args], options: known, strict: false, tokens: true });
  const given = parsed.tokens.filter((token) => token.kind === 'option');
  for (const [index, token] of given.entries()) refuseMistaken(token, given.slice(0, index));
  // The checks above guarantee the type of each value.
  const values = parsed.values as Values;
  const [name, ...places] = parsed.positionals;
  const print = (text: string): ExitCode => {
    world.output.write(text);
    return 0;
  };
  if (values.version === true) return print(`${world.version}\n`);
  if (values.help === true && name === undefined) return print(help(undefined));
  const command = commandNamed(name);
  if (values.help === true) return print(help(name));
  for (const token of given) refuseForeign(token, command, name ?? '');
  return command.run(values, places, world);
}

function commandNamed(name: string | undefined): Command {
  if (name === undefined) throw new Mistake(t('Specify a command: toggle-targeting check [files, folders, globs]'));
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command;
  const near = closestOf(name, Object.keys(commands));
  throw new Mistake(didYouMean(t('Unknown command {0}.', JSON.stringify(name)), near));
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

/** @throws Mistake for an unknown option or a wrong value */
function refuseMistaken({ name, rawName, value }: OptionToken, earlier: readonly OptionToken[]): void {
  const option = optionNames.find((candidate) => candidate === name);
  if (option === undefined) {
    const near = closestOf(name, optionNames);
    throw new Mistake(didYouMean(t('Unknown option {0}.', rawName), near && `--${near}`));
  }
  if (known[option].type === 'boolean') {
    if (value !== undefined) throw new Mistake(t('The option {0} takes no value.', rawName));
    return;
  }
  if (value === undefined || (value === '' && name !== 'key'))
    throw new Mistake(t('The option {0} needs a value.', rawName));
  if (!('multiple' in known[option]) && earlier.some((each) => each.name === name))
    throw new Mistake(t('The option {0} takes one value. Give it once.', rawName));
}

/** @throws Mistake for an option of another command */
function refuseForeign({ name, rawName }: OptionToken, command: Command, own: string): void {
  const has = ({ options }: { readonly options: readonly string[] }) => options.includes(name);
  if (has(command)) return;
  const others = Object.entries(commands).flatMap(([each, other]) => (has(other) ? [each] : []));
  throw new Mistake(t('The option {0} belongs to {1}, not to {2}.', rawName, listOf(others), own));
}

/** @returns the text of `--help`, for one command or for all commands */
export function help(command: string | undefined): string {
  const found = command === undefined ? undefined : commands[command];
  return lined(command === undefined || found === undefined ? overviewLines() : commandLines(command, found));
}

function overviewLines(): readonly string[] {
  const rows = columns(Object.entries(commands).map(([name, { words }]) => [name, words()[0] ?? '']));
  const above = Object.keys(commands).map((name) => headings[name]?.());
  return [
    t('Usage: {0}', ['toggle-targeting', 'COMMAND'].join(' ')),
    '',
    ...rows.flatMap((row, index) => (above[index] === undefined ? [row] : ['', above[index], row])),
    '',
    t('toggle-targeting COMMAND --help explains a command, and --version shows the version.'),
  ];
}

function commandLines(name: string, command: Command): readonly string[] {
  const { usages, words, options, formats = [], exitCodes } = command;
  return [
    ...usages().map((usage) => t('Usage: {0}', `toggle-targeting ${name} ${usage}`)),
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
