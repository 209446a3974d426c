/** URIs of files and folders in the form that editors use. */

/** The parent folder; a root is its own parent. */
export function folderOf(uri: string): string {
  return uri.slice(0, Math.max(rootOf(uri).length, uri.lastIndexOf('/')));
}

/** The URI itself, then each folder above it. */
export function* upwards(uri: string): Generator<string> {
  let at = uri;
  for (; at !== folderOf(at); at = folderOf(at)) yield at;
  yield at;
}

/** The root part of a URI, such as `file://`, `file:///C:`, `file://server/share` or `memfs:`. */
function rootOf(uri: string): string {
  return /^(?:file:\/\/(?:\/[a-z](?::|%3a)(?=\/|$)|[^/]+(?:\/[^/]+)?)|[^/]+:(?:\/\/[^/]*)?)/i.exec(uri)?.[0] ?? '';
}

export function nameOf(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return decoded(name) ?? name;
}

/** True for URIs of a disk or a virtual file system (`vscode-vfs://…`); false for unsaved documents (`untitled:…`). */
export function hasFolders(uri: string): boolean {
  return /^[^/]+:\//.test(uri);
}

/** Returns a URI to which a slash and a name can be appended; `file://` for the root. */
export function withoutSlashesAtTheEnd(uri: string): string {
  const start = /^[^/]+:(?:\/\/)?/.exec(uri)?.[0] ?? '';
  return start + uri.slice(start.length).replace(/(?<!\/)\/+$/, '');
}

/** Encodes a name as VS Code does, so that both use the same URI for a file. */
export function encodedName(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** @returns undefined if the URI has a stray % and therefore names no file on disk */
export function decoded(uri: string): string | undefined {
  try {
    return decodeURIComponent(uri);
  } catch {
    return undefined;
  }
}

/** The path from a folder to a URI below it, with `/` on all systems; undefined if the URI is not below the folder. */
export function pathBelow(folderUri: string, uri: string): string | undefined {
  const [folder, key] = [keyOf(withoutSlashesAtTheEnd(folderUri)), keyOf(uri)];
  return key.startsWith(`${folder}/`) ? `${key.slice(folder.length)}/` : undefined;
}

/** A key shared by all URIs of a file: editors differ in encoding, form of accents and case of drive letters. */
export function keyOf(uri: string): string {
  // A fast path for the many calls with plain URIs.
  const plain = /^[!-$&-~]*$/.test(uri) ? uri : (decoded(uri)?.normalize() ?? uri);
  return plain.replace(/^file:\/\/\/[A-Z]:/, (start) => start.toLowerCase());
}
