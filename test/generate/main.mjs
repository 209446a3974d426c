/** `npm run generate`: writes what follows from the checks. The lists come first, since the page runs the checks that they name. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { compileSchemas } from '../../schemas/compile.mjs';

const root = join(import.meta.dirname, '../..');

const { generatedLists } = await built('lists');
for (const [path, text] of await generatedLists(root)) write(path, text);
compileSchemas();
const { pages } = await built('page');
for (const [path, text] of pages(root)) write(path, text);

/** @param {string} name a file in this folder */
async function built(name) {
  const outfile = join(root, `dist/tools/generate-${name}.mjs`);
  const entryPoints = [join(import.meta.dirname, `${name}.ts`)];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  return import(pathToFileURL(outfile).href);
}

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  const file = join(root, path);
  if (readFileSync(file, 'utf8') === text) return;
  writeFileSync(file, text);
  console.log(`${path} is written anew.`);
}
