/** The contents of the packages: the extension for the editor; the language server and the command line for npm. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { notices } from './notices.mjs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const shared = ['CHANGELOG.md', 'LICENSE', 'client/skills'];
const translations = 'l10n/bundle.l10n.zh-cn.json';

/** The properties of package.json that only development needs. */
const ofDevelopers = ['scripts', 'devDependencies', 'overrides', 'private'];
/** The properties of package.json that only editors read. */
const ofEditors = [
  'main',
  'browser',
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
 * @property {string} folder the folder in which the package is assembled
 * @property {readonly string[]} bundles
 * @property {readonly string[]} files the files and folders to copy unchanged
 * @property {() => Record<string, Buffer | string>} made returns the content of the generated files, by path
 * @property {Record<string, any>} manifest
 * @property {string} readme
 */

/** @type {{ extension: Package, npm: Package }} */
export const packages = {
  extension: {
    folder: 'dist/extension',
    bundles: ['client', 'server', 'serve', 'undici'],
    files: [
      ...shared,
      'package.nls.json',
      'package.nls.zh-cn.json',
      'schemas/any.schema.json',
      'schemas/comparison.tmLanguage.json',
      ...['config', 'users', 'tests'].flatMap((name) => [
        `schemas/${name}.schema.json`,
        `schemas/generated/${name}.schema.zh-cn.json`,
      ]),
      'icons',
      'icon.png',
    ],
    made: () => ({ ...walkthroughPictures(), [translations]: withoutCommandLine(readFileSync(translations, 'utf8')) }),
    manifest: JSON.parse(
      JSON.stringify(without(manifest, [...ofDevelopers, 'bin'])).replaceAll(/(walkthrough\/[\w-]+)\.png/g, '$1.webp'),
    ),
    readme: readFileSync('README.md', 'utf8'),
  },
  npm: {
    folder: 'dist/npm',
    bundles: ['server', 'cli', 'commands', 'undici', 'serve'],
    files: [
      ...[...shared, translations],
      ...['targeting', 'config', 'users', 'tests'].map((name) => `schemas/${name}.schema.json`),
    ],
    made: () => ({}),
    manifest: { ...without(manifest, [...ofDevelopers, ...ofEditors]), engines: { node: manifest.engines.node } },
    readme: readFileSync('docs/command-line.md', 'utf8'),
  },
};

/** @param {Package} assembled */
export function assemble({ folder, bundles, files, made, manifest: own, readme }) {
  rmSync(folder, { recursive: true, force: true });
  for (const path of [...files, ...bundles.map((name) => `dist/${name}.js`)]) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    cpSync(path, join(folder, path), { recursive: true });
  }
  for (const [path, content] of Object.entries(made())) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, undefined, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), readme);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices(bundles));
}

/**
 * Converts an image to lossless WebP, which is a fifth smaller than PNG and which every version of VS Code can show.
 * @param {Buffer} png
 */
function asWebp(png) {
  return new Transformer(png).webpLosslessSync();
}

function walkthroughPictures() {
  const names = readdirSync('walkthrough').map((name) => name.replace(/\.png$/, ''));
  return Object.fromEntries(
    names.map((name) => [`walkthrough/${name}.webp`, asWebp(readFileSync(`walkthrough/${name}.png`))]),
  );
}

/**
 * Removes the translations that only the command line uses, because the extension does not include the command line.
 * @param {string} bundle
 */
function withoutCommandLine(bundle) {
  const sources = ['client/src', 'server/src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.ts')),
  );
  const read = (/** @type {readonly string[]} */ paths) => paths.map((path) => readFileSync(path, 'utf8')).join('\n');
  const isOfCommandLine = (/** @type {string} */ path) => path.startsWith('server/src/cli/');
  const [own, others] = [read(sources.filter(isOfCommandLine)), read(sources.filter((path) => !isOfCommandLine(path)))];
  const says = (/** @type {string} */ source, /** @type {string} */ text) =>
    [`'${text.replaceAll("'", "\\'")}'`, `"${text}"`, `\`${text}\``].some((literal) => source.includes(literal));
  const kept = Object.entries(JSON.parse(bundle)).filter(([text]) => !says(own, text) || says(others, text));
  return JSON.stringify(Object.fromEntries(kept));
}

/**
 * @param {object} object
 * @param {readonly string[]} keys
 */
function without(object, keys) {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
