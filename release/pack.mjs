/** `npm run package`: builds and packs the extension (.vsix) and the npm package (.tgz), with bills of materials. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { assemble, packages } from './contents.mjs';
import { sbom } from './sbom.mjs';

/** A version with an odd minor number is a pre-release, as VS Code's documentation on publishing recommends. */
export function isPreRelease(/** @type {string} */ version) {
  return Number(version.split('.')[1]) % 2 === 1;
}

/** @returns {Promise<{ vsix: string, tarball: string, boms: readonly string[] }>} the paths of the packed files */
export async function pack() {
  execFileSync(process.execPath, ['esbuild.mjs', '--production'], { stdio: 'inherit' });
  const boms = Object.entries(packages).map(([kind, each]) => {
    assemble(each);
    const path = `dist/toggle-targeting-${kind}.cdx.json`;
    writeFileSync(path, `${JSON.stringify(sbom(each.manifest, each.bundles), undefined, 2)}\n`);
    return path;
  });
  const { extension, npm } = packages;
  const vsix = resolve('dist', `toggle-targeting-${extension.manifest.version}.vsix`);
  await createVSIX({
    cwd: resolve(extension.folder),
    packagePath: vsix,
    dependencies: false,
    preRelease: isPreRelease(extension.manifest.version),
    // Links and images point to the repository at this version, because marketplaces show no images from the package.
    baseContentUrl: `${repository(extension.manifest)}/blob/v${extension.manifest.version}`,
    baseImagesUrl: `${repository(extension.manifest)}/raw/v${extension.manifest.version}`,
  });
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', resolve('dist')], {
    cwd: npm.folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [{ filename }] = JSON.parse(packed);
  return { vsix, tarball: join(resolve('dist'), filename), boms };
}

/** @param {{ repository: { url: string } }} manifest */
function repository({ repository: { url } }) {
  return url.replace(/\.git$/, '');
}

if (process.argv[1] === import.meta.filename)
  console.log(
    Object.values(await pack())
      .flat()
      .join('\n'),
  );
