/** Why one of many files is not pushed, in words that both the plan and the push have. Pure. */
import { t } from '@vscode/l10n';

export function notPushed(reason: string): string {
  return t('Not pushed: {0}', reason);
}

export function noToken(): string {
  return t('there is no access token for it.');
}

export function needsApproval(): string {
  return t('it needs an approval. Push it alone to submit it.');
}
