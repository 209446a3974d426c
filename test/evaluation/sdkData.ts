/** Data that the server sends to SDKs, made from what the evaluator reads. */
import { withRequired } from '../../server/src/core/analysis/dead/required.js';
import type { ReceivedToggle } from '../../server/src/core/evaluation/environment.js';
import { repositoryJson, segmentJson, toggleJson } from '../../server/src/core/evaluation/sdks/sdkData.js';

export interface SdkData {
  readonly toggles: Readonly<Record<string, string>>;
  readonly segments: Readonly<Record<string, string>>;
}

/** A toggle with all toggles that it requires, and segments, if they arrive. */
export function sdkDataOf({ toggle, environment }: ReceivedToggle, segmentKeys: readonly string[]): SdkData {
  const segments = segmentKeys.flatMap((key) => {
    const segment = environment.segment(key);
    return typeof segment === 'string' ? [] : [[key, segmentJson(key, segment)] as const];
  });
  const toggles = withRequired(toggle, environment).map((each) => [each.key, toggleJson(each)] as const);
  return { toggles: Object.fromEntries(toggles), segments: Object.fromEntries(segments) };
}

export function jsonOf({ toggles, segments }: SdkData): string {
  return repositoryJson(Object.entries(toggles), Object.entries(segments), 1);
}
