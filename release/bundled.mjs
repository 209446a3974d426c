/** Which packages are inside the bundles: esbuild says so (metafile), so that no list can fall behind. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ folder: string, name: string, version: string, license: string }} Bundled
 * @param {readonly string[]} bundles names of files in dist/, without their ending
 * @returns {Bundled[]} by folder
 */
export function bundledPackages(bundles) {
  const inputs = bundles
    .map((name) => `dist/${name}.meta.json`)
    .flatMap((file) => Object.keys(JSON.parse(readFileSync(file, 'utf8')).inputs));
  const folders = new Set(inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []));
  return [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { folder, name, version, license };
  });
}
