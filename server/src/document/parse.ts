/**
 * Text to tree, in one pass and without recursion, so that no depth overflows the stack. Never throws: whatever the
 * text, there is a tree of what could be understood and a list of syntax problems, one for each mistake.
 */
import type { ArrayNode, JsonNode, ObjectNode, PropertyNode, Span, SyntaxKind, SyntaxProblem } from './nodes.js';
import type { Token } from './scanner.js';
import { scan } from './scanner.js';

export interface JsonDocument {
  readonly text: string;
  /** Absent when the text holds no value at all. */
  readonly root: JsonNode | undefined;
  readonly syntaxProblems: readonly SyntaxProblem[];
}

type Draft<T> = { -readonly [K in keyof T]: T[K] };
type Expectation = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'end';

interface OpenObject {
  readonly node: Draft<ObjectNode> & {
    properties: PropertyNode[];
    byKey: Map<string, PropertyNode>;
    value: Record<string, unknown>;
  };
  property: Draft<PropertyNode> | undefined;
}
interface OpenArray {
  readonly node: Draft<ArrayNode> & { items: JsonNode[]; value: unknown[] };
}
type Open = OpenObject | OpenArray;

const isObject = (open: Open | undefined): open is OpenObject => open?.node.kind === 'object';

export function parse(text: string): JsonDocument {
  const syntaxProblems: SyntaxProblem[] = [];
  const stack: Open[] = [];
  let root: JsonNode | undefined;
  let expected = 'value' as Expectation;
  let previous: Token | undefined;
  /** Where the last mistake ended: a second problem that begins there would be about the same mistake. */
  let mistakeEnd = -1;
  /** A string ran into the end of its line, perhaps over brackets: that others are missing says nothing new. */
  let swallowed = false;
  const depth = { object: 0, array: 0 };

  const report = (problem: SyntaxProblem) => syntaxProblems.push(problem);
  const complain = (kind: SyntaxKind, at: Span, missing?: '}' | ']') => {
    if (at.start > mistakeEnd) report({ kind, start: at.start, end: at.end, ...(missing && { missing }) });
    mistakeEnd = at.end;
  };

  for (;;) {
    const token = scan(text, previous?.end ?? 0, report);
    if (token.kind === 'end') break;
    if (expected === 'end') {
      complain('unexpected', { start: token.start, end: text.length });
      break;
    }
    if (token.kind === '}' || token.kind === ']') close(token);
    else if (token.kind === ',') comma(token);
    else if (token.kind === ':') colon(token);
    else startValue(token);
    previous = token;
    swallowed ||= token.unclosed === true;
  }
  finish();
  return { text, root, syntaxProblems: syntaxProblems.sort((a, b) => a.start - b.start || a.end - b.end) };

  function startValue(token: Token): void {
    const open = stack.at(-1);
    if (expected === 'comma-or-end') {
      // After a string that ran into the end of its line, the comma is inside it.
      if (previous?.unclosed !== true) complain('expected-comma', token);
      expected = isObject(open) ? 'key' : 'value';
    }
    if (expected === 'key' || expected === 'key-or-end') {
      if (token.kind === '{' || token.kind === '[') complain('expected-key', token);
      else return startProperty(token, open);
    }
    if (expected === 'colon') complain('expected-colon', token);
    expected = open === undefined ? 'end' : 'comma-or-end';
    if (token.kind === '{') {
      const node: OpenObject['node'] = {
        kind: 'object',
        start: token.start,
        end: token.end,
        value: {},
        properties: [],
        byKey: new Map(),
      };
      attach(node, open);
      stack.push({ node, property: undefined });
      depth.object += 1;
      expected = 'key-or-end';
    } else if (token.kind === '[') {
      const node: OpenArray['node'] = { kind: 'array', start: token.start, end: token.end, value: [], items: [] };
      attach(node, open);
      stack.push({ node });
      depth.array += 1;
      expected = 'value-or-end';
    } else {
      if (token.kind === 'invalid') complain('not-a-value', token);
      attach(scalar(token), open);
    }
  }

  function startProperty(token: Token, open: Open | undefined): void {
    if (!isObject(open)) return;
    if (token.kind !== 'string') complain('unquoted-key', token);
    const key = { start: token.start, end: token.end, value: token.text };
    open.property = { start: token.start, end: token.end, key, node: undefined };
    open.node.properties.push(open.property);
    open.node.byKey.set(token.text, open.property);
    expected = 'colon';
  }

  function attach(node: JsonNode, open: Open | undefined): void {
    if (open === undefined) root ??= node;
    else if (!isObject(open)) {
      open.node.items.push(node);
      open.node.value.push(node.value);
    } else if (open.property !== undefined) {
      open.property.node = node;
      open.property.end = node.end;
      if (node.kind !== 'invalid') setOwn(open.node.value, open.property.key.value, node.value);
      open.property = undefined;
    }
  }

  function colon(token: Token): void {
    if (expected !== 'colon') return complain('unexpected', token);
    const open = stack.at(-1);
    if (isObject(open) && open.property !== undefined) open.property.end = token.end;
    expected = 'value';
  }

  function comma(token: Token): void {
    const open = stack.at(-1);
    if (open === undefined) return complain('unexpected', token);
    if (expected === 'colon') complain('expected-colon', token);
    else if (expected === 'key' || expected === 'key-or-end') complain('expected-key', token);
    else if (expected === 'value' || expected === 'value-or-end') complain('expected-value', token);
    abandonProperty(open);
    expected = isObject(open) ? 'key' : 'value';
  }

  function close(token: Token): void {
    const kind = token.kind === '}' ? 'object' : 'array';
    if (depth[kind] === 0) return complain('unexpected', token);
    for (;;) {
      const open = stack.pop();
      if (open === undefined) return;
      const matches = open.node.kind === kind;
      if (previous?.unclosed === true) mistakeEnd = token.end;
      else if (!matches && !swallowed) complain('unclosed-container', token, isObject(open) ? '}' : ']');
      else if (matches && previous?.kind === ',') complain('trailing-comma', previous);
      else if (expected === 'colon') complain('expected-colon', token);
      else if (expected === 'value') complain('expected-value', token);
      endContainer(open, matches ? token.end : token.start);
      expected = stack.length === 0 ? 'end' : 'comma-or-end';
      if (matches) return;
    }
  }

  function finish(): void {
    const open = stack.at(-1);
    if (previous === undefined) complain('empty', { start: 0, end: text.length });
    else if (open !== undefined && !swallowed) complain('unclosed-at-end', previous, isObject(open) ? '}' : ']');
    for (let rest = stack.pop(); rest !== undefined; rest = stack.pop()) endContainer(rest, text.length);
  }

  /** Containers end when their bracket is read: only then is the property around them complete, too. */
  function endContainer(open: Open, end: number): void {
    abandonProperty(open);
    open.node.end = end;
    depth[open.node.kind] -= 1;
    const parent = stack.at(-1);
    if (!isObject(parent)) return;
    const property = parent.node.properties.at(-1) as Draft<PropertyNode> | undefined;
    if (property?.node === open.node) property.end = end;
  }

  function abandonProperty(open: Open): void {
    if (isObject(open)) open.property = undefined;
  }
}

function scalar(token: Token): JsonNode {
  const span = { start: token.start, end: token.end };
  switch (token.kind) {
    case 'string':
      return { kind: 'string', ...span, value: token.text };
    case 'number':
      return { kind: 'number', ...span, value: Number(token.text) };
    case 'true':
    case 'false':
      return { kind: 'boolean', ...span, value: token.kind === 'true' };
    case 'null':
      return { kind: 'null', ...span, value: null };
    default:
      return { kind: 'invalid', ...span, value: undefined };
  }
}

/** As JSON.parse does it: `__proto__` is a key like any other. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
  else object[key] = value;
}
