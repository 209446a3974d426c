/** Reads the list of bundled packages from esbuild's metafiles, so that the list cannot become outdated. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ folder: string, name: string, version: string, license: string }} Bundled
 * @param {readonly string[]} bundles file names in dist/ without extension
 * @returns {Bundled[]} the packages, sorted by folder
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
