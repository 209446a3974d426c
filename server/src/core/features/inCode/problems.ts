/** Problems of calls in code, as those of targeting files are: features/diagnostics.ts makes LSP's of them. */
import { callProblems } from '../../checks/beside/callsInCode.js';
import type { Problem } from '../../checks/problem.js';
import type { CodeText } from './codeText.js';
import type { TogglesInCode } from './toggles.js';

export function problemsInCode({ findings, language, rangeOf }: CodeText, toggles: TogglesInCode): readonly Problem[] {
  return callProblems(findings, language, toggles).map(({ from, to, ...finding }) => ({
    ...finding,
    range: rangeOf({ from, to }),
  }));
}
