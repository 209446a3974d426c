/** Adapts a `LocalEnvironment` to the interface of the server for local applications (serve/contract.ts). */
import { t } from '../../core/t.js';
import { User } from '../../core/evaluation/user.js';
import { listOf } from '../../core/targeting/joined.js';
import type { LocalEnvironment } from './localEnvironment.js';

/** @param time Unix seconds */
export function localSource(files: LocalEnvironment, time: () => number) {
  return {
    repository: () => files.repository,
    evaluatedFor: (user: { readonly key: string | undefined; readonly attributes: ReadonlyMap<string, string> }) =>
      files.evaluatedFor(new User(user.key, user.attributes, time())),
    toggles: () => new Set(Array.from(files.toggles, ({ toggle }) => toggle)),
  };
}

/** @returns a sentence for each kind of missing or broken data, not including the `trouble` of single toggles */
export function notesOf(files: LocalEnvironment): readonly string[] {
  return [
    ...noteOf(files.missingToggles, (keys) => t('Required toggles without a file, treated as missing: {0}', keys)),
    ...noteOf(files.undefinedSegments, (keys) => t('Segments without a definition, treated as empty: {0}', keys)),
    ...noteOf(files.brokenSegments, (keys) => t('Segments that cannot be read, treated as empty: {0}', keys)),
  ];
}

function noteOf(keys: readonly string[], note: (keys: string) => string): readonly string[] {
  return keys.length === 0 ? [] : [note(listOf(keys))];
}
