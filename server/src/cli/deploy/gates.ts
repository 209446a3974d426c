/** What a person must have allowed on the command line before a push leaves: nobody is there to be asked. */
import { t } from '@vscode/l10n';
import type { Impact, Target } from '../../core/protocol.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import { percent } from '../../core/targeting/shares.js';
import { needsApproval } from '../../service/many/planned.js';
import type { GateTable, Prospect } from '../../service/push/prospect.js';
import { answerTo } from '../../service/push/prospect.js';
import { protectionLine } from '../../service/protection.js';
import { textOfMessage } from './files.js';

/** What the person has allowed. */
export interface Allowances {
  /** Protected environments that may be pushed to. */
  readonly yesTo: readonly string[];
  /** Environments that may be pushed to although their service cannot be read. */
  readonly blind: readonly string[];
  /** In ten-thousandths: the share of users whose value may change in a protected environment. */
  readonly allowedShare: number;
  /** Files with warnings are pushed, too. */
  readonly allowsWarnings: boolean;
  /** Submits for approval where one is required. */
  readonly submit: boolean;
}

/** In ten-thousandths; more than that, the editor wants a name typed for by default, too (toggleTargeting.push.typedShare). */
export const allowedAnyway = 2_000;

/** The option that a push to a protected environment needs, where more may get a different value than is allowed. */
export function neededShare({ most }: Pick<Impact, 'most'>, allowedShare: number): string | undefined {
  return most > allowedShare ? `--allow-share ${most / 100}` : undefined;
}

/** @returns why it is not allowed, where that is so */
export function whyNotAllowed({ looked, gates }: Pick<Prospect, 'looked' | 'gates'>, allowances: Allowances) {
  return gates.map((gate) => answerTo(allowed, gate, looked.target, allowances)).find((reason) => reason !== undefined);
}

/** Which option allows what, and why a push without it is refused. */
const allowed: GateTable<string | undefined, [target: Target, allowances: Allowances]> = {
  // The plan is of what is live, and of no base that a file was made from.
  'others-changed': () => undefined,
  'unfinished-merge': () => undefined,
  warnings: ({ warnings: [warning] }, _, { allowsWarnings }) =>
    warning === undefined || allowsWarnings
      ? undefined
      : t(
          'the file has a warning in line {0}: {1} Fix it, or allow it with {2}.',
          warning.range.start.line + 1,
          textOfMessage(warning),
          '--allow-warnings',
        ),
  archived: (_gate, _target, { allowsWarnings }) =>
    allowsWarnings
      ? undefined
      : t('it is archived, so no application is served it: push it anyway with {0}.', '--allow-warnings'),
  protected: (_, target, { yesTo }) => {
    const { environment } = target;
    if (yesTo.includes(environment)) return undefined;
    const how = t('the environment is protected: allow it with {0}.', `--yes-to ${environment}`);
    return sentencesOf([how, ...protectionLine(target)]);
  },
  unreadable: (_, { environment }, { blind }) =>
    blind.includes(environment)
      ? undefined
      : t('what is live cannot be read: push anyway with {0}.', `--blind ${environment}`),
  'affects-users': ({ most }, _, { allowedShare }) => {
    const share = neededShare({ most }, allowedShare);
    return (
      share &&
      t(
        'the value may change for up to {0} of the users of one rule or the default: allow it with {1}.',
        percent(most),
        share,
      )
    );
  },
  'needs-review': ({ carriesChange }, _, { submit }) => {
    if (!submit) return t('it needs an approval: submit it with {0}.', '--submit');
    return carriesChange ? undefined : needsApproval(carriesChange);
  },
  wrong: ({ reason }) => reason,
  // The plan shows what is replaced.
  unseen: () => undefined,
  policy: ({ severity, message }, _, { allowsWarnings }) => {
    if (severity === 'information') return undefined;
    if (severity === 'error') return message;
    return allowsWarnings ? undefined : sentencesOf([message, t('Push anyway with {0}.', '--allow-warnings')]);
  },
};
