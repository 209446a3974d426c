import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../node_modules/.vite',
  test: {
    server: { deps: { external: [/\/dist\//] } },
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: ['vscode/**'],
    // One for each processor, although the main thread wants one, too: it mostly waits.
    maxWorkers: '100%',
    // These only stop what hangs: a busy machine takes its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
