/** What conditions of a file may look at, and how, by the rules of all environments that it goes to. */
import type { AttributeType, PoliciesOfFile } from './policy.js';

/** @returns undefined where no environment has a list */
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

/** Of an attribute with two types, no condition is right in both. */
function inBoth(a: ReadonlyMap<string, AttributeType>, b: ReadonlyMap<string, AttributeType>) {
  return new Map(
    Array.from(a).flatMap(([name, type]): [string, AttributeType][] => {
      const other = b.get(name);
      if (other === undefined || (type !== other && type !== 'any' && other !== 'any')) return [];
      return [[name, type === 'any' ? other : type]];
    }),
  );
}
