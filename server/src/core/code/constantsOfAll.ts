/** Resolves constants of other files. A name is resolved if exactly one constant in all files has this name. */
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
  /** Lowercase names that may qualify the constant: a type, a module or a package. */
  readonly owners: ReadonlySet<string>;
}

/** Turns calls with unreadable keys into uncertain calls if the key is a constant that another file defines. */
export function resolveConstants<File extends FileOfCode>(files: readonly File[]): readonly File[] {
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

/** @param name the name as written: `NEW_UI`, `Flags.NEW_UI`, `Flags.NEW_UI.getKey` */
function keyOf(name: string, constants: ReadonlyMap<string, readonly Defined[]>, uri: string): string | undefined {
  const [last = '', qualifier] = withoutAccessor(name.split('.'), constants).toReversed();
  const [only, another] = constants.get(last) ?? [];
  // If the constant were in the same file, the call would already have its key.
  if (only === undefined || another !== undefined || only.uri === uri) return undefined;
  // An unqualified name such as `key` is usually a parameter of one of the application's own functions.
  if (qualifier === undefined) return keyNames.has(last) ? undefined : only.key;
  return only.owners.has(qualifier.toLowerCase()) ? only.key : undefined;
}

function modulesOf(uri: string): readonly string[] {
  const [file = '', folder = ''] = uri.split('/').toReversed();
  return [file.split('.', 1)[0] ?? '', folder];
}
