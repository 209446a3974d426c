/** The entry that VS Code calls: runs the suites beside this file with mocha (*.slow only with ALL_TESTS), and writes for test/run.mjs what passed and failed. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';

export function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', color: true, timeout: 60_000 });
  const ending = process.env['ALL_TESTS'] === undefined ? /\.test\.cjs$/ : /\.(?:test|slow)\.cjs$/;
  for (const file of readdirSync(__dirname).filter((name) => ending.test(name))) mocha.addFile(join(__dirname, file));
  return new Promise((resolve, reject) => {
    const failed: string[] = [];
    const runner = mocha.run(() => {
      const passed = runner.stats?.passes ?? 0;
      const results = process.env['TEST_RESULTS'];
      if (results !== undefined) writeFileSync(results, JSON.stringify({ passed, failed }));
      if (failed.length > 0) reject(new Error(`${failed.length} failed`));
      else if (passed === 0) reject(new Error('no test was run'));
      else resolve();
    });
    runner.on('fail', (test, error: unknown) => failed.push(`${test.fullTitle()}: ${String(error)}`));
  });
}
