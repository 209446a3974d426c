/** The command line options that replace the editor's questions: without them, gates refuse a push. */
import { t } from '../../core/t.js';
import type { Target } from '../../core/protocol.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import { percent } from '../../core/targeting/values/shares.js';
import { approvalReason } from '../../service/many/planned.js';
import type { GateTable, PushPreview } from '../../service/push/gates.js';
import { answerTo, refusalAt } from '../../service/push/gates.js';
import { protectionLine } from '../../service/protection.js';
import { textOfMessage } from './files.js';

export interface Allowances {
  /** The protected environments that may be pushed to. */
  readonly yesTo: readonly string[];
  /** The environments that may be pushed to although their live version cannot be read. */
  readonly blind: readonly string[];
  /** The share of users whose value a push may change in a protected environment, in ten-thousandths. */
  readonly allowedShare: number;
  readonly allowsWarnings: boolean;
  readonly submit: boolean;
}

/** The default of `allowedShare`, equal to that of push.typedShare, above which the editor requires a typed name. */
export const allowedAnyway = 2_000;

/** An option that lets a push pass a gate. If `option` is absent, no option lets the push pass. */
interface Need {
  readonly option?: string;
  readonly isGiven: boolean;
  readonly reason: string;
}

/** @returns why the push is refused; undefined if the push is allowed */
export function whyNotAllowed(prospect: Pick<PushPreview, 'looked' | 'gates'>, allowances: Allowances) {
  return needsOf(prospect, allowances).find(({ isGiven }) => !isGiven)?.reason;
}

export function neededOptions(prospect: Pick<PushPreview, 'looked' | 'gates'>): readonly string[] {
  return [...new Set(needsOf(prospect, nothingAllowed).flatMap(({ option }) => option ?? []))];
}

const allowedShare = allowedAnyway;
const nothingAllowed = { yesTo: [], blind: [], allowedShare, allowsWarnings: false, submit: false };

function needsOf({ looked, gates }: Pick<PushPreview, 'looked' | 'gates'>, allowances: Allowances): readonly Need[] {
  return gates.flatMap((gate) => {
    const reason = refusalAt(gate, looked.target)?.reason;
    return reason ? { isGiven: false, reason } : (answerTo(needed, gate, looked.target, allowances) ?? []);
  });
}

const needed: GateTable<Need | undefined, [target: Target, allowances: Allowances]> = {
  // A plan compares the file with the live version, not with the version that the file is based on.
  'others-changed': () => undefined,
  'unfinished-merge': () => undefined,
  warnings: ({ warnings: [warning] }, _, allowances) =>
    warning &&
    withWarnings(
      allowances,
      t(
        'the file has a warning on line {0}: {1} Fix it, or allow it with {2}.',
        warning.range.start.line + 1,
        textOfMessage(warning),
        '--allow-warnings',
      ),
    ),
  archived: ({ message }, _, allowances) => withWarnings(allowances, anyway(message)),
  protected: (_, target, { yesTo }) => {
    const option = `--yes-to ${target.environment}`;
    const how = t('the environment is protected: allow it with {0}.', option);
    const reason = sentencesOf([how, ...protectionLine(target)]);
    return { option, isGiven: yesTo.includes(target.environment), reason };
  },
  unreadable: (_, { environment }, { blind }) => {
    const option = `--blind ${environment}`;
    const reason = t('the live version cannot be read: push anyway with {0}.', option);
    return { option, isGiven: blind.includes(environment), reason };
  },
  'affects-users': ({ most }, _, { allowedShare }) => {
    const option = `--allow-share ${most / 100}`;
    const reason = t(
      'the value may change for up to {0} of the users of one rule or the default: allow it with {1}.',
      percent(most),
      option,
    );
    return most > allowedShare ? { option, isGiven: false, reason } : undefined;
  },
  'needs-review': ({ carriesChange }, _, { submit }) =>
    submit
      ? { isGiven: carriesChange, reason: approvalReason(carriesChange) }
      : { isGiven: false, reason: t('it needs approval: submit it with {0}.', '--submit') },
  wrong: () => undefined,
  // The plan shows the version that the push replaces, so this version has been seen.
  unseen: () => undefined,
  policy: ({ severity, message }, _, allowances) =>
    severity === 'warning' ? withWarnings(allowances, anyway(message)) : undefined,
};

function anyway(message: string): string {
  return sentencesOf([message, t('To push anyway, use {0}.', '--allow-warnings')]);
}

function withWarnings({ allowsWarnings }: Allowances, reason: string): Need {
  return { option: '--allow-warnings', isGiven: allowsWarnings, reason };
}
