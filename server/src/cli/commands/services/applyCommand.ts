import { t } from '../../../core/t.js';
import type { Command } from '../../command.js';
import { notAllDone, ofTokens, wrongFile } from '../../command.js';
import { withAccess } from '../../deploy/access.js';
import { apply } from '../../deploy/plan/apply.js';
import { allowedAnyway } from '../../deploy/allowances.js';
import { Mistake, share, timeout } from '../../options.js';

export const applyCommand: Command = {
  usages: () => ['plan.json --yes-to online'],
  words: () => [t('Pushes exactly the changes of a plan, or nothing.'), ofTokens()],
  options: ['yes-to', 'allow-share', 'allow-warnings', 'submit', 'comment', 'blind', 'timeout'],
  exitCodes: () => ({
    0: t('Everything was pushed or submitted, or there was nothing to do.'),
    1: wrongFile(),
    2: notAllDone(),
    4: t('Refused: the plan is out of date, an option is missing, a change awaits approval, or a rule refuses it.'),
    5: t('It is unknown whether a push was applied: run apply again.'),
    6: t('Everything was pushed or submitted, except toggles that the plan leaves out.'),
  }),
  run: (values, [plan, another], world) => {
    if (plan === undefined || another !== undefined)
      throw new Mistake(t('Specify a plan: toggle-targeting apply plan.json'));
    const { 'yes-to': yesTo = [], blind = [], submit = false } = values;
    const allowsWarnings = values['allow-warnings'] === true;
    const allowedShare = share('allow-share', values['allow-share']) ?? allowedAnyway;
    const options = { plan, yesTo, blind, allowedShare, allowsWarnings, submit, comment: values.comment };
    return withAccess(world, timeout(values), (access) => apply(options, world, access));
  },
};
