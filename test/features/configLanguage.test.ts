/** Tests hovers, fixes and proposals in targeting.config.json, in editors with support for its schema and without. */
import { describe, expect, it } from 'vitest';
import schema from '../../schemas/config.schema.json' with { type: 'json' };
import { codeActions } from '../../server/src/core/features/actions/fixes.js';
import { hover } from '../../server/src/core/features/hover.js';
import type { Schema } from '../../server/src/core/targeting/schema.js';
import { schemas } from '../../server/src/core/targeting/schema.js';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { open } from '../support/annotated.js';
import { completionsAt } from '../support/completions.js';
import { cursorIn } from '../support/cursor.js';
import { codesIn, configUri, fixAll, fixesAt } from '../support/fixes.js';

/** Thu 2026-11-26, 12:00 UTC */
const now = 1_795_694_400_000;
const paris = { uri: configUri, timeZone: 'Europe/Paris' };
const base = '"baseUrl": "https://toggles.example.com", "project": "P"';
const inRules = (rules: string) =>
  `{ ${base}, "environments": { "online": { "protected": true } }, "rules": { ${rules} } }`;

function hoverAt(marked: string, known: object = {}): string | undefined {
  const { text, position } = cursorIn(marked);
  const contents = hover(open(text, configUri), position, { now, locale: 'en', ...known })?.contents;
  return contents !== undefined && typeof contents === 'object' && 'value' in contents ? contents.value : undefined;
}

function fieldsOf(at: Schema, path: readonly string[] = []): readonly (readonly string[])[] {
  const ofNames = at.closed || at.keys.length > 0 ? [] : ['online'].filter((name) => at.property(name) !== undefined);
  return [...at.keys, ...ofNames].flatMap((key) => {
    const own = [...path, key];
    const below = at.property(key);
    return below === undefined ? [] : [own, ...fieldsOf(below, own)];
  });
}

const fields = fieldsOf(schemas.config).filter(([first]) => first !== 'overrides');

function configWith(path: readonly string[], value: unknown): Record<string, unknown> {
  const [key = '', ...rest] = path;
  return { [key]: rest.length === 0 ? value : configWith(rest, value) };
}

function exampleOf(path: readonly string[]): unknown {
  let at: Schema | undefined = schemas.config;
  for (const step of path) at = at?.property(step);
  return at?.examples[0];
}

describe('each field of a config', () => {
  it.each(fields.map((path) => [path.join('.'), path] as const))('%s has a valid example', (_name, path) => {
    const example = exampleOf(path);
    expect(example).toBeDefined();
    const config = { baseUrl: 'https://a.b', project: 'P', environments: { dev: { protected: true } } };
    const [first = '', ...rest] = path;
    const own = rest.length === 0 ? { [first]: example } : configWith(path, example);
    expect(parseConfig(JSON.stringify({ ...config, ...own })).problem).toBeUndefined();
  });

  it.each(fields.map((path) => [path.join('.'), path] as const))('%s shows its example on hover', (_name, path) => {
    const text = JSON.stringify(configWith(path, exampleOf(path)));
    const key = `"${path.at(-1) ?? ''}"`;
    const at = text.lastIndexOf(`${key}:`) + 1;
    const marked = `${text.slice(0, at)}|${text.slice(at)}`;
    const example = `Example:\n\`\`\`json\n${key}: ${JSON.stringify(exampleOf(path), null, 2)}\n\`\`\``;
    expect(hoverAt(marked)).toMatch(/^(\*\*|By default)/);
    expect(hoverAt(marked)?.endsWith(example)).toBe(true);
    expect(hoverAt(marked, { schemaIsKnown: true })).not.toMatch(/^\*\*/);
    expect(hoverAt(marked, { schemaIsKnown: true })?.endsWith(example)).toBe(true);
  });
});

describe('a correction of a config', () => {
  it.each([
    ['"max-step": |"25"', 'Change to 25', '"max-step": 25'],
    ['"require": |"tests"', 'Change to ["tests"]', '"require": ["tests"]'],
    ['"dependents": |"refused"', 'Change to "refuse"', '"dependents": "refuse"'],
    ['"attributes": { "city": |"strng" }', 'Change to "string"', '"attributes": { "city": "string" }'],
    ['"max-rulse|": 5', 'Rename to "max-rules"', '"max-rules": 5'],
    ['"toggle-name": |5', 'Quote the value: "5"', '"toggle-name": "5"'],
  ])('is offered for %s', (wrong, title, right) =>
    expect(fixesAt(inRules(wrong), configUri).apply(title)).toBe(inRules(right)),
  );

  it('offers https for a remote http address, but nothing for an invalid address', () => {
    const of = (url: string) => `{ "baseUrl": "|${url}", "environments": { "dev": {} } }`;
    expect(fixesAt(of('http://toggles.example.com/a'), configUri).titles).toEqual([
      'Change to "https://toggles.example.com/a"',
    ]);
    expect(fixesAt(of('http:/toggles'), configUri).titles).toEqual([]);
  });

  it('is not part of fix all if it changes a rule or an address', () => {
    const text = inRules('"dependents": "refused"');
    expect(fixAll(text.replace('https:', 'http:'), configUri)).toBeUndefined();
  });
});

describe('values outside of the schema are proposed with or without schema support:', () => {
  const looked = new Map([
    ['string', ['city', 'age']],
    ['number', ['age']],
    ['semver', ['app_version']],
  ]);
  const subjects = (type: string | undefined) => looked.get(type ?? '') ?? [];

  it('attributes in files, with their type', () => {
    for (const schemaIsKnown of [true, false]) {
      const options = { ...paris, subjects, schemaIsKnown };
      const { labels, accept } = completionsAt(inRules('"attributes": { "city": "string", | }'), options);
      expect(labels).toEqual(['age', 'app_version']);
      expect(accept('age')).toBe(inRules('"attributes": { "city": "string", "age": "any" }'));
      expect(accept('app_version')).toBe(inRules('"attributes": { "city": "string", "app_version": "semver" }'));
    }
  });

  it('the files of an environment', () => {
    const marked = `{ ${base}, "files": "{environment}/{toggle}.targeting.json", "environments": { "dev": {}, "online": {} }, "overrides": [{ "files": | }] }`;
    expect(completionsAt(marked, { ...paris, schemaIsKnown: true }).labels).toEqual(['"dev/*"', '"online/*"']);
  });

  it('and no schema values if the editor supports the schema', () => {
    for (const marked of [inRules('|'), inRules('"dependents": |'), inRules('"forbid": [|]'), inRules('"max-step": |')])
      expect(completionsAt(marked, { ...paris, schemaIsKnown: true }).labels).toEqual([]);
  });
});

describe('in an editor without schema support, completion', () => {
  it('proposes every property of rules, and each property is valid once inserted', () => {
    const { labels, accept } = completionsAt(inRules('|'), paris);
    expect(labels).toEqual(Object.keys(schema.definitions.rules.properties));
    const unfinished = ['toggle-name', 'require', 'forbid', 'attributes'];
    for (const label of labels.filter((each) => !unfinished.includes(each)))
      expect([label, codesIn(accept(label), configUri)]).toEqual([label, []]);
  });

  it('does not propose an item that is already in the list', () => {
    const { labels } = completionsAt(inRules('"require": ["tests", |]'), paris);
    expect(labels).toEqual(['"comment"', '"rule-name"', '"variation-description"', '"owner"']);
  });

  it('proposes a number or boolean once', () => {
    expect(completionsAt(inRules('"max-step": |'), paris).labels).toEqual(['25']);
    const marked = `{ ${base}, "environments": { "dev": { "protected": | } } }`;
    expect(completionsAt(marked, paris).labels).toEqual(['true', 'false']);
  });
});

describe('unusual configs do not throw', () => {
  const whole = `{
  "baseUrl": "https://toggles.example.com", "project": "P\ud800",
  "environments": { "__proto__": { "rules": { "__proto__": 1 } }, "constructor": { "protected": true } },
  "rules": { "attributes": { "__proto__": "string", "\udc00": "any" }, "toggle-name": "^[a-z", "forbid": ["="],
    "require": ["comment"], "max-step": 25 },
  "overrides": [{ "files": "dev/*", "problems": { "syntax": "off" } }]
}`;

  function ask(text: string): void {
    const document = open(text, configUri);
    const position = document.json.positionAt(text.length);
    parseConfig(text);
    hover(document, position, { now, locale: 'en' });
    codeActions(document, { start: { line: 0, character: 0 }, end: position }, { diagnostics: [] });
    completionsAt(`${text}|`, paris);
  }

  it('if they are cut off anywhere', () => {
    for (let end = 0; end <= whole.length; end += 1) expect(() => ask(whole.slice(0, end))).not.toThrow();
  });

  it.each([
    [
      'many attributes',
      inRules(`"attributes": {${Array.from({ length: 20_000 }, (_, at) => `"a${at}": "string"`).join()}}`),
    ],
    [
      'the same attributes in 200 environments',
      `{ "environments": {${Array.from({ length: 200 }, (_, at) => `"e${at}": { "rules": { "attributes": {${Array.from({ length: 200 }, (_each, own) => `"a${own}": "any"`).join()}} } }`).join()}} }`,
    ],
    [
      '200 large expressions',
      `{ "environments": {${Array.from({ length: 200 }, (_, at) => `"e${at}": { "rules": { "toggle-name": "(a{999}|b{99${at}}){9}" } }`).join()}} }`,
    ],
    ['depth', `{ "rules": ${'{"attributes":'.repeat(20_000)}1${'}'.repeat(20_000)} }`],
    ['depth in a list', inRules(`"require": ${'['.repeat(20_000)}${']'.repeat(20_000)}`)],
    ['a huge expression', inRules(`"toggle-name": "${'(a*)*'.repeat(100_000)}"`)],
    ['blanks', inRules(`"toggle-name": "${' '.repeat(200_000)}x"`)],
    ['more than is read', inRules(`"toggle-name": "${'x'.repeat(2_000_000)}"`)],
  ])('with %s', (_what, text) => expect(() => ask(text)).not.toThrow());
});
