/** What a person must have allowed on the command line before a push leaves. */
import { t } from '@vscode/l10n';
import { needsApproval } from '../../service/many/planned.js';
import { percent } from '../../core/targeting/shares.js';
import type { Impact } from '../../core/protocol.js';
import type { ReadyBody } from './files.js';
import { textOfMessage } from './files.js';
import type { Seen } from './lookAt.js';
import type { ApplyOptions } from './options.js';

/** The option that a push to a protected environment needs, where more may get something else than is allowed. */
export function neededShare({ most }: Pick<Impact, 'most'>, allowedShare: number): string | undefined {
  return most > allowedShare ? `--allow-share ${most / 100}` : undefined;
}

/** What the editor asks about, a person has allowed before: nobody is there to be asked. */
export function whyNotAllowed(
  { looked, impact, archived }: Extract<Seen, { kind: 'push' }>,
  { warnings: [warning] }: ReadyBody,
  { yesTo, blind, allowedShare, allowsWarnings, submit }: ApplyOptions,
): string | undefined {
  const { environment, protected: isProtected } = looked.target;
  if (warning !== undefined && !allowsWarnings)
    return t(
      'the file has a warning in line {0}: {1} Mend it, or allow it with {2}.',
      warning.range.start.line + 1,
      textOfMessage(warning),
      '--allow-warnings',
    );
  if (archived && !allowsWarnings)
    return t('it is archived, so no application is served it: push it all the same with {0}.', '--allow-warnings');
  if (isProtected && !yesTo.includes(environment))
    return t('the environment is protected: allow it with {0}.', `--yes-to ${environment}`);
  if (looked.kind === 'unreadable')
    return blind.includes(environment)
      ? undefined
      : t('what is live cannot be read: push all the same with {0}.', `--blind ${environment}`);
  const share = neededShare(impact, allowedShare);
  if (isProtected && share !== undefined)
    return t('up to {0} may get something else: allow it with {1}.', percent(impact.most), share);
  if (looked.live.reviewers === undefined) return undefined;
  if (!submit) return t('it needs an approval: submit it with {0}.', '--submit');
  // A request for approval carries no tracking.
  return looked.changesTrackingAlone ? needsApproval(looked) : undefined;
}
