/** Converts the places of problems to LSP ranges. */
import type { Problem, SpanProblem } from '../checks/problem.js';
import type { JsonDocument } from '../json/document.js';
import { rangeIn, spanAt } from '../json/queries.js';

export function placed(json: JsonDocument, problem: SpanProblem): Problem {
  // Each field is listed instead of a spread, because findings have more fields than problems, such as the rule.
  const { code, syntax, message, consequence, fixes, breaks, claim } = problem;
  return {
    code,
    syntax,
    message,
    consequence,
    fixes,
    breaks,
    claim,
    range: rangeIn(json, problem),
    related: relatedOf(json, problem),
  };
}

function relatedOf(json: JsonDocument, { related, ofVariations }: SpanProblem): Problem['related'] {
  if (ofVariations !== undefined)
    return [{ range: rangeIn(json, spanAt(json, ['content', 'variations'], 'key')), message: ofVariations }];
  return related?.map((other) => ({ range: rangeIn(json, other), message: other.message }));
}
