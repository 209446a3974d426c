/** Converts the offsets of problems to LSP ranges. */
import type { Problem, SpanProblem } from '../checks/problem.js';
import type { JsonDocument } from '../json/document.js';
import { rangeIn, spanAt } from '../json/queries.js';

export function placed(json: JsonDocument, problem: SpanProblem): Problem {
  // No spread, because a finding that is passed here may have additional fields, such as `rule`.
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
