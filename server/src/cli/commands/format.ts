import { t } from '@vscode/l10n';
import type { Command } from '../command.js';
import { notAllDone, places } from '../command.js';
import { format } from '../format.js';
import { hereOr } from '../options.js';

export const formatCommand: Command = {
  usages: () => [places()],
  words: () => [t('Formats files as the editor does: only white space changes.')],
  options: ['check', 'follow-links'],
  exitCodes: () => ({
    0: t('All files have the layout.'),
    1: t('With --check: some files would change.'),
    2: notAllDone(),
  }),
  run: ({ check = false, 'follow-links': followLinks = false }, paths, world) =>
    format({ places: hereOr(paths), check, followLinks }, world),
};
