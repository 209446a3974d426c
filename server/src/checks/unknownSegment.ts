/**
 * # unknown-segment (warning)
 * The project has no such segment in the service: known [only there](pushing.md#known-of-the-service). FeatureProbe
 * refuses the file. A key in other letters it takes, and then leaves the toggle out.
 * ```jsonc
 * { "content": { "rules": [{ "conditions": [{ "type": "segment", "predicate": "is in", "objects": ["tester"] }] }] } }
 * ```
 * Fix: change to the segment that was meant.
 * ---
 * The database of the service does not tell letters of different case apart, but what it hands on does.
 */
import { t } from '@vscode/l10n';
import { closestOf, replacement } from './closest.js';
import { quoted } from './words.js';
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
      ? noSegment(key, lacking.project, closest)
      : t(
          'The segment is called {0}: FeatureProbe takes {1}, but leaves the toggle out, so every application gets the default of its code.',
          quoted(same),
          quoted(key),
        );
  return [{ code: 'unknown-segment', path: ['objects', index], message, fixes: replacement(closest) }];
}

function noSegment(key: string, project: string, closest: string | undefined): string {
  return closest === undefined
    ? t('The project {0} has no segment {1}: the service would refuse the file.', project, quoted(key))
    : t(
        'The project {0} has no segment {1}: the service would refuse the file. Did you mean {2}?',
        project,
        quoted(key),
        quoted(closest),
      );
}

/** But for case and accents. */
function isSameToTheService(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0;
}
