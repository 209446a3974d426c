/**
 * Which environments are protected for this person: those that a config protects, those that one has protected before, and
 * those whose keys a setting of theirs names. A config can protect an environment; only the person takes that back. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import type { Target, Targets } from '../core/protocol.js';
import { foldedKey, placeOf } from '../core/targeting/place.js';

/** The person's own storage, of all workspaces. */
export interface ProtectionStorage {
  readonly get: (key: string) => unknown;
  readonly update: (key: string, value: true | undefined) => PromiseLike<void>;
}

export class Protection {
  readonly #storage: ProtectionStorage;
  readonly #keys: () => readonly string[];
  readonly #failed: (error: unknown) => void;

  /** @param keys of environments that are always protected */
  constructor(storage: ProtectionStorage, keys: () => readonly string[], failed: (error: unknown) => void) {
    this.#storage = storage;
    this.#keys = keys;
    this.#failed = failed;
  }

  of(targets: Targets): Targets {
    return targets.kind === 'found'
      ? { ...targets, targets: targets.targets.map((target) => this.#one(target)) }
      : targets;
  }

  /** The person agrees that its config does not protect this environment. */
  async release(target: Target): Promise<void> {
    await this.#storage.update(storageKeyOf(target), undefined);
  }

  #one(target: Target): Target {
    const storageKey = storageKeyOf(target);
    const isKnown = this.#storage.get(storageKey) === true;
    if (target.protected) {
      // A storage that fails is no reason not to push: the config protects it itself.
      if (!isKnown) this.#storage.update(storageKey, true).then(undefined, this.#failed);
      return target;
    }
    if (isAlwaysProtected(target, this.#keys())) return { ...target, protected: true, protectedBy: 'setting' };
    return isKnown ? { ...target, protected: true, protectedBy: 'memory' } : target;
  }
}

/** @param keys of environments that are protected whatever a config says, in any spelling */
export function isAlwaysProtected(
  { environmentKey }: Pick<Target, 'environmentKey'>,
  keys: readonly string[],
): boolean {
  return keys.some((key) => foldedKey(key) === foldedKey(environmentKey));
}

/** Why it is protected where its config does not say so. */
export function protectionLine({ protectedBy }: Target): readonly string[] {
  if (protectedBy === undefined) return [];
  return protectedBy === 'setting'
    ? [t('Protected by your setting "toggleTargeting.push.protectedKeys".')]
    : [t('targeting.config.json no longer protects it: for you, it is still protected.')];
}

/** However its config spells it. */
function storageKeyOf(target: Target): string {
  return JSON.stringify(['protected', ...placeOf(target)]);
}
