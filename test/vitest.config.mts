import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;
/** Files with their own modules: what they replace, or watch, would be the same for the others. */
const alone = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('vscode/'))
  .filter((file) => /\bvi\s*\.mock\(|node:inspector/.test(readFileSync(join(root, file), 'utf8')));

export default defineConfig({
  cacheDir: '../node_modules/.vite',
  test: {
    server: { deps: { external: [/\/dist\//] } },
    root,
    // One for each processor, although the main thread wants one, too: it mostly waits.
    maxWorkers: '100%',
    projects: [
      // One set of modules for all files of a worker: reading them takes longer than most tests.
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: ['**/*.test.ts'], exclude: ['vscode/**', ...alone] },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
    // These only stop what hangs: a busy machine takes its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
