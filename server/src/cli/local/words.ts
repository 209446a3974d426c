/** What is said of an environment of files that is not as they say. */
import { t } from '@vscode/l10n';
import { listOf } from '../../core/targeting/joined.js';
import type { LocalEnvironment, LocalToggle } from '../../workspace/localEnvironment.js';
import { shownUri } from '../paths.js';

/** So many are named. */
const MAX_NAMED = 10;

/** Undefined where none is inferred. */
export function inferredTypes({ toggles }: Pick<LocalEnvironment, 'toggles'>): string | undefined {
  const inferred = Array.from(toggles).filter(({ isTypeInferred, served }) => isTypeInferred && served !== undefined);
  const keys = inferred.map(({ toggle, returnType }) => `${toggle} (${returnType ?? ''})`);
  if (keys.length === 0) return undefined;
  if (keys.length === 1) return t('One type is inferred from values: {0}.', listOf(keys));
  return t('{0} types are inferred from values: {1}.', keys.length, shortList(keys));
}

export function shortList(words: readonly string[]): string {
  const named = listOf(words.slice(0, MAX_NAMED));
  const more = words.length - MAX_NAMED;
  return more > 0 ? t('{0} and {1} more', named, more) : named;
}

/** `dev/checkout.targeting.json:3: why`; undefined where its file is served as it stands. */
export function troubleOf({ uri, trouble }: LocalToggle, folder: string): string | undefined {
  if (trouble === undefined) return undefined;
  const path = shownUri(uri, folder);
  const place = trouble.line === undefined ? path : `${path}:${trouble.line + 1}`;
  return t('{0}: {1}', place, trouble.words);
}

export function notAListOfUsers(uri: string, folder: string): string {
  const path = JSON.stringify(shownUri(uri, folder));
  return t('{0} is not a valid list of users, so some may be missing.', path);
}
