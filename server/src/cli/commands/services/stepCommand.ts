import { t } from '../../../core/t.js';
import type { Command } from '../../command.js';
import { notAllDone, ofTokens } from '../../command.js';
import { withAccess } from '../../deploy/access.js';
import { step, stepFormats } from '../../deploy/step.js';
import { environment, Mistake, oneOf, share, timeout } from '../../options.js';

export const stepCommand: Command = {
  usages: () => [
    ['FILE', '--env', 'online', '--rule', 'beta', '--variation', 'on', '--to', '25'].join(' '),
    ['KEY', '--env', 'online', '--variation', 'on', '--to', '5,25,100'].join(' '),
  ],
  words: () => [
    t('Changes the share of a variation; nobody loses a raised variation or gains a lowered one.'),
    ofTokens(),
  ],
  options: ['env', 'rule', 'variation', 'to', 'write', 'format', 'timeout'],
  formats: stepFormats,
  exitCodes: () => ({
    0: t('The step is shown or, with --write, written to the file.'),
    1: t('The file has an error.'),
    2: notAllDone(),
    3: t('The variation already has that share.'),
    4: t('Refused: the live version differs, a change awaits approval, a test fails, or a rule refuses it.'),
  }),
  run: (values, [place, another], world) => {
    const { rule, variation, to, write = false } = values;
    if (place === undefined || another !== undefined || variation === undefined || to === undefined)
      throw new Mistake(
        t('Specify a file or toggle, and the step: toggle-targeting step FILE --env NAME --variation NAME --to 25'),
      );
    const format = oneOf('format', values.format, stepFormats);
    const stops = to.split(',').map((each) => share('to', each) ?? 0);
    const options = { place, environment: environment('step', values), rule, variation, stops, write, format };
    return withAccess(world, timeout(values), (access) => step(options, world, access));
  },
};
