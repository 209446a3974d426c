/** Finds the user, variation or rule that is named at a place in a test file, for hover and definition. */
import type { RelatedFiles } from '../../checks/beside/filesBeside.js';
import type { NamedInTests } from '../../evaluation/cases.js';
import { namedInTests } from '../../evaluation/cases.js';
import type { NamedUser } from '../../evaluation/users.js';
import { userNamed } from '../../evaluation/users.js';
import type { Place } from '../../json/queries.js';
import { nodeAt, placeAt } from '../../json/queries.js';
import type { OpenDocument } from '../openDocument.js';

export type Named =
  | { readonly kind: 'user'; readonly user: NamedUser; readonly uri: string }
  /** `index` is the index in the targeting file under test. */
  | { readonly kind: 'variation' | 'rule'; readonly index: number; readonly uri: string };

export function namedAt(
  { kind, json }: OpenDocument,
  offset: number,
  beside: RelatedFiles,
): (Named & Pick<Place, 'span'>) | undefined {
  const { path, at, span } = placeAt(json, offset);
  if (kind !== 'tests' || at !== 'value') return undefined;
  const name = nodeAt(json, path)?.value;
  const found = testsNaming(namedInTests(path), name, beside);
  return found && { ...found, span };
}

function testsNaming(
  kind: NamedInTests | undefined,
  name: unknown,
  { users, tested }: RelatedFiles,
): Named | undefined {
  if (kind === 'user') {
    const user = users !== undefined && typeof name === 'string' ? userNamed(users, name) : undefined;
    return user && users?.uri !== undefined ? { kind, user, uri: users.uri } : undefined;
  }
  if ((kind !== 'variation' && kind !== 'rule') || !tested) return undefined;
  const list = (kind === 'variation' ? tested.targeting.variations : tested.targeting.rules) ?? [];
  const index = typeof name === 'number' ? name : list.findIndex((each) => each.name?.text === name);
  return list[index] === undefined ? undefined : { kind, index, uri: tested.uri };
}
