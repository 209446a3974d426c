/** The least that a check of a folder can cost: reads and parses its JSON files and, with `--validate`, validates them by our schema. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '', option] = process.argv.slice(2);
const start = performance.now();
const schema = '../../schemas/generated/targeting.mjs';
const isValid = option === '--validate' ? (await import(schema)).validateTargeting : () => true;
for (const name of readdirSync(folder).filter((each) => each.endsWith('.json')))
  if (!isValid(JSON.parse(readFileSync(join(folder, name), 'utf8')))) process.exitCode = 1;
console.log(JSON.stringify({ ms: performance.now() - start }));
