/** Words that show whether a name is a value, for all languages together. */

/** Words before a value. Any other word before a name declares it or is its type: `String key`, `as key`, `for key`. */
export const wordsBeforeValue = new Set([
  ...[
    'return',
    'yield',
    'await',
    'throw',
    'new',
    'in',
    'of',
    'to',
    'typeof',
    'and',
    'or',
    'not',
    'is',
    'else',
    'default',
  ],
  ...['if', 'elif', 'while', 'switch', 'match', 'when', 'go', 'defer', 'assert', 'try'],
]);
export const conditions = new Set(['if', 'elif', 'while', 'switch', 'match', 'when']);
export const wordsAfterValue = new Set(['and', 'or', 'if', 'is', 'else', 'not', 'as', 'in', 'for', 'to']);
/** Names in brackets after these words are declared there. */
export const binding = new Set([
  ...['for', 'foreach', 'catch', 'with', 'using', 'function', 'func', 'fun', 'fn', 'def', 'lambda', 'init', 'class'],
  ...['enum', 'struct', 'object', 'var', 'let', 'val', 'const', 'final'],
  ...['set', 'willSet', 'didSet'],
]);
/** Other Rust macros may do anything with names. */
export const macros =
  /^(?:e?print(?:ln)?|format|write(?:ln)?|assert(?:_eq|_ne)?|vec|panic|dbg|info|debug|warn|error|trace)$/;
