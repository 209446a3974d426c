import { t } from '../../core/t.js';
import type { Command } from '../command.js';
import { explainFile } from '../evaluate/explain.js';
import { onlyFile } from '../options.js';

export const explainCommand: Command = {
  usages: () => ['FILE'],
  words: () => [t('Explains in plain words what a file does.')],
  options: [],
  exitCodes: () => ({
    0: t('The file is explained.'),
    1: t('The file has syntax errors, or is not a single JSON object.'),
    2: t('The file cannot be read, or is not a targeting file.'),
  }),
  run: (_values, places, world) => explainFile(onlyFile('explain', places), world),
};
