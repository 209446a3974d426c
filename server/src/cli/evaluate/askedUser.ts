/** The user for whom a command evaluates toggles. Options override the user's fields from the users file. */
import { t } from '../../core/t.js';
import type { Profile, Users } from '../../core/evaluation/users.js';
import { userNamed } from '../../core/evaluation/users.js';
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import { instantOf } from '../../core/targeting/values/instant.js';
import type { OptionName, Values } from '../options.js';
import { Mistake } from '../options.js';
import { shownUri } from '../files/paths.js';

export interface AskedUser {
  /** The name of a user in the users file. */
  readonly user: string | undefined;
  readonly key: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
  /** The segments that contain the user; undefined if unknown. */
  readonly segments: readonly string[] | undefined;
  /** The time of the evaluation in Unix seconds; the current time if undefined. */
  readonly now: number | undefined;
}

export const userOptions = ['user', 'key', 'attribute', 'segment', 'now'] as const satisfies readonly OptionName[];

/** @throws Mistake if an option has an invalid value */
export function askedUser({ user, key, attribute = [], segment, now }: Values): AskedUser {
  const attributes = new Map(attribute.map(attributeIn));
  return { user, key, attributes, segments: segment, now: now === undefined ? undefined : secondsOf(now) };
}

function attributeIn(text: string): readonly [string, string] {
  const [, name, value = ''] = /^([^=]+)=([^]*)$/.exec(text) ?? [];
  if (name !== undefined) return [name, value];
  throw new Mistake(t('--attribute needs a name and a value, {0}, not {1}.', 'city=Paris', text));
}

function secondsOf(now: string): number {
  if (/^\d{1,12}$/.test(now)) return Number(now);
  const instant = instantOf(now);
  if (instant !== undefined) return Math.floor(instant / 1_000);
  const words = t('--now must be Unix seconds, or a date and time such as {0}, not {1}.', '2026-12-01T00:00:00Z', now);
  throw new Mistake(words);
}

export function profileOf({ key, attributes, segments }: AskedUser, written: Profile | undefined): Profile {
  return {
    key: key ?? written?.key,
    attributes: new Map([...(written?.attributes ?? []), ...attributes]),
    segments: segments ?? written?.segments,
  };
}

export function writtenUser(
  name: string,
  users: Users & { readonly uri: string } & Partial<Unreadable>,
  folder: string,
): Profile | string {
  const shown = JSON.stringify(shownUri(users.uri, folder));
  if (users.unreadable !== undefined) return t('{0} cannot be read ({1}).', shown, users.unreadable);
  return userNamed(users, name) ?? t('{0} has no user {1}.', shown, JSON.stringify(name));
}
