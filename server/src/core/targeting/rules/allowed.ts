/** Attributes and predicates that conditions of a file may have, by the rules of all its environments. */
import type { AttributeType, PoliciesOfFile } from './policy.js';

/** @returns undefined if no environment lists attributes */
export function allowedAttributes(
  policies: PoliciesOfFile | undefined,
): ReadonlyMap<string, AttributeType> | undefined {
  const lists = policies?.policies.flatMap(({ policy: { attributes } }) => attributes ?? []);
  return lists?.reduce<ReadonlyMap<string, AttributeType> | undefined>(
    (all, list) => (all === undefined ? list : inBoth(all, list)),
    undefined,
  );
}

export function isAllowed(policies: PoliciesOfFile | undefined, predicate: string): boolean {
  return policies?.policies.every(({ policy: { forbid = [] } }) => !forbid.includes(predicate)) ?? true;
}

/** No condition fits an attribute with two types. */
function inBoth(a: ReadonlyMap<string, AttributeType>, b: ReadonlyMap<string, AttributeType>) {
  return new Map(
    Array.from(a).flatMap(([name, type]): [string, AttributeType][] => {
      const other = b.get(name);
      if (other === undefined || (type !== other && type !== 'any' && other !== 'any')) return [];
      return [[name, type === 'any' ? other : type]];
    }),
  );
}
