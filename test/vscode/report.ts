/** Reports the suites inside VS Code: each test as it ends, then how many passed and which failed. */
import type Mocha from 'mocha';

export interface Result {
  readonly passed: number;
  readonly failed: readonly string[];
}

/** @returns the result of all tests, which has a failure if none was run */
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
