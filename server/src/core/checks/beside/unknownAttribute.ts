/**
 * # unknown-attribute (information)
 * A user has an attribute that no targeting file asks for. Only targeting files that use this file of users count, in
 * this folder and below.
 * Not reported: any attribute while one of these files asks for a segment, or leaves its rules to the service.
 *
 * Fix: rename to the attribute that was meant.
 */
import { t } from '../../t.js';
import type { JsonDocument } from '../../json/document.js';
import { asArray, asObject } from '../../json/plain.js';
import type { ObjectFinding } from '../check.js';
import { closestOf } from '../closest.js';
import type { RelatedFiles } from './filesBeside.js';
import { quoted } from '../words.js';

export function unknownAttributes(document: JsonDocument, { asked }: RelatedFiles): readonly ObjectFinding[] {
  if (asked === undefined || asked.more || asked.attributes.size === 0) return [];
  const known = [...asked.attributes.keys()].slice(0, MAX_FINDINGS);
  const users = asArray(asObject(document.root?.value)?.['users']) ?? [];
  const found: ObjectFinding[] = [];
  for (const [index, user] of users.entries()) {
    const attributes = asObject(asObject(user)?.['attributes']) ?? {};
    for (const name of Object.keys(attributes)) {
      if (asked.attributes.has(name) || found.length === MAX_FINDINGS) continue;
      const closest = closestOf(
        name,
        known.filter((each) => !Object.hasOwn(attributes, each)),
      );
      const message =
        closest === undefined
          ? t('No targeting file uses {0}.', quoted(name))
          : t('No targeting file uses {0}. Did you mean {1}?', quoted(name), quoted(closest));
      const path = ['users', index, 'attributes', name];
      const fixes = closest === undefined ? [] : [{ kind: 'rename-key', key: closest } as const];
      found.push({ code: 'unknown-attribute', path, atKey: true, message, fixes });
    }
  }
  return found;
}

const MAX_FINDINGS = 1_000;
