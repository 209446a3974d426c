/** What is published: for the editor the extension, for npm the language server and the command line. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { notices } from './notices.mjs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const shared = ['CHANGELOG.md', 'LICENSE', 'l10n/bundle.l10n.zh-cn.json'];

/** What package.json says for those who build, and nobody who installs needs. */
const ofDevelopers = ['scripts', 'devDependencies', 'overrides', 'private'];
/** What it says to an editor. */
const ofEditors = [
  'main',
  'l10n',
  'icon',
  'galleryBanner',
  'categories',
  'activationEvents',
  'capabilities',
  'contributes',
];

/**
 * @typedef {object} Package
 * @property {string} folder that it is put together in
 * @property {readonly string[]} bundles
 * @property {readonly string[]} files and folders, copied as they are
 * @property {Record<string, any>} manifest
 * @property {string} readme
 */

/** @type {{ extension: Package, npm: Package }} */
export const packages = {
  extension: {
    folder: 'dist/extension',
    bundles: ['client', 'server'],
    files: [
      ...shared,
      'package.nls.json',
      'package.nls.zh-cn.json',
      'schemas/any.schema.json',
      ...['config', 'users', 'tests'].flatMap((name) => [
        `schemas/${name}.schema.json`,
        `schemas/generated/${name}.schema.zh-cn.json`,
      ]),
      'walkthrough',
      'icons',
      'icon.png',
    ],
    manifest: without(manifest, [...ofDevelopers, 'bin']),
    readme: withPictures(readFileSync('README.md', 'utf8')),
  },
  npm: {
    folder: 'dist/npm',
    bundles: ['server', 'cli'],
    files: [...shared, ...['targeting', 'config', 'users', 'tests'].map((name) => `schemas/${name}.schema.json`)],
    manifest: { ...without(manifest, [...ofDevelopers, ...ofEditors]), engines: { node: manifest.engines.node } },
    readme: readFileSync('docs/command-line.md', 'utf8'),
  },
};

/**
 * Puts a package together, and nothing else into its folder.
 * @param {Package} assembled
 */
export function assemble({ folder, bundles, files, manifest: own, readme }) {
  rmSync(folder, { recursive: true, force: true });
  for (const path of [...files, ...bundles.map((name) => `dist/${name}.js`)]) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    cpSync(path, join(folder, path), { recursive: true });
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, undefined, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), readme);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices(bundles));
}

/**
 * The Extensions view shows no picture that is a file, and has no network everywhere: pictures go into the page itself.
 * @param {string} readme
 */
function withPictures(readme) {
  return readme.replaceAll(
    /(!\[[^\]]*\]\()(?!https?:)([^)]+)\)/g,
    (_, start, path) => `${start}${asData(readFileSync(path))})`,
  );
}

/**
 * A still picture is a fifth smaller as WebP, which every VS Code shows; one that moves stays as it is.
 * @param {Buffer} png
 */
function asData(png) {
  if (png.includes('acTL')) return `data:image/png;base64,${png.toString('base64')}`;
  return `data:image/webp;base64,${new Transformer(png).webpLosslessSync().toString('base64')}`;
}

/**
 * @param {object} object
 * @param {readonly string[]} keys
 */
function without(object, keys) {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
