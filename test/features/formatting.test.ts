/** Tests the formatter: it changes white space alone, and leaves as it is what we write ourselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormattingOptions } from 'vscode-languageserver-types';
import { newTargeting, returnTypes } from '../../server/src/service/newTargeting.js';
import { formattedText, formatting } from '../../server/src/core/features/formatting.js';
import { newFile, pulled } from '../../server/src/core/features/pulled.js';
import { MAX_FORMATTED_LENGTH } from '../../server/src/core/json/format.js';
import { parse } from '../../server/src/core/json/document.js';
import { applyEdits } from '../../server/src/core/json/edits.js';
import { open, withoutAnnotations } from '../support/annotated.js';
import { completionsAt } from '../support/completions.js';
import { editsApplied } from '../support/fixes.js';
import { fixtures } from '../support/fixtures.js';
import { jsonTexts, typedTexts } from '../support/jsonTexts.js';
import { toggleTexts } from '../support/toggleTexts.js';

const formatted = (text: string) => formattedText(parse(text));

/** As an editor with these options has it. */
function inEditor(text: string, options: Partial<FormattingOptions> = {}): string | undefined {
  const edits = formatting(open(text), { tabSize: 2, insertSpaces: true, ...options });
  return edits === null ? undefined : editsApplied(text, edits);
}

/** Strings, comments and all else that is no white space, without a word of the formatter's own code. */
function tokens(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\[^])*"|\/\/[^\r\n]*|\/\*[^]*?\*\/|[{}[\],:]|[^\s{}[\],:"/]+/g) ?? [];
}

describe('the layout', () => {
  it('has small values on one line, and a line for each member of what holds them', () => {
    const text = `{"disabled":false,"content":{"rules":[
{"name":"a","conditions":[{"type":"string","subject":"city","predicate":"is one of","objects":["Paris"]}],"serve":{
  "select":
      1}},{"serve":{"split":[
  5000,5000]}}],"defaultServe":{"select":0},"prerequisites":[],
"variations":[{"value":"false","name":"off"},{
"value":"true",
"name":"on"
}]}}`;
    expect(formatted(text)).toBe(`{
  "disabled": false,
  "content": {
    "rules": [
      {
        "name": "a",
        "conditions": [{ "type": "string", "subject": "city", "predicate": "is one of", "objects": ["Paris"] }],
        "serve": { "select": 1 }
      },
      {
        "serve": { "split": [5000, 5000] }
      }
    ],
    "defaultServe": { "select": 0 },
    "prerequisites": [],
    "variations": [
      { "value": "false", "name": "off" },
      { "value": "true", "name": "on" }
    ]
  }
}`);
  });

  it("joins again what VS Code's formatter has spread, but for what is better read on lines", () => {
    const small = '{\n  "content": {\n    "defaultServe": { "split": [5000, 5000] },\n    "rules": []\n  }\n}\n';
    expect(formatted(`${JSON.stringify(JSON.parse(small), null, 2)}\n`)).toBe(small);
    const condition =
      '{\n  "type": "string",\n  "subject": "city",\n  "predicate": "is one of",\n  "objects": ["a"]\n}\n';
    expect(formatted(condition)).toBe(condition);
  });

  it('has a line for each member of what does not fit', () => {
    const of = (length: number) => `["${'x'.repeat(length - 4)}"]`;
    expect(formatted(of(120))).toBe(of(120));
    expect(formatted(of(121))).toBe(`[\n  "${'x'.repeat(117)}"\n]`);
    expect(formatted(of(80).replace('[', '[\n'))).toBe(of(80));
    expect(formatted(of(81).replace('[', '[\n'))).toBe(`[\n  "${'x'.repeat(77)}"\n]`);
  });

  it('has a line for each member of what holds something on lines', () => {
    const condition = ['"type": "string"', '"subject": "city"', '"predicate": "is one of"', '"objects": ["Paris"]'];
    expect(formatted(`[{\n${condition.join()} }]`)).toBe(`[\n  {\n    ${condition.join(',\n    ')}\n  }\n]`);
  });

  it('keeps comments, trailing commas, and a blank line between members', () => {
    const text = `// first
{ // of the file
  /* one */ "disabled": /* no */ false, // two


  // three
  "content": {"rules" : [ /* none */ ], /* four */ "variations": [1,], }

} // last
`;
    expect(formatted(text)).toBe(`// first
{ // of the file
  /* one */ "disabled": /* no */ false, // two

  // three
  "content": {
    "rules": [ /* none */
    ], /* four */
    "variations": [1,],
  }
} // last
`);
  });

  it.each([
    ['two spaces', { tabSize: 2, insertSpaces: true }, '{\n  "a": {\n    "b": {}\n  }\n}'],
    ['four', { tabSize: 4, insertSpaces: true }, '{\n    "a": {\n        "b": {}\n    }\n}'],
    ['tabs', { tabSize: 4, insertSpaces: false }, '{\n\t"a": {\n\t\t"b": {}\n\t}\n}'],
    ['a final line break', { insertFinalNewline: true }, '{\n  "a": {\n    "b": {}\n  }\n}\n'],
    ['no sense', { tabSize: -1e9, insertSpaces: true }, '{\n"a": {\n"b": {}\n}\n}'],
  ])('has what the editor asks for: %s', (_name, options, expected) => {
    expect(inEditor('{"a":{"b":{}}}', options)).toBe(expected);
  });

  it('has at most 16 spaces for a level', () => {
    const unit = ' '.repeat(16);
    const expected = `{\n${unit}"a": {\n${unit}${unit}"b": {}\n${unit}}\n}`;
    expect(inEditor('{"a":{"b":{}}}', { tabSize: 1e9 })).toBe(expected);
  });

  it('is indented, without an editor, as the text is', () => {
    expect(formatted(`{\n${' '.repeat(20)}"a": {"b":{}}}`)).toBe(inEditor('{"a":{"b":{}}}', { tabSize: 16 }));
    expect(formatted('{\n\t"a": {"b":{}}}')).toBe('{\n\t"a": {\n\t\t"b": {}\n\t}\n}');
  });

  it.each([
    ['\uFEFF {"a":{}}\n\n\n', '\uFEFF{\n  "a": {}\n}\n'],
    ['\uFEFF // c\n{}', '\uFEFF// c\n{}'],
    ['{"a":{},\r\n"b":1}', '{\r\n  "a": {},\r\n  "b": 1\r\n}'],
    ['{"a":{},\r"b":1}\r', '{\r  "a": {},\r  "b": 1\r}\r'],
    ['["\uD800",\n"\uDC00\\u0000\\""]', '["\uD800", "\uDC00\\u0000\\""]'],
    ['{"a":1,"a":2,"__proto__":[1e999,-0,1E+05]}', '{ "a": 1, "a": 2, "__proto__": [1e999, -0, 1E+05] }'],
    ['  1 ', '1'],
    ['[ ]', '[]'],
    ['{\n}', '{}'],
  ])('of %j is %j', (text, expected) => {
    expect(formatted(text)).toBe(expected);
  });

  it('does not indent what is nested deeper than any targeting', () => {
    const text = '['.repeat(200) + '{"a":{}}' + ']'.repeat(200);
    const after = formatted(text) ?? '';
    expect(tokens(after)).toEqual(tokens(text));
    expect(Math.max(...after.split('\n').map((line) => line.search(/\S/)))).toBe(40);
    expect(formatted(after)).toBe(after);
  });
});

describe('nothing is changed in a text', () => {
  it.each([
    '',
    ' ',
    '\uFEFF',
    '{',
    '{ "a": }',
    '{"a":1}}',
    '{"a":1 "b":2}',
    "{'a':1}",
    '{"a":"x\n"}',
    '[1,] /*',
    '{"a":tru}',
  ])('that is no JSON: %j', (text) => {
    expect(formatted(text)).toBeUndefined();
    expect(formatting(open(text), { tabSize: 2, insertSpaces: true })).toBeNull();
  });

  it('that is larger than twice what the service takes', () => {
    const text = `["${'x'.repeat(MAX_FORMATTED_LENGTH)}"]`;
    expect(formatted(text)).toBeUndefined();
  });
});

describe('what we write ourselves stays as it is:', () => {
  const demo = join(import.meta.dirname, '../../demo');
  const files = readdirSync(demo, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));

  it.each(files)('the example %s', (name) => {
    const text = readFileSync(join(demo, name), 'utf8');
    expect(formatted(text)).toBe(text);
  });

  it.each(returnTypes)('a new file of the type %s', (type) => {
    expect(formatted(newTargeting(type))).toBe(newTargeting(type));
  });

  it('whatever a pull writes into a new file', () => {
    const shallow = fc.jsonValue({ maxDepth: 6 });
    fc.assert(
      fc.property(shallow, (value) => {
        const text = newFile(JSON.stringify(value));
        expect(formatted(text)).toBe(text);
      }),
    );
  });

  it.each(files.filter((name) => name.endsWith('.targeting.json')))(
    'what a pull makes of %s, unless a line has become too long',
    (name) => {
      const text = readFileSync(join(demo, name), 'utf8');
      for (const other of files.filter((each) => each.endsWith('.targeting.json'))) {
        const { content, disabled } = JSON.parse(readFileSync(join(demo, other), 'utf8')) as Record<string, unknown>;
        const edits = pulled(parse(text), JSON.stringify({ content, disabled }));
        const after = applyEdits(text, edits ?? []);
        if (after.split('\n').every((line) => line.length <= 120)) expect(formatted(after)).toBe(after);
      }
    },
  );

  const inContent = (inside: string) => `{\n\t"content": {\n\t\t${inside}\n\t}\n}\n`;
  const inRule = (inside: string) => inContent(`"rules": [\n\t\t\t{\n\t\t\t\t${inside}\n\t\t\t}\n\t\t]`);
  it.each([
    ['of the file', '|\n'],
    ['of content', '{\n\t"content": |\n}\n'],
    ['of rules', inContent('"rules": [\n\t\t\t|\n\t\t]')],
    ['of variations', inContent('"variations": [\n\t\t\t|\n\t\t]')],
    ['of prerequisites', inContent('"prerequisites": [\n\t\t\t|\n\t\t]')],
    ['of serves', inContent('"defaultServe": |')],
    ['of conditions', inRule('"conditions": [\n\t\t\t\t\t|\n\t\t\t\t]')],
  ])('each snippet %s', (_name, marked) => {
    const { labels, accept } = completionsAt(marked);
    expect(labels.length).toBeGreaterThan(0);
    for (const label of labels) expect(formatted(accept(label))).toBe(accept(label));
  });
});

describe('any text', () => {
  it.each(fixtures.map(({ name, annotated }) => [name, withoutAnnotations(annotated)]))(
    'has the same tokens and the same layout when it is formatted twice: %s',
    (_name, text) => {
      hasWhiteSpaceChangedAlone(text);
    },
  );

  it('of JSON, with and without comments and commas too many, and half typed, too', () => {
    fc.assert(
      fc.property(fc.oneof(jsonTexts, toggleTexts, withComments(toggleTexts), typedTexts), hasWhiteSpaceChangedAlone),
    );
  });

  it('has in an editor what it has on the command line, also where all of it changes at once', () => {
    const text = `[${'{"a":{}},'.repeat(5_000)}1]`;
    expect(formatting(open(text), { tabSize: 2, insertSpaces: true })).toHaveLength(1);
    const whole = `[${'\n  {\n    "a": {}\n  },'.repeat(5_000)}\n  1\n]`;
    expect([inEditor(text), formatted(text)]).toEqual([whole, whole]);
  });

  it('is edited only where the white space differs', () => {
    const text = '{\n  "a": {},\n    "b": [1, 2],\n  "c" : 3\n}\n';
    const edits = formatting(open(text), { tabSize: 2, insertSpaces: true });
    expect(edits?.map(({ range, newText }) => [range.start.line, newText])).toEqual([
      [1, '\n  '],
      [3, ''],
    ]);
  });

  it.each(['[', '{"a":[1,2,3],"b":"x\\n"},', '1,', '"\\u0041",', '// c\n1,', ' \n'])(
    'is formatted though it has 1 MiB: %j',
    (item) => {
      const inside = item.repeat(2 ** 19 / item.length);
      const json = parse(item === '[' ? inside + ']'.repeat(inside.length) : `[${inside}${inside}1]`);
      expect(formattedText(json)).toBeDefined();
    },
  );
});

function hasWhiteSpaceChangedAlone(text: string): void {
  const after = formatted(text);
  if (after === undefined) return;
  expect(tokens(after)).toEqual(tokens(text));
  expect(formatted(after)).toBe(after);
}

/** Comments wherever one may stand. */
function withComments(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const comment = fc.constantFrom('/* c */', ' /* c\n d */\n', '// c\n', '\n\n// c\r\n', ' /**/ ', '');
  return fc.tuple(texts, fc.infiniteStream(comment)).map(([text, comments]) => {
    const all = tokens(text);
    const between = [...comments.take(all.length)];
    return all.map((token, at) => `${between[at] ?? ''}\n${token}`).join('');
  });
}
