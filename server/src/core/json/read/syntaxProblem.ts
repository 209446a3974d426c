/** What can be wrong with a text that should be JSON. */
export interface SyntaxProblem {
  readonly kind: SyntaxKind;
  readonly start: number;
  readonly end: number;
  /** Of an unclosed container, the bracket that is missing. */
  readonly missing?: '}' | ']' | undefined;
}

export type SyntaxKind =
  | 'empty'
  | 'comment'
  | 'trailing-comma'
  | 'unclosed-string'
  | 'unclosed-comment'
  | 'unclosed-container'
  | 'unclosed-at-end'
  | 'bad-escape'
  | 'control-character'
  | 'damaged'
  | 'single-quotes'
  | 'unquoted-key'
  | 'not-a-value'
  | 'expected-value'
  | 'expected-key'
  | 'expected-colon'
  | 'expected-comma'
  | 'unexpected'
  | 'hopeless';
