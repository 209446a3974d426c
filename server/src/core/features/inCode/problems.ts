/** Finds problems with calls in code. features/diagnostics.ts converts the problems for LSP, as for targeting files. */
import { callProblems } from '../../checks/beside/callsInCode.js';
import type { Problem } from '../../checks/problem.js';
import type { CodeText } from './codeText.js';
import type { TogglesInCode } from './togglesInCode.js';

export function problemsInCode({ findings, language, rangeOf }: CodeText, toggles: TogglesInCode): readonly Problem[] {
  return callProblems(findings, language, toggles).map(({ from, to, ...finding }) => ({
    ...finding,
    range: rangeOf({ from, to }),
  }));
}
