/** Tests that any accepted proposal makes the document valid. A failure names the seed; put its text into gaps.test.ts. */
import { expect, it } from 'vitest';
import type { CompletionOptions } from '../../../server/src/core/features/completion.js';
import { completion } from '../../../server/src/core/features/completion.js';
import { parse } from '../../../server/src/core/json/document.js';
import type { JsonNode } from '../../../server/src/core/json/nodes.js';
import { shape, shapeNames } from './shapes.js';
import { targetingText } from '../../fuzz/documents.js';
import type { Random } from '../../fuzz/random.js';
import { random } from '../../fuzz/random.js';
import { open } from '../../support/annotated.js';
import { accepted } from '../../support/completions.js';
import { rounds } from '../../support/rounds.js';

const options: CompletionOptions = {
  subjects: () => ['city', 'a "quoted" $1 }\\ name'],
  toggles: () => [
    { key: 'checkout', values: ['true', 'false'], returnType: 'boolean' },
    { key: 'layout', values: ['{"a":1}', 'x, y | z'], returnType: 'json' },
  ],
  now: { seconds: 1_656_317_290, offsetMinutes: 480 },
};
const editors = [
  { snippets: true, indents: true },
  { snippets: false, indents: false },
];

it.each(Object.keys(gaps()))('every accepted item makes the document valid again if %s', (name) => {
  let proposals = 0;
  for (let seed = 0; seed < rounds(4_000); seed += 1) {
    const made = random(seed);
    const whole = validText(made);
    const gap = gaps()[name]?.(made, whole);
    if (gap !== undefined) proposals += check(`${name}, seed ${seed}`, gap);
  }
  expect(proposals).toBeGreaterThan(rounds(9));
});

interface TextWithGap {
  readonly text: string;
  readonly at: number;
}

function check(name: string, { text, at }: TextWithGap): number {
  const document = open(text);
  const position = document.json.positionAt(at);
  let count = 0;
  for (const editor of editors)
    for (const item of completion(document, position, { ...options, editor })) {
      const after = accepted(text, item);
      count += 1;
      if (!isJson(after))
        throw new Error(`${name}: ${item.label} in\n${text.slice(0, at)}|${text.slice(at)}\nleaves\n${after}`);
    }
  return count;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}

function validText(made: Random): string {
  if (made.chance(0.2)) return shape(made.pick(shapeNames), 900);
  for (;;) {
    const text = targetingText(made, made.pick([0, 200, 400]));
    // A duplicate key makes it unclear which value belongs to which key.
    if (isJson(text) && open(text).problems.every(({ code }) => code !== 'duplicate-key')) return text;
  }
}

type MakeGap = (made: Random, whole: string) => TextWithGap | undefined;

function gaps(): Readonly<Record<string, MakeGap>> {
  return {
    'nothing is missing': (made, whole) => ({ text: whole, at: made.below(whole.length + 1) }),
    'a property is missing, with or without its commas': (made, whole) =>
      without(made, whole, pickProperty(made, whole)),
    'an item is missing, with or without its commas': (made, whole) => without(made, whole, pickItem(made, whole)),
    'a value is missing': (made, whole) => {
      const value = pickProperty(made, whole)?.node;
      return value && cut(whole, value.start, value.end, '');
    },
    'a value is half typed': (made, whole) => {
      const value = pickProperty(made, whole)?.node;
      return value && (value.kind === 'object' || value.kind === 'array' ? undefined : halfTyped(made, whole, value));
    },
    'a value and its comma are missing': (made, whole) => {
      const value = pickProperty(made, whole)?.node;
      const comma = value === undefined ? null : /^\s*,/.exec(whole.slice(value.end));
      return value && cut(whole, value.start, value.end + (comma?.[0].length ?? 0), '');
    },
    'the end of a key is missing': (made, whole) => {
      const key = pickProperty(made, whole)?.key;
      return key && halfTyped(made, whole, key);
    },
    'a property is missing except for a part of its key': (made, whole) => {
      const property = pickProperty(made, whole);
      if (property === undefined) return undefined;
      const typed = whole.slice(property.key.start, property.key.end);
      return cut(whole, property.start, property.end, typed.slice(0, made.below(typed.length)));
    },
    'the closing quote of the key or value at the cursor is missing': (made, whole) => {
      const property = pickProperty(made, whole);
      const token = made.chance(0.5) ? property?.key : property?.node;
      const text = token && whole.slice(token.start, token.end);
      // Without its quote, a token that contains punctuation could end anywhere.
      if (token === undefined || text === undefined || !/^"[^"\\,:{}[\]']+"$/.test(text)) return undefined;
      const at = token.start + 1 + made.below(text.length - 1);
      return { text: whole.slice(0, token.end - 1) + whole.slice(token.end), at };
    },
    'an item is half typed': (made, whole) => {
      const item = pickItem(made, whole);
      return item?.kind === 'string' ? halfTyped(made, whole, item) : undefined;
    },
  };
}

function pickProperty(made: Random, whole: string) {
  const objects = nodesIn(whole).flatMap((node) => (node.kind === 'object' ? node.properties : []));
  return objects.length === 0 ? undefined : made.pick(objects);
}

function pickItem(made: Random, whole: string) {
  const lists = nodesIn(whole).flatMap((node) => (node.kind === 'array' ? node.items : []));
  return lists.length === 0 ? undefined : made.pick(lists);
}

function nodesIn(text: string): readonly JsonNode[] {
  const found: JsonNode[] = [];
  const waiting = [parse(text).root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node);
    if (node.kind === 'array') waiting.push(...node.items);
    if (node.kind === 'object') waiting.push(...node.properties.map((property) => property.node));
  }
  return found;
}

function cut(whole: string, start: number, end: number, typed: string): TextWithGap {
  return { text: whole.slice(0, start) + typed + whole.slice(end), at: start + typed.length };
}

function halfTyped(made: Random, whole: string, { start, end }: { start: number; end: number }): TextWithGap {
  const token = whole.slice(start, end);
  const typed = token.slice(0, 1 + made.below(token.length));
  // A backslash alone would escape the quote.
  const safe = typed.replace(/\\.*$/, '');
  const quoted = safe.startsWith('"') && safe.length < token.length;
  if (!quoted || made.chance(0.5)) return cut(whole, start, end, safe);
  const text = `${whole.slice(0, start)}${safe}"${whole.slice(end)}`;
  return { text, at: start + safe.length };
}

function without(made: Random, whole: string, span: { start: number; end: number } | undefined) {
  if (span === undefined) return undefined;
  const before = /,\s*$/.exec(whole.slice(0, span.start))?.[0].length ?? 0;
  const behind = /^\s*,/.exec(whole.slice(span.end))?.[0].length ?? 0;
  const start = span.start - (made.chance(0.5) ? before : 0);
  return cut(whole, start, span.end + (made.chance(0.5) ? behind : 0), made.pick(['', ' ']));
}
