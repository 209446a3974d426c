/** The commands: the options that each has, and what is said of it. */
import { t } from '@vscode/l10n';
import type { OptionName } from './optionTable.js';
import type { ExitCode } from './world.js';

interface Command {
  /** What stands behind its name, in each of the ways to use it. */
  readonly usages: () => readonly string[];
  /** The first sentence is what a list of all commands says. */
  readonly words: () => readonly string[];
  readonly options: readonly OptionName[];
  readonly exitCodes: () => Readonly<Partial<Record<ExitCode, string>>>;
}

export const commands: Readonly<Record<string, Command>> = {
  check: {
    usages: () => [places()],
    words: () => [
      t('Checks targeting files, configs, users and tests as the editor does.'),
      t('Without a place, it checks those of this folder. A file that you name is checked whatever it is called.'),
      t('Folders named node_modules and .git are left out.'),
      t('Severities are those of the nearest targeting.config.json above each file.'),
    ],
    options: [
      'format',
      'fail-on',
      'fix',
      'online',
      'timeout',
      'stdin-file-path',
      'max-problems',
      'quiet',
      'color',
      'no-color',
      'follow-links',
    ],
    exitCodes: () => ({
      0: t('Nothing at or above --fail-on.'),
      1: t('Something at or above --fail-on.'),
      2: notAllDone(),
    }),
  },
  format: {
    usages: () => [places()],
    words: () => [t('Lays files out as the editor does: it changes white space alone.')],
    options: ['check', 'follow-links'],
    exitCodes: () => ({
      0: t('All files have the layout.'),
      1: t('With --check: some files would change.'),
      2: notAllDone(),
    }),
  },
  evaluate: {
    usages: () => ['FILE --user ada --attribute city=Paris', '--batch'],
    words: () => [t('Says what a user gets by a file, and why.')],
    options: ['batch', 'user', 'key', 'attribute', 'segment', 'now', 'bucket', 'return-type', 'sdk', 'format'],
    exitCodes: () => ({
      0: t('It is known what the user gets.'),
      1: t('It is not known, or the file does not arrive.'),
      2: t('It could not be evaluated.'),
    }),
  },
  explain: {
    usages: () => ['FILE'],
    words: () => [t('Says in plain words what a file does.')],
    options: [],
    exitCodes: () => ({
      0: t('The file is explained.'),
      1: t('The file has syntax errors, or is not one JSON object.'),
      2: t('The file cannot be read, or is no targeting file.'),
    }),
  },
  test: {
    usages: () => [places()],
    words: () => [t('Runs *.targeting.test.json on the targeting files beside them.')],
    options: ['format', 'coverage', 'mutate', 'follow-links'],
    exitCodes: () => ({ 0: t('All cases passed.'), 1: t('A case failed.'), 2: t('Not everything could be run.') }),
  },
  diff: {
    usages: () => ['BEFORE AFTER', `--git BASE...HEAD ${places()}`],
    words: () => [t('Says what a change does to users: who gets something else, and which targeting is dead since.')],
    options: ['git', 'format', 'max-share'],
    exitCodes: () => ({
      0: t('Nobody gets anything else; with --max-share, no more than that.'),
      1: t('A file does not reach users, or more get something else than --max-share allows.'),
      2: t('It could not be compared.'),
      3: t('Somebody gets something else, or it is not known.'),
    }),
  },
  git: {
    usages: () => ['install', 'uninstall'],
    words: () => [t('Makes Git merge targeting files rule by rule and show them in words; or ends that.')],
    options: ['global', 'local', 'marker-size'],
    exitCodes: () => ({
      0: t('It is done; of a merge: there are no conflicts.'),
      2: t('It could not be done.'),
      3: t('Of a merge: there are conflicts.'),
    }),
  },
  plan: {
    usages: () => [`${places()} --env online --out plan.json`],
    words: () => [t('Says what a push would change and for whom.'), ofTokens()],
    options: ['env', 'out', 'format', 'base', 'skip-waiting', 'exit-code', 'comment', 'timeout'],
    exitCodes: () => ({
      0: t('It is planned, or there is nothing to do.'),
      1: wrongFile(),
      2: notAllDone(),
      3: t('With --exit-code: something would be pushed.'),
      4: t('Another change waits for approval.'),
      6: t('With --skip-waiting: planned, but for toggles with a change that waits for approval.'),
    }),
  },
  apply: {
    usages: () => ['plan.json --yes-to online'],
    words: () => [t('Pushes exactly what a plan says, or nothing.'), ofTokens()],
    options: ['yes-to', 'allow-share', 'allow-warnings', 'submit', 'comment', 'blind', 'timeout'],
    exitCodes: () => ({
      0: t('All is pushed or submitted, or there was nothing to do.'),
      1: wrongFile(),
      2: notAllDone(),
      4: t('Refused: changed there or here since, not allowed, or another change waits for approval.'),
      5: t('It is not known whether a push was applied: run apply again.'),
      6: t('All is pushed or submitted, but for toggles that the plan leaves out.'),
    }),
  },
  drift: {
    usages: () => [places()],
    words: () => [t('Says how files stand to what is live.'), ofTokens()],
    options: ['env', 'format', 'timeout'],
    exitCodes: () => ({ 0: t('All files say what is live.'), 2: notAllDone(), 3: t('A file says something else.') }),
  },
  pull: {
    usages: () => ['--all --env dev', '--toggle KEY --env dev'],
    words: () => [t('Brings what is live into files.'), ofTokens()],
    options: ['env', 'toggle', 'all', 'timeout'],
    exitCodes: () => ({
      0: t('The files say what is live.'),
      2: notAllDone(),
      4: t('A file stays as it is, since what it says would be lost.'),
    }),
  },
};

function places(): string {
  return `[${t('files, folders, globs')}]`;
}

function notAllDone(): string {
  return t('Not everything could be done.');
}

function wrongFile(): string {
  return t('A file has an error, or its required tests fail.');
}

function ofTokens(): string {
  return t(
    'Tokens are environment variables, such as TOGGLE_TARGETING_TOKEN__toggles_example_com for toggles.example.com.',
  );
}
