/** The entry that VS Code calls: runs the suites beside this file with mocha, and writes the counts for test/run.mjs. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';

export function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', color: true, timeout: 60_000 });
  for (const file of readdirSync(__dirname).filter((name) => name.endsWith('.test.cjs')))
    mocha.addFile(join(__dirname, file));
  return new Promise((resolve, reject) => {
    const runner = mocha.run((failures) => {
      const passed = runner.stats?.passes ?? 0;
      const results = process.env['TEST_RESULTS'];
      if (results !== undefined) writeFileSync(results, JSON.stringify({ passed, failed: failures }));
      if (failures > 0) reject(new Error(`${failures} failed`));
      else if (passed === 0) reject(new Error('no test was run'));
      else resolve();
    });
  });
}
