import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { root: import.meta.dirname, include: ['**/*.test.ts'], exclude: ['vscode/**'], testTimeout: 30_000 },
});
