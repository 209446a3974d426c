import { t } from '../../core/t.js';
import type { CodeOptions } from '../code/code.js';
import { code } from '../code/code.js';
import { codeFormats } from '../code/reports.js';
import type { Command } from '../command.js';
import { notAllDone } from '../command.js';
import { withOnline } from '../online.js';
import { Mistake, oneOf } from '../options.js';

export const codeCommand: Command = {
  usages: () => [`[${t('files, folders')}]`, `--stale [${t('files, folders')}]`, '--git BASE...HEAD'],
  words: () => [
    t('Shows where code uses toggles, and which calls cannot work.'),
    t('With --stale, it lists the toggles that give everyone the same value forever and are still called.'),
    t('With --git, it shows how a code change affects toggles.'),
  ],
  options: ['git', 'stale', 'allow-folder', 'format', 'online', 'timeout'],
  formats: codeFormats,
  exitCodes: () => ({
    0: t('No problems were found.'),
    1: t('A call asks for a toggle that does not exist, or the call cannot work.'),
    2: notAllDone(),
    3: t('With --stale or --git, problems were found.'),
  }),
  run: ({ git, stale, ...values }, places, world) => {
    if (git !== undefined && stale === true) throw new Mistake(t('Use {0} or {1}, not both.', '--git', '--stale'));
    const what = git !== undefined ? { range: git } : stale === true ? 'stale' : 'calls';
    const { 'allow-folder': allowed = [] } = values;
    const options: CodeOptions = { places, allowed, what, format: oneOf('format', values.format, codeFormats) };
    return withOnline(values, world, (access) => code(options, world, access));
  },
};
