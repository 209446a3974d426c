/** Reads a targeting file as plain data, without changing it. */
import { parse } from '../../json/document.js';
import { asObject } from '../../json/plain.js';

/** Returns undefined if the text is not JSON, is not a targeting file, or would change if parsed and rewritten. */
export function plainFile(text: string): Readonly<Record<string, unknown>> | undefined {
  const { root, syntaxProblems } = parse(text);
  if (root?.kind !== 'object' || syntaxProblems.length > 0 || !roundTrips(text)) return undefined;
  const content = asObject(root.value['content']);
  const rules = content?.['rules'] ?? [];
  const areRules = Array.isArray(rules) && rules.every((rule) => asObject(rule) !== undefined);
  return content !== undefined && areRules ? root.value : undefined;
}

/** Whether numbers keep their spelling, and the nesting does not overflow the stack. */
function roundTrips(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]|-?\d[\d.eE+-]*/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (!token.startsWith('"') && String(Number(token)) !== token) return false;
    if (depth > MAX_MERGED_DEPTH) return false;
  }
  return true;
}

/** The maximum nesting, far deeper than in any real targeting file. */
const MAX_MERGED_DEPTH = 100;
