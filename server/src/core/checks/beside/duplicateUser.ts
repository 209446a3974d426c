/**
 * # duplicate-user (warning)
 * Two users have the same name, so tests use the first; or the same key, so every split gives them the same variation.
 * A user without a key uses the name as its key.
 * Not reported: the same user in another `targeting.users.json`.
 *
 * Fix: append a number to the later name, or rename either.
 */
import { t } from '../../t.js';
import type { JsonDocument } from '../../json/document.js';
import { asArray, asObject } from '../../json/plain.js';
import type { ObjectFinding } from '../check.js';
import { renaming } from '../conditions/duplicates.js';
import { quoted } from '../words.js';

export function duplicateUsers(document: JsonDocument): readonly ObjectFinding[] {
  const users = asArray(asObject(document.root?.value)?.['users']) ?? [];
  const rename = renaming(new Set(users.map((user) => asObject(user)?.['name'])));
  const named = new Set<string>();
  /** The name of the first user with each key. */
  const keyed = new Map<string, string>();
  const found: ObjectFinding[] = [];
  for (const [index, user] of users.entries()) {
    const { name, key = name } = asObject(user) ?? {};
    if (typeof name !== 'string' || name === '' || found.length === MAX_FINDINGS) continue;
    const path = (property: string) => ['users', index, property];
    if (named.has(name)) {
      const message = t('A user above has the same name: tests use that user.');
      found.push({ code: 'duplicate-user', path: path('name'), message, fixes: rename(name) });
      continue;
    }
    named.add(name);
    if (typeof key !== 'string') continue;
    const other = keyed.get(key);
    if (other === undefined) keyed.set(key, name);
    else {
      const message = t('{0} has the same key, so every split serves both users the same variation.', quoted(other));
      found.push({ code: 'duplicate-user', path: path(key === name ? 'name' : 'key'), message });
    }
  }
  return found;
}

const MAX_FINDINGS = 1_000;
