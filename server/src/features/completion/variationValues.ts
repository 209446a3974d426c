/** Values of variations: always strings, so those of a boolean toggle are `"true"` and `"false"`. */
import { nodeAt } from '../../json/queries.js';
import { targetingOf } from '../../targeting/model.js';
import type { Proposal, Site } from './proposal.js';
import { literal } from './proposal.js';

export const booleans = ['true', 'false'];

/** None where another variation has a value that is no boolean. */
export function variationValues(site: Site): readonly Proposal[] {
  const others = otherValues(site);
  if (!others.every((value) => booleans.includes(value))) return [];
  const missing = booleans.filter((value) => !others.includes(value));
  const present = booleans.filter((value) => others.includes(value));
  const isClear = missing.length === 1;
  return [...missing, ...present].map((value) => ({ ...literal(value), preselect: isClear && value === missing[0] }));
}

/** What a boolean toggle lacks; nothing of another. */
export function missingValues(site: Site): readonly string[] {
  const others = otherValues(site);
  const isBoolean = others.length > 0 && others.every((value) => booleans.includes(value));
  return isBoolean ? booleans.filter((value) => !others.includes(value)) : [];
}

function otherValues({ json, path }: Site): readonly string[] {
  const own = nodeAt(json, path.slice(0, 3));
  return (targetingOf(json).variations ?? []).flatMap(({ node, value }) =>
    value === undefined || node === own ? [] : [value],
  );
}
