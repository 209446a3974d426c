/** syntax: what is no JSON, comments and trailing commas included. */
import type { SyntaxProblem } from '../json/nodes.js';
import { syntaxMessage } from './catalogue.js';
import type { Fix, LocalProblem } from './problem.js';

export function syntaxProblem({ kind, missing, start, end }: SyntaxProblem): LocalProblem {
  return { code: 'syntax', syntax: kind, start, end, message: syntaxMessage(kind, missing), fixes: fixesFor(kind) };
}

function fixesFor(kind: SyntaxProblem['kind']): readonly Fix[] {
  if (kind === 'comment') return [{ kind: 'remove-text', what: 'comment' }];
  return kind === 'trailing-comma' ? [{ kind: 'remove-text', what: 'comma' }] : [];
}
