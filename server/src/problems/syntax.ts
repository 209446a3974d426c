/** syntax: what is no JSON, comments and trailing commas included. */
import type { SyntaxProblem } from '../document/nodes.js';
import type { JsonDocument } from '../document/parse.js';
import { syntaxMessage } from './catalogue.js';
import type { Fix, Problem } from './problem.js';

export function syntaxProblems(document: JsonDocument): readonly Problem[] {
  return document.syntaxProblems.map((problem) => ({
    code: 'syntax',
    syntax: problem.kind,
    start: problem.start,
    end: problem.end,
    message: syntaxMessage(problem.kind, problem.missing),
    related: [],
    fixes: fixesFor(problem),
  }));
}

function fixesFor({ kind, start, end }: SyntaxProblem): readonly Fix[] {
  if (kind === 'comment') return [{ kind: 'remove-text', what: 'comment', span: { start, end } }];
  return kind === 'trailing-comma' ? [{ kind: 'remove-text', what: 'comma', span: { start, end } }] : [];
}
