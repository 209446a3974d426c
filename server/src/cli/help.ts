/** What `toggle-targeting --help` says. */
import { t } from '@vscode/l10n';
import { returnTypes } from '../evaluation/values.js';
import { diffFormats } from './diffOptions.js';
import { evaluationFormats, sdks } from './evaluateOptions.js';
import { formats } from './reports/formats.js';
import { failOnSeverities } from './options.js';
import { testFormats } from './testReports.js';

export function help(): string {
  return [
    `${t('Usage:')} toggle-targeting check [${t('files, folders, globs')}]`,
    `${t('Usage:')} toggle-targeting format [${t('files, folders, globs')}]`,
    `${t('Usage:')} toggle-targeting evaluate FILE --user ada --attribute city=Paris`,
    `${t('Usage:')} toggle-targeting evaluate --batch`,
    `${t('Usage:')} toggle-targeting explain FILE`,
    `${t('Usage:')} toggle-targeting diff BEFORE AFTER`,
    `${t('Usage:')} toggle-targeting diff --git BASE...HEAD [${t('files, folders, globs')}]`,
    `${t('Usage:')} toggle-targeting git install`,
    `${t('Usage:')} toggle-targeting test [${t('files, folders, globs')}]`,
    `${t('Usage:')} toggle-targeting plan [${t('files, folders, globs')}] --env online --out plan.json`,
    `${t('Usage:')} toggle-targeting apply plan.json --yes-to online`,
    `${t('Usage:')} toggle-targeting drift [${t('files, folders, globs')}]`,
    `${t('Usage:')} toggle-targeting pull --all --env dev`,
    '',
    t('Checks targeting files, configs, users and tests as the editor does; without a place, those of this folder.'),
    t('format lays them out as the editor does: it changes white space alone.'),
    t('evaluate says what a user gets by a file, and why; with --batch, for each line of JSON on standard input.'),
    t('explain says in plain words what a file does.'),
    t('diff says what a change does to users: who gets something else, and which targeting is dead since.'),
    t('Its --format is one of {0}.', diffFormats.join(', ')),
    t('git install makes Git merge targeting files rule by rule and show them in words; git uninstall ends that.'),
    t('test runs *.targeting.test.json on the targeting files beside them.'),
    t('Its --format is one of {0}.', testFormats.join(', ')),
    t('plan says what a push would change and for whom; apply pushes exactly what the plan says, or nothing.'),
    t('drift says how files stand to what is live; pull brings what is live into files.'),
    t('Tokens are environment variables, such as TOGGLE_TARGETING_TOKEN__toggles_example_com for toggles.example.com.'),
    t('A file that you name is checked whatever it is called. Folders named node_modules and .git are left out.'),
    '',
    ...options().map(([option, words]) => `  ${option.padEnd(27)}${words}`),
    '',
    t('Severities are those of the nearest targeting.config.json above each file.'),
    t('Exit codes: 0 nothing at or above --fail-on, 1 something, 2 could not check everything.'),
    t('Of test: 0 all passed, 1 some failed, 2 could not run everything.'),
    t('Of diff: 0 nobody gets anything else, 3 somebody does or it is not known, 2 could not compare,'),
    t('and 1 a file does not reach users, or more get something else than --max-share allows.'),
    t('Of plan, apply, drift, pull: 0 done or nothing to do, 1 wrong files or tests, 2 could not do everything,'),
    t(
      '3 differs, 4 refused (changed there, not allowed, another change waits), 5 whether it was applied is not known.',
    ),
    t('Of evaluate: 0 known, 1 not known or the file does not arrive, 2 could not evaluate.'),
    '',
  ].join('\n');
}

function options(): readonly (readonly [string, string])[] {
  return [
    [
      `--format ${formats[0]}`,
      t('One of {0}; of evaluate, one of {1}.', formats.join(', '), evaluationFormats.join(', ')),
    ],
    ['--fail-on warning', t('The severity that fails: {0}.', failOnSeverities.join(', '))],
    ['--fix', t('First fixes everything that has only one answer.')],
    ['--check', t('Of format: says which files would change, and writes none.')],
    ['--user ada', t('Of evaluate: a user of the nearest targeting.users.json.')],
    ['--key ada', t('Of evaluate: the key of the user, by which splits go.')],
    ['--attribute city=Paris', t('Of evaluate: an attribute of the user; there may be several.')],
    ['--segment beta', t('Of evaluate: a segment that the user is in; no others count.')],
    ['--now 2026-12-01T00:00:00Z', t('Of evaluate: instead of the present time; Unix seconds, too.')],
    ['--bucket 2500', t('Of evaluate: instead of the bucket that the key has; from 0 to 9999.')],
    ['--return-type boolean', t('Of evaluate: what the values of the toggle are: {0}.', returnTypes.join(', '))],
    ['--sdk node', t('Of evaluate: what that SDK gives: {0}.', sdks.join(', '))],
    ['--coverage', t('Of test: also says what of the targeting files no test reaches.')],
    ['--mutate', t('Of test: also says which changes of the targeting files no test notices.')],
    ['--git BASE...HEAD', t('Of diff: compares two states of the repository, or one with the files on disk.')],
    ['--max-share 20', t('Of diff: fails where more than so many percent get something else, and only there.')],
    ['--env online', t('Of plan, drift and pull: the environment, by its name in targeting.config.json.')],
    ['--out plan.json', t('Of plan: also writes the plan that apply takes.')],
    ['--exit-code', t('Of plan: 3 where something would be pushed.')],
    ['--comment TEXT', t("Of plan and apply: in place of the file's own comment.")],
    ['--yes-to online', t('Of apply: that protected environment may be pushed to.')],
    ['--allow-share 50', t('Of apply: so many percent may change in a protected environment; 20 by default.')],
    ['--allow-warnings', t('Of apply: files with warnings are pushed, too.')],
    ['--submit', t('Of apply: submits for approval where one is required.')],
    ['--blind online', t('Of apply: pushes where nobody can read what is live.')],
    ['--toggle KEY, --all', t('Of pull: the toggles, by their keys, or all that the service has.')],
    ['--timeout 30', t('Of plan, apply, drift and pull: seconds for a request.')],
    ['--local, --global', t('Of git install and uninstall: for this repository, as without it, or all of yours.')],
    ['--marker-size 7', t('Of git merge, which Git starts: how long the conflict markers are.')],
    ['--follow-links', t('Follows links that lead out of the folder, too.')],
    ['--max-problems N', t('Shows at most so many problems; all are counted.')],
    ['--quiet', t('Shows only what fails, and no summary.')],
    ['- --stdin-file-path NAME', t('Checks standard input as if it were that file; with --fix, prints it fixed.')],
    ['--color, --no-color', t('Colors, or none, whatever the output is.')],
    ['--help, --version', t('Says this; says which version it is.')],
  ];
}
