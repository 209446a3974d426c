/** A targeting file as plain data, as it is written. */
import { parse } from '../../json/document.js';
import { asObject } from '../../json/plain.js';

/** Undefined where it is no right JSON, is not made as a targeting file, or JavaScript would not write what it reads. */
export function fileIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const { root, syntaxProblems } = parse(text);
  if (root?.kind !== 'object' || syntaxProblems.length > 0 || !isWrittenAsRead(text)) return undefined;
  const content = asObject(root.value['content']);
  const rules = content?.['rules'] ?? [];
  const areRules = Array.isArray(rules) && rules.every((rule) => asObject(rule) !== undefined);
  return content !== undefined && areRules ? root.value : undefined;
}

/** No number would be rounded, and no depth overflows the stack. */
function isWrittenAsRead(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]|-?\d[\d.eE+-]*/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (!token.startsWith('"') && String(Number(token)) !== token) return false;
    if (depth > MAX_MERGED_DEPTH) return false;
  }
  return true;
}

/** No targeting is nearly as deep. */
const MAX_MERGED_DEPTH = 100;
