/**
 * A push from the click to the outcome: what is asked, in which order, and what stops it. Pure of vscode; everything
 * that it needs of the world comes in as `PushPorts`. Whatever is not pushed leaves file, token and service untouched.
 * With the documented contract alone nothing is sent but the PATCH; guardedPush.ts is for services that can be read.
 */
import { t } from '@vscode/l10n';
import type { Check, Target, Targets } from '../../../server/src/protocol.js';
import type { LastBody, Remembered } from './base.js';
import { sameBody } from './base.js';
import type { Memory } from './blindSend.js';
import { sendBlind } from './blindSend.js';
import type { FilePorts, Refused } from './checkedFile.js';
import { checkFile, ready, refused, warningsOf } from './checkedFile.js';
import type { Guarded, GuardPorts, Wanted } from './guard.js';
import { pushGuarded } from './guardedPush.js';
import type { Exchange } from './service/request.js';
import { tokenKeyOf, targetName, targetUrl } from './service/target.js';

export interface PushPorts extends GuardPorts, FilePorts {
  readonly trusted: boolean;
  /** Never rejects. Undefined forgets. False where what was remembered before can neither be replaced nor forgotten. */
  readonly remember: (target: Target, what: Remembered | undefined) => Promise<boolean>;
  readonly targets: () => Promise<Targets>;
  /** Leads through making a targeting.config.json; false when the person left. */
  readonly createConfig: () => Promise<boolean>;
  readonly chooseTarget: (targets: readonly Target[]) => Promise<Target | undefined>;
  readonly askComment: (target: Target, proposal: string) => Promise<string | undefined>;
  /** Shows the diff, before anything is asked about it. */
  readonly showBlind: (change: BlindChange) => Promise<void>;
  readonly confirm: (question: BlindQuestion) => Promise<boolean>;
  readonly token: (place: string) => Promise<string | undefined>;
  readonly send: (target: Target, url: URL, token: string, body: string) => Promise<Exchange>;
}

/** Known where the service cannot be read: what was pushed from here last. */
export interface BlindChange {
  readonly target: Target;
  readonly last: LastBody;
  /** JSON text. */
  readonly body: string;
}

export interface BlindQuestion {
  readonly target: Target;
  readonly comment: string;
  readonly warnings: Check['problems'];
}

export type PushResult =
  | Exclude<Guarded, { kind: 'refused' }>
  | Refused
  /** The body is the one that was pushed last from here. */
  | { readonly kind: 'unchanged'; readonly target: Target; readonly time: number };

const abandoned: PushResult = { kind: 'abandoned' };
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

interface Checked {
  readonly check: Check;
  readonly target: Target;
  readonly url: URL;
}

/** The service can be read. */
async function seeing(ports: PushPorts, checked: Checked): Promise<PushResult> {
  const { check, target, url } = checked;
  const token = await ports.token(tokenKeyOf(target));
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
    comment: commentOf(ports, checked),
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

  const given = commentOf(ports, checked);
  const warnings = warningsOf(check);
  const asks = warnings.length > 0 || target.protected;
  if (last !== undefined && (asks || typeof given !== 'string')) await ports.showBlind({ target, last, body: draft });
  const comment = typeof given === 'string' ? given : await given();
  if (comment === undefined) return abandoned;
  if (asks && !(await ports.confirm({ target, comment, warnings }))) return abandoned;
  const token = await ports.token(tokenKeyOf(target));
  if (token === undefined) return abandoned;
  const body = await ready(ports, check, comment);
  if (typeof body !== 'string') return body;
  const memory: Memory = {
    remembered: () => ports.remembered(target),
    remember: (what) => ports.remember(target, what),
    now: ports.now,
  };
  const outcome = await sendBlind(memory, body, () => ports.send(target, url, token, body));
  return { kind: 'sent', target, outcome };
}

/** The file's own; in a protected environment it is only proposed. */
function commentOf(ports: PushPorts, { check: { comment }, target }: Checked): Wanted['comment'] {
  return comment === undefined || target.protected ? () => ports.askComment(target, comment ?? '') : comment;
}

/** Undefined when the person left. */
async function findTargets(ports: PushPorts): Promise<Targets | undefined> {
  const targets = await ports.targets();
  if (targets.kind !== 'none') return targets;
  return (await ports.createConfig()) ? ports.targets() : undefined;
}
