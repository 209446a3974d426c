/** Describes files that are served differently from their text, or not at all. */
import { t } from '../../core/t.js';
import { listOf, listOfFirst } from '../../core/targeting/joined.js';
import type { LocalEnvironment, LocalToggle } from '../../workspace/local/localEnvironment.js';
import { shownUri } from '../files/paths.js';

/** @returns a sentence about fields whose values were assumed, if any */
export function assumptions({ toggles }: Pick<LocalEnvironment, 'toggles'>): readonly string[] {
  const all = Array.from(toggles).filter(({ served, assumed }) => served !== undefined && assumed.length > 0);
  const words = all.map(({ toggle, assumed }) => t('{0} ({1})', toggle, listOf(assumed)));
  return words.length === 0 ? [] : [t('Assumed for fields not in the file: {0}', listOfFirst(words))];
}

/** @returns for example `dev/checkout.targeting.json:3: why`; undefined if the file is served unchanged */
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
