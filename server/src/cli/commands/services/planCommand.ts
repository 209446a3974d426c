import { t } from '../../../core/t.js';
import type { Command } from '../../command.js';
import { notAllDone, ofTokens, places, wrongFile } from '../../command.js';
import { withAccess } from '../../deploy/access.js';
import { plan } from '../../deploy/plan/plan.js';
import { toldFormats } from '../../reports/commandReport.js';
import { environment, placesOrCurrentFolder, oneOf, timeout } from '../../options.js';

export const planCommand: Command = {
  usages: () => [`${places()} --env online --out plan.json`],
  words: () => [t('Shows what a push would change, and for whom.'), ofTokens()],
  options: ['env', 'out', 'format', 'skip-waiting', 'exit-code', 'comment', 'timeout'],
  formats: toldFormats,
  exitCodes: () => ({
    0: t('The plan is ready, or there is nothing to do.'),
    1: wrongFile(),
    2: notAllDone(),
    3: t('With --exit-code: something would be pushed.'),
    4: t('Another change is waiting for approval, or a rule of the organization refuses the push.'),
    6: t('With --skip-waiting: planned, except toggles with a change that is waiting for approval.'),
  }),
  run: (values, paths, world) => {
    const { out, comment, 'exit-code': exitCode = false, 'skip-waiting': skipsWaiting = false } = values;
    const format = oneOf('format', values.format, toldFormats);
    const options = { places: placesOrCurrentFolder(paths), environment: environment('plan', values), format };
    return withAccess(world, timeout(values), (access) =>
      plan({ ...options, out, comment, exitCode, skipsWaiting }, world, access),
    );
  },
};
