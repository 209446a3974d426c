/** Attributes and predicates that the organization's rules allow in a file, in all its environments. */
import type { AttributeType, PoliciesOfFile } from './policy.js';

/** @returns the allowed attributes; undefined if no environment restricts them */
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

/** The attributes in both lists, except attributes whose types conflict, because no condition can have both types. */
function inBoth(a: ReadonlyMap<string, AttributeType>, b: ReadonlyMap<string, AttributeType>) {
  return new Map(
    Array.from(a).flatMap(([name, type]): [string, AttributeType][] => {
      const other = b.get(name);
      if (other === undefined || (type !== other && type !== 'any' && other !== 'any')) return [];
      return [[name, type === 'any' ? other : type]];
    }),
  );
}
