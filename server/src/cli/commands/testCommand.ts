import { t } from '../../core/t.js';
import type { Command } from '../command.js';
import { places } from '../command.js';
import { placesOrCurrentFolder, Mistake, oneOf } from '../options.js';
import { test } from '../test/test.js';
import { coverageFormats, testFormats } from '../test/testReports.js';
import { listOf } from '../../core/targeting/joined.js';

export const testCommand: Command = {
  usages: () => [places()],
  words: () => [t('Runs *.targeting.test.json on the targeting files next to them.')],
  options: ['format', 'coverage', 'follow-links'],
  formats: testFormats,
  exitCodes: () => ({ 0: t('All cases passed.'), 1: t('A case failed.'), 2: t('Some tests could not run.') }),
  run: (values, paths, world) => {
    const { coverage = false, 'follow-links': followLinks = false } = values;
    const format = oneOf('format', values.format, testFormats);
    if (coverage && !coverageFormats.includes(format))
      throw new Mistake(t('With {0}, --format must be one of {1}.', '--coverage', listOf(coverageFormats)));
    return test({ places: placesOrCurrentFolder(paths), followLinks, format, coverage }, world);
  },
};
