/**
 * The shapes of a parsed JSON text. Offsets count UTF-16 units from the start of the text; `end` is exclusive.
 * Nodes know nothing of targeting.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A key or an index, from the root down to a value. */
export type Path = readonly (string | number)[];

/** Made when it is asked for (tree.ts), and so are its items, properties and value. */
export type JsonNode = ObjectNode | ArrayNode | ScalarNode | InvalidNode;

export interface ObjectNode extends Span {
  readonly kind: 'object';
  /** As JSON.parse would give it: of a key that stands twice, the last value. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly properties: readonly PropertyNode[];
  /** By key; of a key that stands twice, the last. */
  readonly byKey: ReadonlyMap<string, PropertyNode>;
}

export interface PropertyNode extends Span {
  readonly key: Span & { readonly value: string };
  /** Absent while the property is half typed. */
  readonly node: JsonNode | undefined;
}

export interface ArrayNode extends Span {
  readonly kind: 'array';
  readonly value: readonly unknown[];
  readonly items: readonly JsonNode[];
  // A list may be long. So there is, without making all of its items:
  readonly length: number;
  /** The items that a span has in it or touches. */
  readonly itemsIn: (span: Span) => readonly ItemNode[];
  /** The items from an index up to another. */
  readonly slice: (from: number, to: number) => readonly JsonNode[];
}

export interface ItemNode {
  readonly index: number;
  readonly node: JsonNode;
}

export interface ScalarNode extends Span {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  readonly value: string | number | boolean | null;
}

/** Text where a value should stand that is no JSON value (`tru`, `01`); the syntax problem says so. */
export interface InvalidNode extends Span {
  readonly kind: 'invalid';
  readonly value: undefined;
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
  | 'single-quotes'
  | 'unquoted-key'
  | 'not-a-value'
  | 'expected-value'
  | 'expected-key'
  | 'expected-colon'
  | 'expected-comma'
  | 'unexpected'
  | 'hopeless';

export interface SyntaxProblem extends Span {
  readonly kind: SyntaxKind;
  /** Of an unclosed container, the bracket that is missing. */
  readonly missing?: '}' | ']' | undefined;
}
