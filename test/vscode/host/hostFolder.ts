/**
 * Where this folder is. The code here runs as a bundle in dist/tools, so `import.meta.url` is not an answer: the project
 * is the nearest folder above that carries its manifest. Reads nothing but manifests.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export function hostFolder(): string {
  return join(projectFolder(), 'test', 'vscode', 'host');
}

function projectFolder(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    if (nameIn(join(folder, 'package.json')) === 'toggle-targeting') return folder;
    if (dirname(folder) === folder) throw new Error(`No folder above ${start} is the toggle-targeting project.`);
  }
}

function nameIn(manifest: string): unknown {
  if (!existsSync(manifest)) return undefined;
  const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return typeof content === 'object' && content !== null && 'name' in content ? content.name : undefined;
}
