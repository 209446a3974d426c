/**
 * Contents that the open-source server accepts but cannot store, and answers with a bare 500. Lengths are those of the
 * database's columns, in code points or in bytes of UTF-8. Apart from checks.ts, because a request for approval meets
 * these limits only when it is published.
 */
import { unforeseen, type Failure } from './errors.js';
import type { Content, Prerequisite } from './grammar.js';

const maximum = { commentCharacters: 1024, nameCharacters: 128, keyCharacters: 128, valueBytes: 65_535 };

export function findStorageProblem(content: Content, comment: string): Failure | undefined {
  const { rules = [], variations = [] } = content;
  const storable =
    isStorableComment(comment) &&
    rules.every(({ conditions }) => conditions !== undefined) &&
    variations.every(({ name = '', value = '' }) => {
      return characters(name) <= maximum.nameCharacters && Buffer.byteLength(value) <= maximum.valueBytes;
    });
  return storable ? undefined : unforeseen();
}

/** For the prerequisites of a PATCH; those already stored were storable once. */
export function arePrerequisitesStorable(prerequisites: readonly Prerequisite[]): boolean {
  return prerequisites.every(({ key, value }) => {
    if (key === undefined || value === undefined) return false;
    return characters(key) <= maximum.keyCharacters && Buffer.byteLength(value) <= maximum.valueBytes;
  });
}

export function isStorableComment(comment: string): boolean {
  return characters(comment) <= maximum.commentCharacters;
}

function characters(text: string): number {
  return Array.from(text).length;
}
