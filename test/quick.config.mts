import { defineConfig } from 'vitest/config';

/**
 * Half a minute on two processors, for while you work: pure tests, the protocol and the command line, with few random cases and without the
 * files that take longer than the rest together.
 */
export default defineConfig({
  cacheDir: '../node_modules/.vite',
  test: {
    root: import.meta.dirname,
    include: [
      '{analysis,checks,config,evaluation,features,json,repo,targeting,workspace}/**/*.test.ts',
      'protocol/{hints,hover,process,pull,refactor,requests,tests}.test.ts',
      'cli/{check,explain,paths,text}.test.ts',
    ],
    exclude: [
      'analysis/properties',
      'checks/{contentSize,incremental}',
      'evaluation/budget',
      'features/{anyText,deadTargetingFixes,navigationAnyText,payload,refactorProperties}',
      'features/completion/anyGap',
      'features/merge/{againstGit,histories}',
      'json/{parse,valueEdits}',
      'workspace/workspaceFiles',
    ].map((name) => `${name}.test.ts`),
    env: { ROUNDS: '0.02' },
    maxWorkers: '100%',
    // One for all files of a worker: reading the modules takes longer than most tests.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
