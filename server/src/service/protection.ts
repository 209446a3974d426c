/**
 * Which environments are protected for this person: those that a config protects, those that one has protected before, and
 * those whose keys a setting of theirs names. A config can protect an environment; only the person takes that back. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import type { Target, Targets } from '../core/protocol.js';
import { foldedKey, placeOf } from '../core/targeting/place.js';
import { keyInWords, unusualIn } from './http/target.js';

/** The person's own storage, of all workspaces. */
export interface ProtectionStorage {
  readonly get: (key: string) => unknown;
  readonly update: (key: string, value: true | undefined) => PromiseLike<void>;
}

export class Protection {
  /** @param keys of environments that are always protected */
  constructor(
    private readonly storage: ProtectionStorage,
    private readonly keys: () => readonly string[],
    private readonly failed: (error: unknown) => void,
  ) {}

  of(targets: Targets): Targets {
    return targets.kind === 'found'
      ? { ...targets, targets: targets.targets.map((target) => this.#one(target)) }
      : targets;
  }

  /** The person agrees that its config does not protect this environment. */
  async release(target: Target): Promise<void> {
    await this.storage.update(storageKeyOf(target), undefined);
  }

  #one(target: Target): Target {
    const storageKey = storageKeyOf(target);
    const isKnown = this.storage.get(storageKey) === true;
    if (target.protected) {
      // A storage that fails is no reason not to push: the config protects it itself.
      if (!isKnown) this.storage.update(storageKey, true).then(undefined, this.failed);
      return target;
    }
    if (isAlwaysProtected(target, this.keys())) return { ...target, protected: true, protectedBy: 'setting' };
    if (isKnown) return { ...target, protected: true, protectedBy: 'memory' };
    return unusualKeys(target).length > 0 ? { ...target, protected: true } : target;
  }
}

/**
 * @param keys of environments that are protected whatever a config says, in any spelling: no folding of ours equals that of a database, so with
 * such keys an unusual one counts as protected, too, also if the config does not say which service it is
 */
export function isAlwaysProtected(
  { environmentKey }: Pick<Target, 'environmentKey'>,
  keys: readonly string[],
): boolean {
  const isUnusual = keys.length > 0 && unusualIn(environmentKey).length > 0;
  return isUnusual || keys.some((key) => foldedKey(key) === foldedKey(environmentKey));
}

/** In another spelling, they could be keys of a protected place: service/http/spelling.ts refuses those that it can compare. */
export function unusualKeys({ api, project, environmentKey, toggle }: Target): readonly string[] {
  return api === undefined ? [] : [project, environmentKey, toggle].filter((key) => unusualIn(key).length > 0);
}

/** Why it is protected where its config does not say so. */
export function protectionLine(target: Target): readonly string[] {
  const { protectedBy } = target;
  if (protectedBy === 'setting') return [t('Protected by your setting "toggleTargeting.push.protectedKeys".')];
  if (protectedBy === 'memory')
    return [t('targeting.config.json no longer protects it: for you, it is still protected.')];
  return unusualKeys(target).map((key) => t('The pages of FeatureProbe do not allow the key {0}.', keyInWords(key)));
}

/** However its config spells it. */
function storageKeyOf(target: Target): string {
  return JSON.stringify(['protected', ...placeOf(target)]);
}
