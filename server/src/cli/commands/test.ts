import { t } from '@vscode/l10n';
import type { Command } from '../command.js';
import { places } from '../command.js';
import { hereOr, Mistake, oneOf } from '../options.js';
import { test } from '../test.js';
import { detailFormats, testFormats } from '../testReports.js';

export const testCommand: Command = {
  usages: () => [places()],
  words: () => [t('Runs *.targeting.test.json on the targeting files beside them.')],
  options: ['format', 'coverage', 'mutate', 'follow-links'],
  formats: testFormats,
  exitCodes: () => ({ 0: t('All cases passed.'), 1: t('A case failed.'), 2: t('Not everything could be run.') }),
  run: (values, paths, world) => {
    const { coverage = false, mutate = false, 'follow-links': followLinks = false } = values;
    const format = oneOf('format', values.format, testFormats);
    if ((coverage || mutate) && !detailFormats.includes(format)) {
      const option = coverage ? '--coverage' : '--mutate';
      throw new Mistake(t('With {0}, --format must be one of {1}.', option, detailFormats.join(', ')));
    }
    return test({ places: hereOr(paths), followLinks, format, coverage, mutate }, world);
  },
};
