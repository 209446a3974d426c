/** A folder on disk for one test. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Folder {
  readonly uri: (path: string) => string;
  readonly write: (path: string, text: string) => void;
  readonly remove: (path: string) => void;
  readonly dispose: () => void;
}

export function temporaryFolder(): Folder {
  // The name has characters that a URI must encode.
  const folder = mkdtempSync(join(tmpdir(), 'toggle targeting ü%#'));
  return {
    uri: (path) => pathToFileURL(join(folder, path)).href,
    write: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    remove: (path) => rmSync(join(folder, path), { recursive: true }),
    dispose: () => rmSync(folder, { recursive: true }),
  };
}
