/** What the server hands to SDKs, made of what the evaluator takes it for: plain data that an SDK reads. */
import { withRequired } from '../../server/src/core/analysis/required.js';
import type { Arrival } from '../../server/src/core/evaluation/environment.js';
import type { Condition, Segment, Serve, Toggle } from '../../server/src/core/evaluation/toggles.js';

export interface SdkData {
  readonly toggles: Readonly<Record<string, object>>;
  readonly segments: Readonly<Record<string, object>>;
}

/** A toggle with all that it requires, and segments, as far as they arrive. */
export function sdkDataOf({ toggle, environment }: Arrival, segmentKeys: readonly string[]): SdkData {
  const segments = segmentKeys.flatMap((key) => {
    const segment = environment.segment(key);
    return typeof segment === 'string' ? [] : [[key, segmentData(key, segment)] as const];
  });
  const toggles = withRequired(toggle, environment).map((each) => [each.key, toggleData(each)] as const);
  return { toggles: Object.fromEntries(toggles), segments: Object.fromEntries(segments) };
}

export function toggleData({ key, isEnabled, variations, prerequisites, rules, disabledServe, defaultServe }: Toggle) {
  return {
    key,
    enabled: isEnabled,
    version: 1,
    forClient: true,
    disabledServe: serveData(disabledServe),
    defaultServe: serveData(defaultServe),
    rules: rules.map(({ serve, conditions }) => ({
      serve: serveData(serve),
      conditions: conditions.map(conditionData),
    })),
    variations: variations.map(({ text }) => raw(text)),
    prerequisites: prerequisites.map(({ key: required, value }) => ({ key: required, value: raw(value.text) })),
  };
}

export function segmentData(key: string, segment: Segment) {
  return {
    uniqueId: key,
    version: 1,
    rules: segment.map((conditions) => ({ conditions: conditions.map(conditionData) })),
  };
}

function serveData(serve: Serve): object {
  if (serve === 'unknown') throw new Error('The toggle does not arrive.');
  return typeof serve === 'number' ? { select: serve } : { split: { distribution: serve.map((range) => [range]) } };
}

function conditionData({ type, subject, predicate, objects }: Condition): object {
  return { type, subject, predicate, objects };
}

const mark = '\u0001';

/** JSON text that is to stand as it is: `10.0` is not `10` to all SDKs. */
function raw(json: string): string {
  return mark + json + mark;
}

/** The JSON of such data. */
export function jsonOf(data: unknown): string {
  return JSON.stringify(data).replace(/"\\u0001((?:[^"\\]|\\.)*?)\\u0001"/g, (_, json: string) =>
    String(JSON.parse(`"${json}"`)),
  );
}
