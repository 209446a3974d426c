/** How suites inside VS Code report: each test as it ends, and at the end how many passed and which failed. */
import type Mocha from 'mocha';

export interface Result {
  readonly passed: number;
  /** The names of the tests, and why. */
  readonly failed: readonly string[];
}

/** @returns the result once all have run, of which there is at least one */
export function reported(
  mocha: { readonly run: (ended: (failures: number) => void) => Mocha.Runner },
  say: (line: string) => void,
): Promise<Result> {
  return new Promise((resolve) => {
    const failed: string[] = [];
    const runner = mocha.run(() => {
      const passed = runner.stats?.passes ?? 0;
      if (passed + failed.length === 0) failed.push('no test was run');
      say(`\n  ${passed} passed, ${failed.length} failed`);
      resolve({ passed, failed });
    });
    runner.on('suite', ({ title }) => say(`\n  ${title}`));
    runner.on('pass', ({ title, duration = 0 }) => say(`    ✔ ${title} (${duration} ms)`));
    runner.on('fail', (test, error: Error) => {
      failed.push(`${test.fullTitle()}: ${error.message}`);
      say(`    ✘ ${test.title}\n${error.stack ?? error.message}`);
    });
  });
}
