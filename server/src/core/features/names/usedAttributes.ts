/** Finds the attributes that a config's files use, and adds them to the config. */
import type { JsonDocument } from '../../json/document.js';
import { parse } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import { asObject } from '../../json/plain.js';
import { isWellFormed } from '../../json/understood.js';
import { valueEdits } from '../../json/edit/valueEdits.js';
import type { AttributeType } from '../../targeting/rules/policy.js';
import { attributeTypes } from '../../targeting/rules/policy.js';
import type { ToggleFile } from '../../targeting/toggles.js';

/** The attributes sorted by name, with the type of their conditions; `any` for several types or an unknown type. */
export function usedAttributes(files: Iterable<Pick<ToggleFile, 'targeting'>>): ReadonlyMap<string, AttributeType> {
  const used = new Map<string, AttributeType>();
  for (const { targeting } of files)
    for (const { type, subject } of targeting.asks.subjects) {
      if (type === 'segment') continue;
      const known = attributeTypes.find((each) => each === type) ?? 'any';
      used.set(subject, (used.get(subject) ?? known) === known ? known : 'any');
    }
  return new Map([...used].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @returns edits that add the missing attributes to the config; undefined if the config is invalid */
export function withAttributes(
  config: JsonDocument,
  used: ReadonlyMap<string, AttributeType>,
): readonly Edit[] | undefined {
  const { rules = {} } = asObject(config.root?.value) ?? { rules: [] };
  const listed = asObject(asObject(rules)?.['attributes'] ?? {});
  if (asObject(rules) === undefined || listed === undefined || !isWellFormed(config)) return undefined;
  const missing = Array.from(used).filter(([name]) => !Object.hasOwn(listed, name));
  if (missing.length === 0) return [];
  const attributes = Object.fromEntries([...Object.entries(listed), ...missing]);
  return valueEdits(config, parse(JSON.stringify({ rules: { attributes } })), () => true);
}
