/**
 * Writes THIRD-PARTY-NOTICES.txt: name, version and licence text of every package that is inside the bundles. esbuild
 * says which those are (metafile); run by `npm run package`, so that the list cannot fall behind.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const inputs = ['server', 'client', 'cli']
  .map((name) => `dist/${name}.meta.json`)
  .flatMap((file) => Object.keys(JSON.parse(readFileSync(file, 'utf8')).inputs));
const folders = new Set(inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []));
const notices = [...folders].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[sc]e/i.test(entry));
  const text =
    file !== undefined && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : license;
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
});
writeFileSync(
  'THIRD-PARTY-NOTICES.txt',
  `The bundles contain the following packages.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`,
);
console.log(`THIRD-PARTY-NOTICES.txt: ${notices.length} packages`);
