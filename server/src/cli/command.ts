/** A command with the data for its help, the docs and the parser. Each command has a file in `commands/`. */
import { t } from '../core/t.js';
import type { OptionName, Values } from './options.js';
import type { ExitCode, World } from './world.js';

export interface Command {
  /** The arguments in each form of the command, for the usage lines. */
  readonly usages: () => readonly string[];
  /** The description, as sentences. The first sentence appears in the list of all commands. */
  readonly words: () => readonly string[];
  readonly options: readonly OptionName[];
  readonly formats?: readonly string[];
  readonly exitCodes: () => Readonly<Partial<Record<ExitCode, string>>>;
  /** @throws Mistake before any work if the options or places are wrong */
  readonly run: (values: Values, places: readonly string[], world: World) => ExitCode | Promise<ExitCode>;
}

export function places(): string {
  return `[${t('files, folders, globs')}]`;
}

export function notAllDone(): string {
  return t('The command could not be completed.');
}

export function wrongFile(): string {
  return t('A file has an error, or its required tests fail.');
}

export function ofTokens(): string {
  return t(
    'Tokens come from environment variables: TOGGLE_TARGETING_TOKEN__toggles_example_com for toggles.example.com.',
  );
}
