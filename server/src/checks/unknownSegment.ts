/**
 * unknown-segment: a segment that the project of the file's service is known not to have. The service refuses such a file;
 * a key in other letters it takes, as its database does not tell them apart, but what it hands on does.
 */
import { messages } from './catalogue.js';
import { closestOf } from './propertyNames.js';
import type { KnownService, ObjectFinding } from './check.js';
import { nothing, objectCheck } from './check.js';

export const unknownSegment = objectCheck({
  looksAt: 'condition',
  reads: ['services'],
  concerns: ({ type }) => type === 'segment',
  find: ({ type, objects }, { services }) =>
    type === 'segment' && Array.isArray(objects) && services.length > 0
      ? objects.flatMap((key: unknown, index) => findings(key, index, services))
      : nothing,
});

function findings(key: unknown, index: number, services: readonly KnownService[]): readonly ObjectFinding[] {
  if (typeof key !== 'string') return nothing;
  const lacking = services.find(({ segments }) => segments?.has(key) === false);
  if (lacking === undefined) return nothing;
  const segments = [...(lacking.segments ?? [])];
  const same = segments.find((segment) => isSameToTheService(segment, key));
  const closest = same ?? closestOf(key, segments);
  const message =
    same === undefined
      ? messages.unknownSegment(key, lacking.project, closest)
      : messages.otherwiseSpeltSegment(key, same);
  const fixes = closest === undefined ? [] : [{ kind: 'replace-value', json: JSON.stringify(closest) } as const];
  return [{ code: 'unknown-segment', path: ['objects', index], message, fixes }];
}

/** But for case and accents. */
function isSameToTheService(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0;
}
