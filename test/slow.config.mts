import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests that try a share of their cases in `npm test`. */
const withRounds = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (name) =>
    name.endsWith('.test.ts') && readFileSync(join(import.meta.dirname, name), 'utf8').includes('support/rounds.js'),
);

/**
 * All that `npm test` has no time for: what judges by time or memory, one file at a time, so that each is compared with nothing but what it
 * measures itself; and all random cases. The time limits only stop what hangs.
 */
export default defineConfig({
  cacheDir: '../node_modules/.vite',
  test: {
    root: import.meta.dirname,
    include: ['**/*.slow.ts', ...withRounds],
    // Without clones of other people's code, there is nothing that it could read.
    exclude: ['vscode/**', ...(process.env['FOREIGN_REPOSITORIES'] === undefined ? ['code/foreign.slow.ts'] : [])],
    env: { ROUNDS: '1' },
    fileParallelism: false,
    testTimeout: 600_000,
  },
});
