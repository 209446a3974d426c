import { defineConfig } from 'vitest/config';

/** Suites that act on a real VS Code from outside: one after the other, since each starts an editor of its own. */
export default defineConfig({
  cacheDir: '../../node_modules/.vite',
  test: {
    root: import.meta.dirname,
    include: ['user/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    bail: 0,
  },
});
