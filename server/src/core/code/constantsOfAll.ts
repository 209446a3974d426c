/** Constants that code of another file passes: a name says which one it is where it is the only one of that name. */
import { withoutAccessor } from './keys.js';
import { keyNames } from './calls.js';
import type { CodeFinding } from './places.js';

interface FileOfCode {
  readonly uri: string;
  readonly findings: readonly CodeFinding[];
}

interface Defined {
  readonly key: string;
  readonly uri: string;
  /** What may stand before its name, in small letters: a type, a module, a package. */
  readonly owners: ReadonlySet<string>;
}

/** Calls whose key could not be read become calls of that key, of which we are not certain. @param files all of a codebase */
export function withConstants<File extends FileOfCode>(files: readonly File[]): readonly File[] {
  const constants = new Map<string, Defined[]>();
  for (const { uri, findings } of files) {
    for (const { key, name, owners } of findings.filter((finding) => finding.kind === 'constant')) {
      const all = [...owners, ...modulesOf(uri)].map((owner) => owner.toLowerCase());
      constants.set(name, [...(constants.get(name)?.slice(0, 1) ?? []), { key, uri, owners: new Set(all) }]);
    }
  }
  const resolved = (finding: CodeFinding, uri: string): CodeFinding => {
    if (finding.kind !== 'unreadable' || finding.name === undefined || !finding.isFree) return finding;
    const key = keyOf(finding.name, constants, uri);
    return key === undefined ? finding : { ...finding, kind: 'call', key, constant: finding.name, isCertain: false };
  };
  return files.map((file) => ({ ...file, findings: file.findings.map((finding) => resolved(finding, file.uri)) }));
}

/** @param name as it is passed: `NEW_UI`, `Flags.NEW_UI`, `Flags.NEW_UI.getKey` */
function keyOf(name: string, constants: ReadonlyMap<string, readonly Defined[]>, uri: string): string | undefined {
  const [last = '', qualifier] = withoutAccessor(name.split('.'), constants).toReversed();
  const [only, another] = constants.get(last) ?? [];
  // One of the same file would have been read there.
  if (only === undefined || another !== undefined || only.uri === uri) return undefined;
  // Parameters of an application's own functions are called so.
  if (qualifier === undefined) return keyNames.has(last) ? undefined : only.key;
  return only.owners.has(qualifier.toLowerCase()) ? only.key : undefined;
}

/** The names of the file and its folder. */
function modulesOf(uri: string): readonly string[] {
  const [file = '', folder = ''] = uri.split('/').toReversed();
  return [file.split('.', 1)[0] ?? '', folder];
}
