/** The entry point for VS Code: runs these suites with mocha (*.slow only with ALL_TESTS) and writes the results. */
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import { reported } from '../report.js';

export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', reporter: Mocha.reporters.Base, timeout: 60_000 });
  const ending = process.env['ALL_TESTS'] === undefined ? /\.test\.cjs$/ : /\.(?:test|slow)\.cjs$/;
  for (const file of readdirSync(__dirname).filter((name) => ending.test(name))) mocha.addFile(join(__dirname, file));
  const { SUITE_OUTPUT: output, TEST_RESULTS: results } = process.env;
  const say = (line: string) => (output === undefined ? console.log(line) : appendFileSync(output, `${line}\n`));
  const result = await reported(mocha, say);
  if (results !== undefined) writeFileSync(results, JSON.stringify(result));
  if (result.failed.length > 0) throw new Error(`${result.failed.length} failed`);
}
