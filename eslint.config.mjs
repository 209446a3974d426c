import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** The editor's own ways to people. */
const bare =
  '/^(show(Information|Warning|Error)Message|(show|create)(InputBox|QuickPick)|withProgress|createStatusBarItem|setStatusBarMessage)$/';

/** Code that glues a translated sentence to other words, which no translation can put in its own order. */
const translated = "CallExpression[callee.name='t']";
const glued = [
  `TemplateLiteral:has(> ${translated}) > TemplateElement[value.cooked=/(^|[^\\w-])[A-Za-z]/]`,
  `TemplateLiteral > ${translated} ~ ${translated}`,
  `BinaryExpression[operator='+'] > ${translated}`,
].map((selector) => ({ selector, message: 'Make it one sentence with placeholders, in both languages.' }));

/** Each may import itself and those before it. */
const core = [
  ...['protocol', 'json', 'targeting', 'code'],
  ...['evaluation', 'analysis', 'checks', 'check-engine', 'features', 'results'],
];

/** What a room must not import: other rooms, and packages beyond those that it is there for. */
const boundaries = [
  ...core.map((room, at) =>
    boundary(`server/src/core/${room}*/**`, [
      'client',
      'cli',
      'lsp',
      'serve(?=/)',
      'service',
      'workspace',
      ...core.slice(at + 1),
    ]),
  ),
  boundary('server/src/workspace/**', ['client', 'cli', 'lsp', 'serve', 'service']),
  boundary('server/src/service/**', ['client', 'cli', 'lsp', 'serve', 'workspace']),
  boundary('server/src/serve/**', ['client', 'cli', 'lsp', 'service', 'workspace']),
  boundary('server/src/lsp/**', ['client', 'cli', 'service']),
  boundary('server/src/cli/**', ['client', 'lsp'], ['fs', 'os', 'process', 'timers']),
  boundary('client/src/**', ['cli', 'lsp', 'serve', 'workspace', 'check-engine', 'checks', 'analysis'], [], ['vscode']),
  boundary('server/src/service/{http,words}/**', ['client', 'cli', 'lsp', 'workspace', 'push', 'many', 'approval']),
  // The dispatcher comes with the first request.
  boundary(
    'server/src/service/http/{dispatcher,request}.ts',
    ['client', 'cli', 'lsp', 'workspace', 'push'],
    [],
    ['undici'],
  ),
  boundary('server/src/cli/files/filesOnDisk.ts', ['client', 'lsp'], ['os', 'process', 'timers']),
  boundary('server/src/cli/{main,processWorld}.ts', ['client', 'lsp']),
  boundary('server/src/lsp/git.ts', ['client', 'cli', 'service'], [], ['child_process']),
  boundary('server/src/workspace/git/gitProcess.ts', ['client', 'cli', 'lsp', 'service'], [], ['child_process']),
];

/**
 * @param {string} files
 * @param {readonly string[]} rooms by the folder that a path to them names
 * @param {readonly string[]} others packages and modules of Node that it must not import, beside those that nobody must
 * @param {readonly string[]} own that it alone imports
 * @returns {import('eslint').Linter.Config}
 */
function boundary(files, rooms, others = [], own = []) {
  const packages = ['child_process', 'undici', 'vscode', ...others].filter((name) => !own.includes(name));
  const patterns = [
    {
      regex: `^\\..*/(?:${rooms.join('|')})(?:/|\\.js$)`,
      message: 'This room must not know that one: see the map in ARCHITECTURE.md.',
    },
    { regex: `^(?:node:)?(?:${packages.join('|')})(?:/|$)`, message: 'Another room does that: pass it in.' },
  ];
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

export default defineConfig(
  { ignores: ['dist/', '**/generated/', '.vscode-test/', 'test/vscode/artifacts/'] },
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // They take a fifth of the time, and have found nothing here.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
    },
  },
  {
    // Neither tries the same text again and again. What it cannot see, test/repo/expressions.slow.ts measures.
    files: ['client/**', 'server/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': 'error',
    },
  },
  { files: ['server/src/**', 'client/src/say.ts'], rules: { 'no-restricted-syntax': ['error', ...glued] } },
  {
    files: ['client/src/**'],
    ignores: ['client/src/say.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...glued,
        ...[`MemberExpression[property.name=${bare}]`, `ObjectPattern > Property[key.name=${bare}]`].map(
          (selector) => ({
            selector,
            message: 'What people are shown goes through say.ts, which makes the words of others harmless.',
          }),
        ),
      ],
    },
  },
  ...boundaries,
  { files: ['**/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
);
