/**
 * A command of the command line: all that its help, the docs and the parser know of it, and what it does. Each stands in a file of
 * `commands/`; the options that several have in common are in `options.ts`.
 */
import { t } from '@vscode/l10n';
import type { OptionName, Values } from './options.js';
import type { ExitCode, World } from './world.js';

export interface Command {
  /** What stands behind its name, in each of the ways to use it. */
  readonly usages: () => readonly string[];
  /** The first sentence is what a list of all commands says. */
  readonly words: () => readonly string[];
  readonly options: readonly OptionName[];
  /** Those of --format. */
  readonly formats?: readonly string[];
  readonly exitCodes: () => Readonly<Partial<Record<ExitCode, string>>>;
  /** @throws Mistake before anything is done, where the options or places are wrong */
  readonly run: (values: Values, places: readonly string[], world: World) => ExitCode | Promise<ExitCode>;
}

export function places(): string {
  return `[${t('files, folders, globs')}]`;
}

export function notAllDone(): string {
  return t('Not everything could be done.');
}

export function wrongFile(): string {
  return t('A file has an error, or its required tests fail.');
}

export function ofTokens(): string {
  return t(
    'Tokens are environment variables, such as TOGGLE_TARGETING_TOKEN__toggles_example_com for toggles.example.com.',
  );
}
