import { defineConfig } from 'vitest/config';

/** Suites that act on a real VS Code from outside, two at a time, because each waits more than it works. */
export default defineConfig({
  cacheDir: '../../node_modules/.vite',
  test: {
    root: import.meta.dirname,
    // The slow suites run only with `npm run test:all`.
    include: process.env['ALL_TESTS'] === undefined ? ['user/**/*.test.ts'] : ['user/**/*.{test,slow}.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    bail: 0,
  },
});
