/** Prints the comments below the given paths that a pattern of english.mjs finds, and what to write instead. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commentsOf, smellsOf } from './english.mjs';
import { productFiles, root } from './measures.mjs';

const places = process.argv.slice(2);
let found = 0;
for (const path of productFiles()) {
  if (places.length > 0 && !places.some((place) => path.startsWith(place))) continue;
  for (const { line, text } of commentsOf(readFileSync(join(root, path), 'utf8'))) {
    const smells = smellsOf(text);
    if (smells.length === 0) continue;
    found += 1;
    console.log(`${path}:${line}: ${text}\n    ${smells.join('; ')}`);
  }
}
console.log(`${found} comments`);
