/**
 * A push from the click to the outcome: what is asked, in which order, and what stops it. Pure of vscode; everything
 * that it needs of the world comes in as `PushPorts`. Whatever is not pushed leaves file, token and service untouched.
 */
import { t } from '@vscode/l10n';
import type { Check, Payload, PayloadParams, Target, Targets } from '../../../server/src/protocol.js';
import type { Outcome } from './outcome.js';
import type { Exchange } from './request.js';
import { originOf, targetName, targetUrl } from './target.js';

export interface PushPorts {
  readonly trusted: boolean;
  /** False when the document could not be saved. */
  readonly save: () => Promise<boolean>;
  /** The version of the document in the editor. */
  readonly version: () => number;
  readonly targets: () => Promise<Targets>;
  readonly check: () => Promise<Check | null>;
  readonly payload: (params: Omit<PayloadParams, 'uri'>) => Promise<Payload>;
  /** Leads through making a targeting.config.json; false when the person left. */
  readonly createConfig: () => Promise<boolean>;
  readonly chooseTarget: (targets: readonly Target[]) => Promise<Target | undefined>;
  readonly askComment: (target: Target, proposal: string) => Promise<string | undefined>;
  readonly confirm: (target: Target, comment: string, warnings: Check['problems']) => Promise<boolean>;
  readonly token: (origin: string) => Promise<string | undefined>;
  readonly send: (target: Target, url: URL, token: string, body: string) => Promise<Exchange>;
}

export type PushResult =
  /** The person left a question unanswered. */
  | { readonly kind: 'abandoned' }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly step?: 'show-problems' | 'open-config' | 'manage-trust';
    }
  | { readonly kind: 'sent'; readonly target: Target; readonly outcome: Outcome };

const abandoned: PushResult = { kind: 'abandoned' };
const refused = (reason: string, step?: 'show-problems' | 'open-config' | 'manage-trust'): PushResult => ({
  kind: 'refused',
  reason,
  ...(step && { step }),
});

export async function pushFile(ports: PushPorts): Promise<PushResult> {
  if (!ports.trusted) return refused(t('nothing is sent from a workspace that you have not trusted.'), 'manage-trust');
  // Asked before saving: what is typed while the first config is made is saved, too.
  const targets = await findTargets(ports);
  if (targets === undefined) return abandoned;
  if (targets.kind === 'none') return refused(t('there is no targeting.config.json for this file.'));
  if (targets.kind === 'unusable') return refused(targets.reason, 'open-config');

  if (!(await ports.save())) return refused(t('the file could not be saved.'));
  const check = await ports.check();
  if (check === null)
    return refused(t('the language server does not know the file. Is its language JSON?'), 'show-problems');
  if (check.version !== ports.version()) return refused(t('the file changed meanwhile. Push again.'));
  const errors = check.problems.filter(({ severity }) => severity === 1);
  if (errors.length === 1) return refused(t('the file has 1 error.'), 'show-problems');
  if (errors.length > 1) return refused(t('the file has {0} errors.', errors.length), 'show-problems');
  const warnings = check.problems.filter(({ severity }) => severity === 2);

  const target = targets.targets.length > 1 ? await ports.chooseTarget(targets.targets) : targets.targets[0];
  if (target === undefined) return abandoned;
  const url = targetUrl(target);
  if (url === undefined) {
    const reason = t('{0} is no address to push to: a key or the base URL is wrong.', targetName(target));
    return refused(reason, 'open-config');
  }

  const needsComment = check.comment === undefined || target.protected;
  const comment = needsComment ? await ports.askComment(target, check.comment ?? '') : check.comment;
  if (comment === undefined) return abandoned;
  const needsYes = warnings.length > 0 || target.protected;
  if (needsYes && !(await ports.confirm(target, comment, warnings))) return abandoned;
  const token = await ports.token(originOf(target));
  if (token === undefined) return abandoned;

  const payload = await ports.payload({ version: check.version, comment });
  switch (payload.kind) {
    case 'changed':
      return refused(t('the file changed while it was being pushed. Push again.'));
    case 'not-an-object':
      return refused(t('the file is not one JSON object.'), 'show-problems');
    case 'ready':
      break;
  }
  if (ports.version() !== check.version) return refused(t('the file changed while it was being pushed. Push again.'));
  const { outcome } = await ports.send(target, url, token, payload.body);
  return { kind: 'sent', target, outcome };
}

/** Undefined when the person left. */
async function findTargets(ports: PushPorts): Promise<Targets | undefined> {
  const targets = await ports.targets();
  if (targets.kind !== 'none') return targets;
  return (await ports.createConfig()) ? ports.targets() : undefined;
}
