/** Parses targeting.users.json. */
import type { Unreadable } from '../core/checks/text/unreadable.js';
import { MAX_BESIDE_BYTES, tooLarge } from '../core/checks/text/unreadable.js';
import type { Users } from '../core/evaluation/users.js';
import { noUsers, usersIn } from '../core/evaluation/users.js';
import { parse } from '../core/json/document.js';

/** `unreadable`: the reason why the file could not be read. */
export type UsersFile = Users & { readonly uri: string } & Partial<Unreadable>;

export function usersOf(text: string | Unreadable): Users & Partial<Unreadable> {
  if (typeof text !== 'string') return { ...noUsers, areAll: false, ...text };
  return text.length > MAX_BESIDE_BYTES
    ? { ...noUsers, areAll: false, ...tooLarge(MAX_BESIDE_BYTES) }
    : usersIn(parse(text));
}
