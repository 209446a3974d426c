import { defineConfig } from 'vitest/config';

/**
 * What judges by time or memory: one file at a time, so that each is compared with nothing but what it measures itself.
 * The time limits only stop what hangs.
 */
export default defineConfig({
  cacheDir: '../node_modules/.vite',
  test: {
    root: import.meta.dirname,
    include: ['**/*.slow.ts'],
    exclude: ['vscode/**'],
    fileParallelism: false,
    testTimeout: 300_000,
  },
});
