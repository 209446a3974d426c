/** Collects the attributes that the conditions of several targeting files use. */
import type { ToggleFile } from './toggles.js';

export interface UsedAttributes {
  readonly attributes: ReadonlyMap<string, AskedAttribute>;
  /** Whether conditions may use further attributes, in segments or in rules that only the service has. */
  readonly more: boolean;
}

export interface AskedAttribute {
  /** Up to `MAX_OBJECTS` objects that conditions compare the attribute with. */
  readonly objects: ReadonlySet<string>;
  readonly files: ReadonlySet<ToggleFile>;
}

export function askedBy(files: Iterable<ToggleFile>): UsedAttributes {
  const attributes = new Map<string, { readonly objects: Set<string>; readonly files: Set<ToggleFile> }>();
  let more = false;
  for (const file of files) {
    const { subjects, more: hasMore } = file.targeting.asks;
    more ||= hasMore || !file.targeting.isComplete;
    for (const { subject, objects } of subjects) {
      const known = attributes.get(subject) ?? { objects: new Set(), files: new Set() };
      attributes.set(subject, known);
      known.files.add(file);
      for (const object of objects) if (known.objects.size < MAX_OBJECTS) known.objects.add(object);
    }
  }
  return { attributes, more };
}

/** @param usersOf returns the URI of the users file for a targeting file; '' if the targeting file has no users file */
export function askedByUsersFile(
  files: Iterable<ToggleFile>,
  usersOf: (uri: string) => string,
): ReadonlyMap<string, UsedAttributes> {
  const byUsers = new Map<string, ToggleFile[]>();
  for (const file of files) {
    const users = usersOf(file.uri);
    const those = byUsers.get(users) ?? [];
    byUsers.set(users, those);
    those.push(file);
  }
  return new Map(Array.from(byUsers, ([uri, those]) => [uri, askedBy(those)]));
}

const MAX_OBJECTS = 100;
