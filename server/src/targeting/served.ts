/** Which variation is served where, and what of a variation is shown when somebody goes there. */
import type { JsonNode, Span } from '../json/nodes.js';
import { propertyNamed } from '../json/queries.js';
import type { Serve, Targeting, Variation } from './model.js';
import { servesOf } from './model.js';
import { isScalar } from './subject.js';

/** The place, a `select` or an entry of a `split`, that serves a variation to somebody. */
export interface Served {
  readonly by: Serve['by'];
  readonly variation: number;
  readonly node: JsonNode;
}

/** A share of nothing serves nobody. */
export function servedBy({ by, select, split }: Serve): readonly Served[] {
  const selected = select === undefined ? [] : [{ by, variation: select.index, node: select.node }];
  const shares = (split?.shares ?? []).flatMap(({ node, share = 0 }, variation) =>
    share > 0 ? [{ by, variation, node }] : [],
  );
  return [...selected, ...shares];
}

export function servesOfVariation(targeting: Targeting, index: number): readonly Served[] {
  return servesOf(targeting).flatMap((serve) => servedBy(serve).filter(({ variation }) => variation === index));
}

/** Its name, or its value where it has none. */
export function anchorOf({ node }: Pick<Variation, 'node'>): Span {
  const [name, value] = [propertyNamed(node, 'name')?.node, propertyNamed(node, 'value')?.node];
  return [name, value].find(isScalar) ?? node;
}
