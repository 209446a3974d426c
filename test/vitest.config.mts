import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../node_modules/.vite',
  test: { root: import.meta.dirname, include: ['**/*.test.ts'], exclude: ['vscode/**'], testTimeout: 30_000 },
});
