/** Finds the objects of a plain value that have checks, and runs their checks. */
import type { FileSummary, ObjectCheck, ObjectFinding, PlainObject } from '../checks/check.js';
import { emptyFile, noFindings } from '../checks/check.js';
import type { Shape } from '../checks/shape.js';
import type { Path } from '../json/nodes.js';
import { asObject } from '../json/plain.js';

/** @param visit returns whether to enter the object; must copy `path` to store it, because the array is reused */
export function visitObjects(
  value: unknown,
  shape: Shape,
  visit: (object: PlainObject, shape: Shape, path: Path) => boolean,
  path: (string | number)[] = [],
): void {
  if (!shape.hasChecks || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const { items } = shape;
    if (items?.hasChecks !== true) return;
    for (let index = 0; index < value.length; index += 1) {
      path.push(index);
      visitObjects(value[index], items, visit, path);
      path.pop();
    }
    return;
  }
  if (!visit(value as PlainObject, shape, path)) return;
  for (const { key, shape: inner } of shape.checkedProperties) {
    const property = (value as PlainObject)[key];
    // The first comparison is fast, and is sufficient for most missing properties.
    if (property === undefined || !Object.hasOwn(value, key)) continue;
    path.push(key);
    visitObjects(property, inner, visit, path);
    path.pop();
  }
}

/** @param file the summary of the file, for checks that read more than the object */
export function findingsBy(
  checks: readonly ObjectCheck[],
  object: PlainObject,
  { key }: Shape,
  file: FileSummary = emptyFile,
): readonly ObjectFinding[] {
  let findings = noFindings;
  for (const check of checks) {
    const found = check.find(object, file, key);
    if (found.length > 0) findings = findings.length === 0 ? found : [...findings, ...found];
  }
  return findings;
}

export function servesSomething(serve: unknown): boolean {
  const { select, split } = asObject(serve) ?? {};
  return select !== undefined || split !== undefined;
}

/** Indexes of the variations that the serve selects, or gives a share of users. */
export function servedBy(serve: unknown): readonly number[] {
  const { select, split } = asObject(serve) ?? {};
  const selected = typeof select === 'number' ? [select] : [];
  if (!Array.isArray(split)) return selected;
  return selected.concat(
    split.flatMap((share: unknown, index) => (typeof share === 'number' && share > 0 ? [index] : [])),
  );
}
