import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** The editor's own ways to people. */
const bare =
  '/^(show(Information|Warning|Error)Message|(show|create)(InputBox|QuickPick)|withProgress|createStatusBarItem|setStatusBarMessage)$/';

export default defineConfig(
  { ignores: ['dist/', '**/generated/', '.vscode-test/', 'test/vscode/artifacts/'] },
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
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
  {
    files: ['client/src/**'],
    ignores: ['client/src/editor/say.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[`MemberExpression[property.name=${bare}]`, `ObjectPattern > Property[key.name=${bare}]`].map(
          (selector) => ({
            selector,
            message: 'What people are shown goes through say.ts, which makes the words of others harmless.',
          }),
        ),
      ],
    },
  },
  { files: ['**/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
);
