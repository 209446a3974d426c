/** Proposals for variations and their values, which are strings, such as `"true"` for a boolean toggle. */
import { t } from '../../t.js';
import { nodeAt } from '../../json/queries.js';
import { targetingOf } from '../../targeting/model.js';
import type { Proposal, Site } from './proposal.js';
import { literal, onOneLine } from './proposal.js';
import { choice, place } from './snippetText.js';

export const booleans = ['true', 'false'];

/** Proposes boolean values, unless another variation has a value that is not boolean. */
export function variationValues(site: Site): readonly Proposal[] {
  const others = otherValues(site);
  if (!others.every((value) => booleans.includes(value))) return [];
  const missing = booleans.filter((value) => !others.includes(value));
  const present = booleans.filter((value) => others.includes(value));
  const isClear = missing.length === 1;
  return [...missing, ...present].map((value) => ({ ...literal(value), preselect: isClear && value === missing[0] }));
}

/** Proposes a variation. In a boolean toggle, it has the value that is still missing. */
export function variation(site: Site): Proposal {
  const others = otherValues(site);
  const isBoolean = others.length > 0 && others.every((value) => booleans.includes(value));
  const missing = isBoolean ? booleans.filter((value) => !others.includes(value)) : [];
  const properties = [`"value": "${choice(1, missing)}"`, `"name": "${place(2)}"`, `"description": "${place(3)}"`];
  return onOneLine({ label: t('variation'), filter: 'variation' }, properties);
}

function otherValues({ json, path }: Site): readonly string[] {
  const own = nodeAt(json, path.slice(0, 3));
  return (targetingOf(json).variations ?? []).flatMap(({ node, value }) =>
    value === undefined || node === own ? [] : [value],
  );
}
