import { t } from '../../core/t.js';
import { claimCodes } from '../../core/analysis/dead/certificate.js';
import { eitherOf } from '../../core/targeting/joined.js';
import type { CheckOptions } from '../check/check.js';
import { check } from '../check/check.js';
import type { Command } from '../command.js';
import { notAllDone, places } from '../command.js';
import { withOnline } from '../online.js';
import type { Values } from '../options.js';
import { failOnSeverities, placesOrCurrentFolder, Mistake, oneOf, oneOfOrNone } from '../options.js';
import { formats } from '../reports/formats.js';

export const checkCommand: Command = {
  usages: () => [places()],
  words: () => [
    t('Checks targeting files, configs, users and tests as the editor does.'),
    t(
      'Without a path, it checks the targeting files in this folder. Specified files are checked whatever their names.',
    ),
    t('Folders named node_modules and .git are left out.'),
    t('Severities come from the nearest targeting.config.json above each file.'),
  ],
  options: [
    'format',
    'fail-on',
    'fix',
    'explain',
    'online',
    'timeout',
    'stdin-file-path',
    'max-problems',
    'quiet',
    'color',
    'no-color',
    'follow-links',
  ],
  formats,
  exitCodes: () => ({
    0: t('No problem reaches the severity of --fail-on.'),
    1: t('A problem is at least as severe as --fail-on.'),
    2: notAllDone(),
  }),
  run: (values, paths, world) => {
    const options = optionsOf(values, paths);
    return withOnline(values, world, (access) => check(options, world, access));
  },
};

function optionsOf(values: Values, paths: readonly string[]): CheckOptions {
  const [limit, name] = [values['max-problems'], values['stdin-file-path']];
  const options = {
    format: oneOf('format', values.format, formats),
    failOn: oneOf('fail-on', values['fail-on'] ?? 'warning', failOnSeverities),
    explain: oneOfOrNone('explain', values.explain, claimCodes),
    maxProblems: limit === undefined ? Infinity : Number(limit),
    ...{ places: placesOrCurrentFolder(paths), standardInput: name },
    ...{ fix: values.fix === true, quiet: values.quiet === true, followLinks: values['follow-links'] === true },
    color: values['no-color'] === true ? false : values.color === true ? true : undefined,
  };
  if (limit !== undefined && !/^\d{1,9}$/.test(limit))
    throw new Mistake(t('{0} must be a number, not {1}.', '--max-problems', limit));
  if (options.explain !== undefined && options.format !== 'text' && options.format !== 'json')
    throw new Mistake(t('{0} works only with {1}.', '--explain', `--format ${eitherOf(['text', 'json'])}`));
  const wanted = paths.includes('-');
  // The file name determines which config applies, and what kind of file the text is.
  if (wanted && name === undefined)
    throw new Mistake(t('Standard input (-) needs a file name: --stdin-file-path NAME'));
  if (wanted && paths.length > 1) throw new Mistake(t('Standard input cannot be checked together with other files.'));
  if (name !== undefined && !wanted) throw new Mistake(t('--stdin-file-path names the file on standard input: add -'));
  return options;
}
