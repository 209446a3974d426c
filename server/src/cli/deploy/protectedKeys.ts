/** The keys of environments that a job protects, regardless of configs. */
import { t } from '../../core/t.js';
import { Mistake } from '../options.js';
import type { World } from '../world.js';

const protectedKeysVariable = 'TOGGLE_TARGETING_PROTECTED_KEYS';

/** @throws Mistake if an item cannot be a key, because such an item would protect no environment */
export function protectedKeysOf({ environment }: Pick<World, 'environment'>): readonly string[] {
  const text = environment[protectedKeysVariable] ?? '';
  const keys = text.split(',').map((key) => key.trim());
  const wrong = keys.find((key) => /[^\p{L}\p{M}\p{N}._-]/u.test(key));
  if (wrong !== undefined)
    throw new Mistake(
      t(
        '{0}: {1} is not a key. Put a comma between keys, as in {2}.',
        protectedKeysVariable,
        JSON.stringify(wrong),
        'online,prod',
      ),
    );
  return keys.filter((key) => key !== '');
}
