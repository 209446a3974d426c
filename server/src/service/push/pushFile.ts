/** Pushes one file, from click to outcome. A push that ends early sends nothing. Does not import vscode. */
import { t } from '../../core/t.js';
import type { Target, Targets } from '../../core/protocol.js';
import { newsOf } from '../../core/targeting/state/changes.js';
import { cut } from '../../core/targeting/state/serves.js';
import type { Service } from '../http/service.js';
import { serviceAddressOf, targetName, targetUrl } from '../http/target.js';
import { word } from '../words/harmless.js';
import type { FilePorts, SmallerStep } from './checkedFile.js';
import { bodyAsShown, checkedBody, notPushed, warningsOf } from './checkedFile.js';
import { seenNow } from './memory.js';
import type { Affected, PushPorts, PushResult } from './push.js';
import { push } from './push.js';
import { smallerStep } from './smallerStep.js';

export interface FilePushPorts extends PushPorts {
  readonly open: () => Promise<FilePorts>;
  readonly targets: () => Promise<Targets>;
  /** Guides the person through creating a targeting.config.json. @returns false if the person cancels */
  readonly createConfig: () => Promise<boolean>;
  readonly chooseTarget: (targets: readonly Target[]) => Promise<Target | undefined>;
  /**
   * @param own the file's comment, unless it belongs to an earlier push
   * @param change an alternative comment that describes the changes
   */
  readonly askComment: (
    target: Target,
    own: string | undefined,
    change: string,
    affected: Affected,
  ) => Promise<string | undefined>;
  /** The file's comment at its last push from here; undefined if unknown. */
  readonly lastComment: () => string | undefined;
  /** Records that the comment was used. Never rejects. */
  readonly commented: (comment: string) => Promise<void>;
  /** Asks for a missing token. @returns undefined if the person cancels */
  readonly token: (address: string) => Promise<string | undefined>;
  /** Allows background use of the address's token for the file's folder. Never rejects. */
  readonly agree: (address: string) => Promise<void>;
  readonly service: (target: Target, url: URL, token: string) => Service;
}

/** @param evenIfUnchanged true to push the same body again */
export async function pushFile(ports: FilePushPorts, evenIfUnchanged = false): Promise<PushResult> {
  // Targets are found before saving, so that edits made while a config is created are saved, too.
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
  // A comment left from an earlier push, even to another environment, does not describe this push.
  const own = evenIfUnchanged || comment !== ports.lastComment() ? comment : undefined;
  const address = serviceAddressOf(target);
  const result = await push(ports, {
    ...{ target, body, evenIfUnchanged },
    service: async () => {
      const token = await ports.token(address);
      return token === undefined ? undefined : ports.service(target, url, token);
    },
    warnings: warningsOf(check),
    smaller: (looked) => smallerStep(ports, looked, { body, warnings: warningsOf(check) }),
    // In a protected environment, the file's comment is only a proposal.
    comment:
      own === undefined || target.protected
        ? (changes, affected) => ports.askComment(target, own, proposalOf(target, changes), affected)
        : own,
    // Checks the file again: it may have changed in the meantime, or tests may have begun to fail.
    bodyWithComment: (last) => bodyAsShown(ports.open, { target, body }, last),
  });
  if (result.kind === 'merged') return pushFile(portsAfterMerge(ports, target), evenIfUnchanged);
  // A canceled or failed push does not count as consent to use the token in the background.
  if (isDone(result)) {
    await ports.agree(address);
    if (comment !== undefined && result.kind !== 'nothing-new') await ports.commented(comment);
  }
  return result;
}

/** The person has just seen the merge, so the push needs no question about it. */
function portsAfterMerge(ports: FilePushPorts, target: Target): FilePushPorts {
  const remembered = async () => {
    const entry = await ports.remembered(target);
    return entry?.kind === 'seen' ? seenNow({ now: () => entry.time }, entry) : entry;
  };
  return { ...ports, remembered, chooseTarget: () => Promise.resolve(target) };
}

/** Proposes a comment: the first change and the number of further changes. */
export function proposalOf({ toggle }: Target, changes: readonly string[]): string {
  const [first, ...others] = newsOf(changes);
  if (first === undefined) return t('Update {0}', word(toggle));
  if (others.length === 0) return cut(first);
  return others.length === 1
    ? t('{0} And 1 more change.', cut(first))
    : t('{0} And {1} more changes.', cut(first), others.length);
}

function isDone(result: PushResult): boolean {
  if (result.kind === 'outcome') return result.outcome.kind === 'ok';
  return result.kind === 'submitted' || result.kind === 'nothing-new';
}

async function findTargets(ports: FilePushPorts): Promise<Targets | undefined> {
  const targets = await ports.targets();
  if (targets.kind !== 'none') return targets;
  return (await ports.createConfig()) ? ports.targets() : undefined;
}

/** @returns ports that push the step instead of the file's body, as long as the file is unchanged */
export function portsWithStep(ports: FilePushPorts, step: SmallerStep): FilePushPorts {
  const open = async () => {
    const file = await ports.open();
    const check = async (environment: string) => {
      const found = await file.check(environment);
      if (found?.body !== step.of) return found && { ...found, version: NaN };
      // The file's comment is omitted, because it describes the whole change, not the step.
      const { version, problems } = found;
      return { version, problems, body: step.body };
    };
    return { ...file, check };
  };
  // A merge would write the step into the file.
  return { ...ports, open, reconcile: () => Promise.resolve('changed') };
}
