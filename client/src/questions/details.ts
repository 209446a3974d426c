/** The lines of a question about a push: problems of the file, changes of the push, and its target. */
import { t } from '../../../server/src/core/t.js';
import type { Check, Target } from '../../../server/src/core/protocol.js';
import { lineOf } from '../../../server/src/service/push/checkedFile.js';
import { protectionLine } from '../../../server/src/service/protection.js';
import { environmentAtHost, ownersLine } from '../../../server/src/service/http/target.js';
import { cut } from '../../../server/src/core/targeting/state/serves.js';
import { firstOf } from '../../../server/src/core/targeting/joined.js';

export function paragraphs(...all: readonly (readonly string[])[]): readonly string[] {
  return all.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

/** Lines with the target, its owners, the comment, and the reason if an environment is protected despite its config. */
export function whereTo(target: Target, comment?: string): readonly string[] {
  const place = environmentAtHost(target);
  return [
    target.protected ? t('{0} (protected)', place) : place,
    ...protectionLine(target),
    ...ownersLine(target),
    ...(comment === undefined ? [] : [t('Comment: {0}', cut(comment))]),
  ];
}

export function warningLines(warnings: Check['problems']): readonly string[] {
  const { length } = warnings;
  if (length === 0) return [];
  const lines = warnings.map(lineOf);
  const title = length === 1 ? t('1 warning:') : t('{0} warnings:', length);
  return [title, ...firstOf(lines, 8)];
}
