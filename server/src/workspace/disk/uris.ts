/** URIs of files and folders, as editors write them. */

/** A root is in itself. */
export function folderOf(uri: string): string {
  return uri.slice(0, Math.max(rootOf(uri).length, uri.lastIndexOf('/')));
}

/** A file or folder, and each folder above it. */
export function* upwards(uri: string): Generator<string> {
  let at = uri;
  for (; at !== folderOf(at); at = folderOf(at)) yield at;
  yield at;
}

/** The part of a URI that is above everything, as `file://`, `file:///C:`, `file://server/share` and `memfs:`. */
function rootOf(uri: string): string {
  return /^(?:file:\/\/(?:\/[a-z](?::|%3a)(?=\/|$)|[^/]+(?:\/[^/]+)?)|[^/]+:(?:\/\/[^/]*)?)/i.exec(uri)?.[0] ?? '';
}

/** The last name of a path, as people read it. */
export function nameOf(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return decoded(name) ?? name;
}

/** Of a disk, or of what an editor has in place of one (`vscode-vfs://…`); not of one that has never been saved (`untitled:…`). */
export function hasFolders(uri: string): boolean {
  return /^[^/]+:\//.test(uri);
}

/** Such a URI, a slash and a name are the URI of what is in a folder: that of the root is `file://`. */
export function withoutSlashesAtTheEnd(uri: string): string {
  const start = /^[^/]+:(?:\/\/)?/.exec(uri)?.[0] ?? '';
  return start + uri.slice(start.length).replace(/(?<!\/)\/+$/, '');
}

/** As VS Code writes the names of a path, so that a file is called the same by both. */
export function encodedName(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Undefined where someone else has made a URI with a stray %, which names nothing on disk. */
export function decoded(uri: string): string | undefined {
  try {
    return decodeURIComponent(uri);
  } catch {
    return undefined;
  }
}

/** Whether a file or folder is in a folder, however deep; the path is then what leads there, with `/` on either side. */
export function pathBelow(folderUri: string, uri: string): string | undefined {
  const [folder, key] = [keyOf(withoutSlashesAtTheEnd(folderUri)), keyOf(uri)];
  return key.startsWith(`${folder}/`) ? `${key.slice(folder.length)}/` : undefined;
}

/** One for all URIs of a file: editors differ in what they encode, in how they spell accents, and in the case of a drive. */
export function keyOf(uri: string): string {
  // Most have nothing to decode, and each is asked for very often.
  const plain = /^[!-$&-~]*$/.test(uri) ? uri : (decoded(uri)?.normalize() ?? uri);
  return plain.replace(/^file:\/\/\/[A-Z]:/, (start) => start.toLowerCase());
}
