/**
 * # unknown-segment (warning)
 * The service's project has no such segment. FeatureProbe refuses the file, so there this is the error `service-limit`.
 * It accepts a key that differs only in case or accents, but then leaves the toggle out: the error `toggle-vanishes`.
 * Not reported: any segment unless [the service can be read](pushing.md#data-from-the-service) and all of its segments
 * are known.
 * ```jsonc
 * { "content": { "rules": [{ "conditions": [{ "type": "segment", "predicate": "is in", "objects": ["tester"] }] }] } }
 * ```
 * Fix: change to the segment that was meant.
 * ---
 * The service's database ignores the case of a key, but the code that sends the environment to SDKs does not.
 */
import { t } from '../../t.js';
import { closestOf, replacement } from '../closest.js';
import { quoted } from '../words.js';
import type { KnownService, ObjectFinding } from '../check.js';
import { noFindings, objectCheck } from '../check.js';
import { featureProbeConsequence } from '../serves/production.js';

export const unknownSegment = objectCheck({
  looksAt: 'condition',
  reads: ['services'],
  find: ({ type, objects }, { services }) =>
    type === 'segment' && Array.isArray(objects) && services.length > 0
      ? objects.flatMap((key: unknown, index) => findings(key, index, services))
      : noFindings,
});

function findings(key: unknown, index: number, services: readonly KnownService[]): readonly ObjectFinding[] {
  if (typeof key !== 'string') return noFindings;
  const lacking = services.find(({ segments }) => segments?.has(key) === false);
  if (lacking === undefined) return noFindings;
  const segments = [...(lacking.segments ?? [])];
  const same = segments.find((segment) => isSameToTheService(segment, key));
  const closest = same ?? closestOf(key, segments);
  const [message, breaking] =
    same === undefined
      ? ([noSegment(key, lacking.project, closest), 'service-limit'] as const)
      : ([t('The segment is called {0}, not {1}.', quoted(same), quoted(key)), 'toggle-vanishes'] as const);
  const consequence = featureProbeConsequence(breaking, message);
  // The fix is not certain, because the segment may still be created.
  const fixes = replacement(closest, false);
  return [{ code: 'unknown-segment', path: ['objects', index], message, consequence, fixes }];
}

function noSegment(key: string, project: string, closest: string | undefined): string {
  return closest === undefined
    ? t('The project {0} has no segment {1}.', project, quoted(key))
    : t('The project {0} has no segment {1}. Did you mean {2}?', project, quoted(key), quoted(closest));
}

/** Whether the service's database treats the keys as equal. The database ignores case, accents and trailing spaces. */
function isSameToTheService(a: string, b: string): boolean {
  return a.trimEnd().localeCompare(b.trimEnd(), 'en', { sensitivity: 'base' }) === 0;
}
