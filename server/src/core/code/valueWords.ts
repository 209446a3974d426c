/** Words that show whether a name is a value, combined for all languages. */

/** Words before a value. Other words before a name declare it or are its type: `String key`, `as key`, `for key`. */
export const wordsBeforeValue = new Set([
  ...['return', 'yield', 'await', 'throw', 'new', 'in', 'of', 'to', 'typeof', 'and', 'or', 'not', 'is'],
  ...['if', 'elif', 'else', 'while', 'switch', 'match', 'when', 'default', 'go', 'defer', 'assert', 'try'],
]);
export const conditions = new Set(['if', 'elif', 'while', 'switch', 'match', 'when']);
export const wordsAfterValue = new Set(['and', 'or', 'if', 'is', 'else', 'not', 'as', 'in', 'for', 'to']);
/** Words that declare the names in the brackets after them. */
export const binding = new Set([
  ...['for', 'foreach', 'catch', 'with', 'using', 'function', 'func', 'fun', 'fn', 'def', 'lambda', 'init', 'class'],
  ...['enum', 'struct', 'object', 'var', 'let', 'val', 'const', 'final'],
  ...['set', 'willSet', 'didSet'],
]);
/** Rust macros that read the names in their arguments. Other macros may do anything with names. */
export const macros =
  /^(?:e?print(?:ln)?|format|write(?:ln)?|assert(?:_eq|_ne)?|vec|panic|dbg|info|debug|warn|error|trace)$/;
