export interface SyntaxProblem {
  readonly kind: SyntaxKind;
  readonly start: number;
  readonly end: number;
  /** The missing bracket of an unclosed container. */
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
