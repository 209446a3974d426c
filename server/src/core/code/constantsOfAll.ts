/** Constants that code of another file passes: a name says which one it is where it is the only one of that name. */
import { accessors } from './keys.js';
import { keyNames } from './calls.js';
import type { CodeFinding } from './places.js';

interface FileOfCode {
  readonly uri: string;
  readonly findings: readonly CodeFinding[];
}

interface Defined {
  readonly key: string;
  /** What may stand before its name, in small letters: a type, a module, a package. */
  readonly owners: ReadonlySet<string>;
}

/** Calls whose key could not be read become calls of that key, of which we are not certain. @param files all of a codebase */
export function withConstants<File extends FileOfCode>(files: readonly File[]): readonly File[] {
  const constants = new Map<string, Defined[]>();
  for (const { uri, findings } of files) {
    const found = findings.filter((finding) => finding.kind === 'constant');
    // All constants of a file have the same names around them.
    const owners = new Set([...(found[0]?.declared ?? []), ...modulesOf(uri)].map((owner) => owner.toLowerCase()));
    for (const { key, name } of found) {
      const defined = constants.get(name) ?? [];
      constants.set(name, defined);
      defined.push({ key, owners });
    }
  }
  const resolved = (finding: CodeFinding): CodeFinding => {
    if (finding.kind !== 'unreadable' || finding.name === undefined) return finding;
    const key = keyOf(finding.name, constants);
    return key === undefined ? finding : { ...finding, kind: 'call', key, constant: finding.name, isCertain: false };
  };
  return files.map((file) => ({ ...file, findings: file.findings.map(resolved) }));
}

/** @param name as it is passed: `NEW_UI`, `Flags.NEW_UI`, `Flags.NEW_UI.getKey` */
function keyOf(name: string, constants: ReadonlyMap<string, readonly Defined[]>): string | undefined {
  const names = name.split('.');
  const isAccessed = names.length > 1 && accessors.has(names.at(-1) ?? '') && !constants.has(names.at(-1) ?? '');
  const chain = isAccessed ? names.slice(0, -1) : names;
  const [last = '', qualifier] = chain.toReversed();
  const [only, another] = constants.get(last) ?? [];
  if (only === undefined || another !== undefined) return undefined;
  // Parameters of an application's own functions are called so.
  if (qualifier === undefined) return keyNames.has(last) ? undefined : only.key;
  return only.owners.has(qualifier.toLowerCase()) ? only.key : undefined;
}

/** The names of the file and its folder. */
function modulesOf(uri: string): readonly string[] {
  const [file = '', folder = ''] = uri.split('/').toReversed();
  return [file.split('.', 1)[0] ?? '', folder];
}
