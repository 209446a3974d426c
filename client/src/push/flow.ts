/**
 * A push from the click to the outcome: what is asked, in which order, and what stops it. Pure of vscode; everything
 * that it needs of the world comes in as `PushPorts`. Whatever is not pushed leaves file, token and service untouched.
 * With the documented contract alone nothing is sent but the PATCH; guardedPush.ts is for services that can be read.
 */
import { t } from '@vscode/l10n';
import type { Check, Payload, PayloadParams, Target, Targets } from '../../../server/src/protocol.js';
import { sameBody } from './base.js';
import type { Guarded, GuardPorts } from './guard.js';
import { pushGuarded } from './guardedPush.js';
import type { Exchange } from './service/request.js';
import { originOf, targetName, targetUrl } from './service/target.js';

/** A targeting file in the editor. */
export interface FilePorts {
  /** False when the document could not be saved. */
  readonly save: () => Promise<boolean>;
  /** The version of the document in the editor. */
  readonly version: () => number;
  readonly check: () => Promise<Check | null>;
  readonly payload: (params: Omit<PayloadParams, 'uri'>) => Promise<Payload>;
}

export interface PushPorts extends GuardPorts, FilePorts {
  readonly trusted: boolean;
  readonly targets: () => Promise<Targets>;
  /** Leads through making a targeting.config.json; false when the person left. */
  readonly createConfig: () => Promise<boolean>;
  readonly chooseTarget: (targets: readonly Target[]) => Promise<Target | undefined>;
  readonly askComment: (target: Target, proposal: string) => Promise<string | undefined>;
  readonly confirm: (question: BlindQuestion) => Promise<boolean>;
  readonly token: (origin: string) => Promise<string | undefined>;
  readonly send: (target: Target, url: URL, token: string, body: string) => Promise<Exchange>;
}

/** Asked where the service cannot be read: only what was pushed from here is known. */
export interface BlindQuestion {
  readonly target: Target;
  readonly comment: string;
  readonly warnings: Check['problems'];
  /** JSON text. */
  readonly body: string;
  /** What was pushed from here last; undefined when nothing was. */
  readonly last: { readonly body: string; readonly time: number } | undefined;
}

export type PushResult =
  | Exclude<Guarded, { kind: 'refused' }>
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly step?: 'show-problems' | 'open-config' | 'manage-trust';
    }
  /** The body is the one that was pushed last from here. */
  | { readonly kind: 'unchanged'; readonly target: Target; readonly time: number };

export type Refused = Extract<PushResult, { kind: 'refused' }>;

const abandoned: PushResult = { kind: 'abandoned' };
const refused = (reason: string, step?: 'show-problems' | 'open-config' | 'manage-trust'): Refused => ({
  kind: 'refused',
  reason,
  ...(step && { step }),
});

/** @param evenIfUnchanged the same body as last time is pushed again */
export async function pushFile(ports: PushPorts, evenIfUnchanged = false): Promise<PushResult> {
  if (!ports.trusted) return refused(t('nothing is sent from a workspace that you have not trusted.'), 'manage-trust');
  // Asked before saving: what is typed while the first config is made is saved, too.
  const targets = await findTargets(ports);
  if (targets === undefined) return abandoned;
  if (targets.kind === 'none') return refused(t('there is no targeting.config.json for this file.'));
  if (targets.kind === 'unusable') return refused(targets.reason, 'open-config');

  const check = await checkFile(ports);
  if ('reason' in check) return check;

  const target = targets.targets.length > 1 ? await ports.chooseTarget(targets.targets) : targets.targets[0];
  if (target === undefined) return abandoned;
  const url = targetUrl(target);
  if (url === undefined) {
    const reason = t('{0} is no address to push to: a key or the base URL is wrong.', targetName(target));
    return refused(reason, 'open-config');
  }
  return target.api === 'featureprobe'
    ? seeing(ports, { check, target, url })
    : blind(ports, { check, target, url }, evenIfUnchanged);
}

/** Saves and checks a file: what the server knows of the text that is pushed, or what stands in the way. */
export async function checkFile(ports: FilePorts): Promise<Check | Refused> {
  if (!(await ports.save())) return refused(t('the file could not be saved.'));
  const check = await ports.check();
  if (check === null)
    return refused(t('the language server does not know the file. Is its language JSON?'), 'show-problems');
  if (check.version !== ports.version()) return refused(t('the file changed meanwhile. Push again.'));
  const errors = check.problems.filter(({ severity }) => severity === 1);
  if (errors.length === 1) return refused(t('the file has 1 error.'), 'show-problems');
  return errors.length > 1 ? refused(t('the file has {0} errors.', errors.length), 'show-problems') : check;
}

interface Checked {
  readonly check: Check;
  readonly target: Target;
  readonly url: URL;
}

/** The service can be read. */
async function seeing(ports: PushPorts, checked: Checked): Promise<PushResult> {
  const { check, target, url } = checked;
  const token = await ports.token(originOf(target));
  if (token === undefined) return abandoned;
  const draft = await ready(ports, check, check.comment ?? '');
  if (typeof draft !== 'string') return draft;
  return pushGuarded(ports, {
    target,
    url,
    token,
    body: draft,
    ofFile: true,
    warnings: warningsOf(check),
    comment: () => commentFor(ports, checked),
    final: async (comment) => {
      const body = await ready(ports, check, comment);
      return typeof body === 'string' ? { body } : { reason: body.reason };
    },
  });
}

/** Nothing is known of the service but what was pushed from here. */
async function blind(ports: PushPorts, checked: Checked, evenIfUnchanged: boolean): Promise<PushResult> {
  const { check, target, url } = checked;
  const remembered = await ports.remembered(target);
  const last = remembered?.kind === 'pushed' ? remembered : undefined;
  const draft = await ready(ports, check, check.comment ?? '');
  if (typeof draft !== 'string') return draft;
  if (!evenIfUnchanged && last !== undefined && sameBody(last.body, draft))
    return { kind: 'unchanged', target, time: last.time };

  const comment = await commentFor(ports, checked);
  if (comment === undefined) return abandoned;
  const warnings = warningsOf(check);
  const needsYes = warnings.length > 0 || target.protected;
  if (needsYes && !(await ports.confirm({ target, comment, warnings, body: draft, last }))) return abandoned;
  const token = await ports.token(originOf(target));
  if (token === undefined) return abandoned;
  const body = await ready(ports, check, comment);
  if (typeof body !== 'string') return body;
  const { outcome } = await ports.send(target, url, token, body);
  if (outcome.kind === 'pushed') await ports.remember(target, { kind: 'pushed', body, time: ports.now() });
  return { kind: 'sent', target, outcome };
}

export function warningsOf({ problems }: Check): Check['problems'] {
  return problems.filter(({ severity }) => severity === 2);
}

async function commentFor(ports: PushPorts, { check, target }: Checked): Promise<string | undefined> {
  const needsComment = check.comment === undefined || target.protected;
  return needsComment ? ports.askComment(target, check.comment ?? '') : check.comment;
}

/** The body, of the very version that was checked. */
export async function ready(ports: FilePorts, { version }: Check, comment: string): Promise<string | Refused> {
  const changed = { kind: 'refused', reason: t('the file changed while it was being pushed. Push again.') } as const;
  const payload = await ports.payload({ version, comment });
  if (payload.kind === 'not-an-object')
    return { kind: 'refused', reason: t('the file is not one JSON object.'), step: 'show-problems' };
  return payload.kind === 'changed' || ports.version() !== version ? changed : payload.body;
}

/** Undefined when the person left. */
async function findTargets(ports: PushPorts): Promise<Targets | undefined> {
  const targets = await ports.targets();
  if (targets.kind !== 'none') return targets;
  return (await ports.createConfig()) ? ports.targets() : undefined;
}
