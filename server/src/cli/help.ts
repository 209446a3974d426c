/** What `toggle-targeting --help` says. */
import { t } from '@vscode/l10n';
import { formats } from './reports/formats.js';
import { failOnSeverities } from './options.js';

export function help(): string {
  return [
    `${t('Usage:')} toggle-targeting check [${t('files, folders, globs')}]`,
    `${t('Usage:')} toggle-targeting format [${t('files, folders, globs')}]`,
    `${t('Usage:')} toggle-targeting evaluate --batch`,
    '',
    t('Checks *.targeting.json and targeting.config.json as the editor does; without a place, those of this folder.'),
    t('format lays them out as the editor does: it changes white space alone.'),
    t('evaluate says what users get: for each line of JSON on standard input, one on standard output.'),
    t('A file that you name is checked whatever it is called. Folders named node_modules and .git are left out.'),
    '',
    ...options().map(([option, words]) => `  ${option.padEnd(27)}${words}`),
    '',
    t('Severities are those of the nearest targeting.config.json above each file.'),
    t('Exit codes: 0 nothing at or above --fail-on, 1 something, 2 could not check everything.'),
    '',
  ].join('\n');
}

function options(): readonly (readonly [string, string])[] {
  return [
    [`--format ${formats[0]}`, t('One of {0}.', formats.join(', '))],
    ['--fail-on warning', t('The severity that fails: {0}.', failOnSeverities.join(', '))],
    ['--fix', t('First fixes everything that has only one answer.')],
    ['--check', t('Of format: says which files would change, and writes none.')],
    ['--follow-links', t('Follows links that lead out of the folder, too.')],
    ['--max-problems N', t('Shows at most so many problems; all are counted.')],
    ['--quiet', t('Shows only what fails, and no summary.')],
    ['- --stdin-file-path NAME', t('Checks standard input as if it were that file; with --fix, prints it fixed.')],
    ['--color, --no-color', t('Colors, or none, whatever the output is.')],
    ['--help, --version', t('Says this; says which version it is.')],
  ];
}
