/** Random targeting files: most nearly right, some wrong everywhere. */
import type { Random } from './random.js';

type Json = string;

/** A targeting file of about this many characters. */
export function targetingText(random: Random, length: number): string {
  const indent = random.pick(['', '', '  ', '\t']);
  const rules: Json[] = [];
  for (let size = 0; size < length; size += rules.at(-1)?.length ?? 0) rules.push(rule(random));
  const variations = list(random, 1 + random.below(4), variation);
  const content = object(random, [
    ['rules', `[${rules.join(random.pick([',', ', ', ',\n']))}]`],
    ['disabledServe', serve(random)],
    ['defaultServe', serve(random)],
    ['variations', variations],
    ...(random.chance(0.3) ? [['prerequisites', list(random, 2, prerequisite)] as const] : []),
  ]);
  const body = object(random, [
    ['comment', text(random)],
    ['disabled', random.pick(['true', 'false', 'false', '"false"'])],
    ['content', content],
    ['baseVersion', random.pick(['1', '1.5', '"1"'])],
  ]);
  const lineBreak = random.pick(['\n', '\n', '\r\n', '\r']);
  const pretty = random.chance(0.6) ? prettyPrinted(body, indent) : body;
  return (random.chance(0.05) ? '\uFEFF' : '') + pretty.replaceAll('\n', lineBreak);
}

export function fragment(random: Random): string {
  return random.pick([rule, serve, variation, condition, prerequisite, text, oddText])(random);
}

const oddTexts = [
  ...['// why\n', '\n<<<<<<< a\n{\n=======\n>>>>>>> b\n', '\n', '\r', '\r\n', '\t', ' ', '\u0000', '\uD83D', '\uDE00'],
  ...['\uFEFF', '"variations": ', '"select": 7', '\\u00', '\\', "'"],
  ...'" { } [ ] , : / /* */ é 规则 - 1e999 0 true null tru "__proto__" "rules" "content" "} "], ,,'.split(' '),
];

export function oddText(random: Random): string {
  return random.pick(oddTexts);
}

function rule(random: Random): Json {
  return object(random, [
    ['name', text(random)],
    ['serve', serve(random)],
    ['conditions', list(random, random.below(3), condition)],
    ...(random.chance(0.05)
      ? [['notEmptyConditions', random.pick(['[]', '[{"type":1,"type":2}]', '7'])] as const]
      : []),
  ]);
}

function serve(random: Random): Json {
  const select = random.pick(['0', '0', '1', '1', '2', '7', '-1', '1.5', '1e0', '"0"', 'null']);
  return random.chance(0.8)
    ? object(random, [['select', select]])
    : object(random, [['split', list(random, 1 + random.below(4), () => random.pick(['5000', '2500', '"1"', '0.5']))]]);
}

function condition(random: Random): Json {
  // Sometimes a long list.
  const many = random.chance(0.01) ? 2_000 : random.below(4);
  return object(random, [
    ['type', random.pick(['"string"', '"number"', '"segment"', 'string'])],
    ['subject', text(random)],
    ['predicate', random.pick(['"is one of"', '">"', '"is one of', '">"'])],
    ['objects', list(random, many, () => random.pick(['"a"', '"1000"', '1', 'true', text(random)]))],
  ]);
}

function variation(random: Random): Json {
  return object(random, [
    ['value', random.pick(['"true"', '"false"', 'true', '1', 'null', '{}'])],
    ['name', text(random)],
    ['description', '""'],
  ]);
}

function prerequisite(random: Random): Json {
  return object(random, [
    ['key', '"other"'],
    ['value', random.pick(['"on"', 'true'])],
    ['type', '"boolean"'],
  ]);
}

const texts = ['"a"', '"b c"', '""', '"规则"', '"\\u0041\\n"', '"x}"', '"a, b"', '"\uD83D\uDE00"', '5', "'odd'"];

function text(random: Random): Json {
  return random.pick(texts);
}

/** Properties in order; sometimes one is missing, duplicate or misspelt. */
function object(random: Random, properties: readonly (readonly [string, Json])[]): Json {
  const written = properties.flatMap(([key, value]) => {
    if (random.chance(0.04)) return [];
    const name = random.chance(0.02) ? random.pick(['unknown', `${key}s`, '__proto__', 'a\\u0062']) : key;
    const property = `"${name}":${value}`;
    return random.chance(0.02) ? [property, `"${key}":${random.pick(['1', '{}', '[]', value])}`] : [property];
  });
  return `{${written.join(',')}}`;
}

function list(random: Random, count: number, item: (random: Random) => Json): Json {
  return `[${Array.from({ length: count }, () => item(random)).join(',')}]`;
}

/** Like JSON.stringify, but for text that need not be JSON. */
function prettyPrinted(json: Json, indent: string): string {
  let depth = 0;
  const lineAt = (level: number) => `\n${indent.repeat(Math.max(0, level))}`;
  return json.replace(/"(?:[^"\\\n]|\\.)*"?|[{[]|[}\]]|[,:]/g, (token) => {
    if (token === '{' || token === '[') return token + lineAt((depth += 1));
    if (token === '}' || token === ']') return lineAt((depth -= 1)) + token;
    if (token === ',') return token + lineAt(depth);
    return token === ':' ? ': ' : token;
  });
}
