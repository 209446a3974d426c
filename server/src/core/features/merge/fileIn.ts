/** A targeting file as plain data, as written. */
import { parse } from '../../json/document.js';
import { asObject } from '../../json/plain.js';

/** Returns undefined if it is not valid JSON, not structured as a targeting file, or JavaScript would change it. */
export function plainFile(text: string): Readonly<Record<string, unknown>> | undefined {
  const { root, syntaxProblems } = parse(text);
  if (root?.kind !== 'object' || syntaxProblems.length > 0 || !roundTrips(text)) return undefined;
  const content = asObject(root.value['content']);
  const rules = content?.['rules'] ?? [];
  const areRules = Array.isArray(rules) && rules.every((rule) => asObject(rule) !== undefined);
  return content !== undefined && areRules ? root.value : undefined;
}

/** Whether numbers survive without rounding, and the depth does not overflow the stack. */
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

/** Far deeper than any real targeting. */
const MAX_MERGED_DEPTH = 100;
