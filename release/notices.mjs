/** The third-party notices: name, version and license text of every package in the bundles. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from './bundled.mjs';

/** @param {readonly string[]} bundles */
export function notices(bundles) {
  const texts = bundledPackages(bundles).map(({ folder, name, version, license }) => {
    const file = readdirSync(folder).find((entry) => /^licen[sc]e/i.test(entry));
    const text = file === undefined ? license : readFileSync(join(folder, file), 'utf8');
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return `The bundles contain the following packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
