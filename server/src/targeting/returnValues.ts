/**
 * Which texts the open-source service makes a value of, by the return type of a toggle (evaluation.md 1.3, 1.4 and 2; looked
 * at on the service itself). A toggle with a number or JSON that is none is left out of all that SDKs get.
 */

/** As java.math.BigDecimal reads it, digits of other scripts included. */
const decimal = /^[+-]?(?:\p{Nd}+\.?\p{Nd}*|\.\p{Nd}+)(?:[eE][+-]?\p{Nd}{1,9})?$/u;

export function isNumberValue(value: string): boolean {
  return decimal.test(value);
}

/** Such a number makes the whole environment unreadable. */
export function isNumberBeyondDouble(value: string): boolean {
  return isNumberValue(value) && Math.abs(Number(value)) === Infinity;
}

/** Anything else is read as false. */
export function isBooleanValue(value: string): boolean {
  return /^(?:true|false)$/i.test(value);
}

/** An object, whatever stands behind it; blank and null are no value. */
export function isJsonValue(value: string): boolean {
  if (/^\s*(?:null\b|$)/.test(value)) return true;
  try {
    const read: unknown = JSON.parse(firstValueOf(value));
    return typeof read === 'object' && read !== null && !Array.isArray(read);
  } catch {
    return false;
  }
}

/** Up to the bracket that closes the first one. */
function firstValueOf(text: string): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/gs)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 0 && !token.startsWith('"')) return text.slice(0, index + 1);
  }
  return text;
}
