/** Protects environments named by a setting or config, until the person ends the protection. Does not import vscode. */
import { t } from '../core/t.js';
import type { Target, Targets } from '../core/protocol.js';
import { foldedKey, placeOf } from '../core/targeting/place.js';
import { keyInWords, unusualIn } from './http/target.js';

/** Storage for protected environments, shared by all workspaces. */
export interface ProtectionStorage {
  readonly get: (key: string) => unknown;
  readonly update: (key: string, value: true | undefined) => PromiseLike<void>;
}

export class Protection {
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

  /** Forgets that the config once protected the environment. */
  async release(target: Target): Promise<void> {
    await this.storage.update(storageKeyOf(target), undefined);
  }

  #one(target: Target): Target {
    const storageKey = storageKeyOf(target);
    const isKnown = this.storage.get(storageKey) === true;
    if (target.protected) {
      // If the storage fails, the config still protects the environment.
      if (!isKnown) this.storage.update(storageKey, true).then(undefined, this.failed);
      return target;
    }
    if (isAlwaysProtected(target, this.keys())) return { ...target, protected: true, protectedBy: 'setting' };
    if (isKnown) return { ...target, protected: true, protectedBy: 'memory' };
    return unusualKeys(target).length > 0 ? { ...target, protected: true } : target;
  }
}

/**
 * @param keys the keys of environments that are protected in any spelling. Databases differ in how they compare
 * spellings, so every key with unusual characters also counts as protected.
 */
export function isAlwaysProtected(
  { environmentKey }: Pick<Target, 'environmentKey'>,
  keys: readonly string[],
): boolean {
  const isUnusual = keys.length > 0 && unusualIn(environmentKey).length > 0;
  return isUnusual || keys.some((key) => foldedKey(key) === foldedKey(environmentKey));
}

/** Keys that may be other spellings of protected keys; http/spelling.ts refuses wrong spellings that it detects. */
export function unusualKeys({ api, project, environmentKey, toggle }: Target): readonly string[] {
  return api === undefined ? [] : [project, environmentKey, toggle].filter((key) => unusualIn(key).length > 0);
}

export function protectionLine(target: Target): readonly string[] {
  const { protectedBy } = target;
  if (protectedBy === 'setting') return [t('Protected by your setting "toggleTargeting.push.protectedKeys".')];
  if (protectedBy === 'memory')
    return [t('targeting.config.json no longer protects it, but it stays protected for you.')];
  return unusualKeys(target).map((key) => t("FeatureProbe's web pages do not allow the key {0}.", keyInWords(key)));
}

/** The storage key of an environment, independent of the spelling in the config. */
function storageKeyOf(target: Target): string {
  return JSON.stringify(['protected', ...placeOf(target)]);
}
