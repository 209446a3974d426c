import { asObject, listIn, readBody } from '../../core/targeting/state/state.js';
import type { Allowed } from './allowed.js';

/** Toggles that others require come before them; otherwise the order stays, also in a circle. */
export function inOrderOfPrerequisites(pushes: readonly Allowed[]): readonly Allowed[] {
  const byKey = new Map(pushes.map((push) => [push.file.target.toggle, push]));
  const ordered = new Set<Allowed>();
  const begun = new Set<Allowed>();
  for (const push of pushes) add(push);
  return [...ordered];

  function add(push: Allowed): void {
    if (begun.has(push)) return;
    begun.add(push);
    for (const key of requiredBy(push)) {
      const required = byKey.get(key);
      if (required !== undefined) add(required);
    }
    ordered.add(push);
  }
}

function requiredBy({ ready: { body } }: Allowed): readonly string[] {
  const prerequisites = listIn(asObject(readBody(body)['content']), 'prerequisites');
  return prerequisites.flatMap((each) => {
    const key = asObject(each)?.['key'];
    return typeof key === 'string' ? [key] : [];
  });
}
