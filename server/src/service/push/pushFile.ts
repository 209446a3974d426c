/**
 * A push of a file from the click to the outcome: where it goes, whether it can be pushed, and what is asked. Pure of vscode;
 * everything that it needs of the world comes in as `FilePushPorts`. Whatever is not pushed leaves file, token and service
 * untouched.
 */
import { t } from '@vscode/l10n';
import type { Target, Targets } from '../../core/protocol.js';
import { newsOf } from '../../core/targeting/state/changes.js';
import { cut } from '../../core/targeting/state/serves.js';
import type { Service } from '../http/service.js';
import { serviceAddressOf, targetName, targetUrl } from '../http/target.js';
import { word } from '../words/harmless.js';
import type { FilePorts } from './checkedFile.js';
import { bodyAsShown, checkedBody, notPushed, warningsOf } from './checkedFile.js';
import type { Affected, PushPorts, PushResult } from './push.js';
import { push } from './push.js';

export interface FilePushPorts extends PushPorts {
  readonly open: () => Promise<FilePorts>;
  readonly trusted: boolean;
  readonly targets: () => Promise<Targets>;
  /** Leads through making a targeting.config.json; false when the person left. */
  readonly createConfig: () => Promise<boolean>;
  readonly chooseTarget: (targets: readonly Target[]) => Promise<Target | undefined>;
  /**
   * @param own the file's comment, unless that is of an earlier push
   * @param change what else to propose: what the push changes
   */
  readonly askComment: (
    target: Target,
    own: string | undefined,
    change: string,
    affected: Affected,
  ) => Promise<string | undefined>;
  /** The comment in the file when it was pushed from here last; undefined where that is not known. */
  readonly lastComment: () => string | undefined;
  /** Never rejects. */
  readonly commented: (comment: string) => Promise<void>;
  /** Asks for one where there is none; undefined when the person left. */
  readonly token: (address: string) => Promise<string | undefined>;
  /** The token for a service address may be used in the background for the folder of this file. Never rejects. */
  readonly agree: (address: string) => Promise<void>;
  readonly service: (target: Target, url: URL, token: string) => Service;
}

/** @param evenIfUnchanged the same body as last time is pushed again */
export async function pushFile(ports: FilePushPorts, evenIfUnchanged = false): Promise<PushResult> {
  if (!ports.trusted)
    return notPushed(t('nothing is sent from a workspace that you have not trusted.'), 'manage-trust');
  // Asked before saving: what is typed while the first config is made is saved, too.
  const targets = await findTargets(ports);
  if (targets === undefined) return { kind: 'abandoned' };
  if (targets.kind === 'none') return notPushed(t('there is no targeting.config.json for this file.'));
  if (targets.kind === 'unusable') return notPushed(targets.reason, 'open-config');

  const target = targets.targets.length > 1 ? await ports.chooseTarget(targets.targets) : targets.targets[0];
  if (target === undefined) return { kind: 'abandoned' };
  const url = targetUrl(target);
  if (url === undefined) {
    const reason = t('{0} is not an address to push to: a key or the base URL is wrong.', targetName(target));
    return notPushed(reason, 'open-config');
  }
  const check = await checkedBody(ports.open, target);
  if ('reason' in check) return check;
  const { comment, body } = check;
  // The comment of an earlier push does not describe this one, whichever environment that went to; pushed again, it does.
  const own = evenIfUnchanged || comment !== ports.lastComment() ? comment : undefined;
  const address = serviceAddressOf(target);
  const result = await push(ports, {
    ...{ target, body, evenIfUnchanged },
    service: async () => {
      const token = await ports.token(address);
      return token === undefined ? undefined : ports.service(target, url, token);
    },
    warnings: warningsOf(check),
    // In a protected environment, it is only proposed.
    comment:
      own === undefined || target.protected
        ? (changes, affected) => ports.askComment(target, own, proposalOf(target, changes), affected)
        : own,
    // Tests may fail by now, or the file say something new.
    bodyWithComment: (last) => bodyAsShown(ports.open, { target, body }, last),
  });
  // Who leaves a push, or learns that it failed, has not agreed to anything.
  if (isDone(result)) {
    await ports.agree(address);
    if (comment !== undefined && result.kind !== 'nothing-new') await ports.commented(comment);
  }
  return result;
}

/** Where the file has no comment of its own: the first thing that the push changes, and how much more. */
export function proposalOf({ toggle }: Target, changes: readonly string[]): string {
  const [first, ...others] = newsOf(changes);
  if (first === undefined) return t('Update {0}', word(toggle));
  if (others.length === 0) return cut(first);
  return others.length === 1
    ? t('{0} And 1 more change.', cut(first))
    : t('{0} And {1} more changes.', cut(first), others.length);
}

function isDone(result: PushResult): boolean {
  return (
    result.kind === 'submitted' ||
    result.kind === 'nothing-new' ||
    (result.kind === 'outcome' && result.outcome.kind === 'ok')
  );
}

/** Undefined when the person left. */
async function findTargets(ports: FilePushPorts): Promise<Targets | undefined> {
  const targets = await ports.targets();
  if (targets.kind !== 'none') return targets;
  return (await ports.createConfig()) ? ports.targets() : undefined;
}
