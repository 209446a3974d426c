/** Tests proposals of keys and whole objects: the inserted text is valid, has no problems and follows the document's indentation. */
import { describe, expect, it } from 'vitest';
import { predicates } from '../../../server/src/core/targeting/values/predicates.js';
import { completionsAt } from '../../support/completions.js';
import { codesIn, configUri } from '../../support/fixes.js';

const variations = '"variations": [{ "value": "false", "name": "off" }, { "value": "true", "name": "on" }]';
const plain = { editor: { snippets: false, indents: false } };

const wholeFile = `{
	"disabled": false,
	"content": {
		"rules": [],
		"disabledServe": { "select": 0 },
		"defaultServe": { "select": 1 },
		"variations": [
			{ "value": "false", "name": "off", "description": "" },
			{ "value": "true", "name": "on", "description": "" }
		]
	}
}`;

describe('a whole file', () => {
  it.each(['|', '{|}', '{ | }', '{|', '{}|', '"|"', '"|', 'fi|'])('replaces %s', (marked) => {
    expect(completionsAt(marked).accept('whole file')).toBe(wholeFile);
    expect(codesIn(wholeFile)).toEqual([]);
  });

  it('keeps the white space and the byte order mark of the file', () => {
    expect(completionsAt(' \n|\n').accept('whole file')).toBe(` \n${wholeFile}\n`);
    expect(completionsAt('\uFEFF|').accept('whole file')).toBe(`\uFEFF${wholeFile}`);
  });

  it('is inserted into existing braces on separate lines', () =>
    expect(completionsAt('{\n|\n}', plain).accept('whole file')).toBe(
      wholeFile.replaceAll('\t', '  ').replaceAll('\n  ', '\n'),
    ));

  it('is not proposed if the file already has a property', () =>
    expect(completionsAt('{ "comment": "", | }').labels).not.toContain('whole file'));

  it('is proposed for a config', () => {
    const after = completionsAt('|', { uri: configUri }).accept('whole file');
    expect(codesIn(after, configUri)).toEqual([]);
    expect(JSON.parse(after)).toMatchObject({ environments: { dev: {} } });
  });
});

describe('an inserted object', () => {
  const rules = (list: string) => `{ "content": { "rules": ${list}, ${variations} } }`;

  it('has no problems except empty fields if it is a rule', () => {
    const after = completionsAt(rules('[|]')).accept('rule');
    expect(codesIn(after)).toEqual(['empty-name', 'empty-subject', 'empty-object']);
    expect(JSON.parse(after)).toMatchObject({
      content: {
        rules: [{ name: '', serve: { select: 0 }, conditions: [{ type: 'string', predicate: 'is one of' }] }],
      },
    });
  });

  const kinds = [...Object.keys(predicates), 'number between', 'datetime between'].map((kind) => `condition: ${kind}`);
  /** A segment condition needs no subject, and a datetime without a subject means the present time. */
  const empty: Readonly<Record<string, readonly string[]>> = {
    'condition: string': ['empty-subject', 'empty-object'],
    'condition: number': ['empty-subject'],
    'condition: number between': ['empty-subject'],
    'condition: semver': ['empty-subject'],
    'condition: segment': ['empty-object'],
  };
  it.each(kinds)('has no problems except empty fields if it is a %s', (label) => {
    const after = completionsAt(rules('[{ "serve": { "select": 0 }, "conditions": [|] }]')).accept(label);
    expect(codesIn(after)).toEqual(empty[label] ?? []);
    const { content } = JSON.parse(after) as { content: { rules: [{ conditions: [{ type: string }] }] } };
    expect(label).toContain(content.rules[0].conditions[0].type);
  });

  it('uses existing braces if it is a condition', () => {
    const marked = rules('[{ "conditions": [{|}] }]');
    const wrapped = completionsAt(rules('[{ "conditions": [|] }]')).accept('condition: number between');
    expect(completionsAt(marked).accept('condition: number between')).toBe(wrapped);
  });

  it('has the missing boolean value if it is a variation', () => {
    const marked = '{ "content": { "variations": [{ "value": "true" }, |] } }';
    expect(completionsAt(marked).accept('variation')).toBe(
      marked.replace('|', '{ "value": "false", "name": "", "description": "" }'),
    );
  });
});

describe('a choice in an inserted object', () => {
  const inserted = (marked: string, label: string) => {
    const { textEdit } = completionsAt(marked).items.find((item) => item.label === label) ?? {};
    return textEdit?.newText ?? '';
  };
  const rules = (list: string) => `{ "content": { "rules": ${list}, ${variations} } }`;

  it('offers words', () => {
    expect(inserted('|', 'whole file')).toContain('"disabled": ${1|false,true|}');
    expect(inserted(rules('[|]'), 'rule')).toContain('"predicate": "${4|is one of,is not any of,');
    expect(inserted(rules('[{ "conditions": [|] }]'), 'condition: segment')).toContain('"${2|is in,is not in|}"');
    const prerequisites = '{ "content": { "prerequisites": [|] } }';
    expect(inserted(prerequisites, 'prerequisite')).toContain('"type": "${3|boolean,string,number,json|}"');
  });

  it('does not offer indices, because hints and completion explain an index', () => {
    expect(inserted(rules('[|]'), 'rule')).toContain('"select": ${2:0} }');
    expect(inserted('|', 'whole file')).toContain('"select": ${6:1} }');
    expect(inserted(`{ "content": { ${variations}, | } }`, 'defaultServe')).toContain('"select": ${1:0} }');
    expect(inserted(`{ "content": { ${variations}, "defaultServe": { | } } }`, 'select')).toBe('"select": ${1:0}');
    expect(completionsAt(`{ "content": { ${variations}, "defaultServe": { "select": |0 } } }`).labels).toEqual([
      '0 · off = "false"',
      '1 · on = "true"',
    ]);
  });
});

describe('inserted lines are indented like the document', () => {
  const marked =
    '{\r\n    "content": {\r\n        "variations": [\r\n            |\r\n        ],\r\n        "rules": []\r\n    }\r\n}';
  const before = marked.replace('"variations"', '"rules"').replace('"rules": []', '"x": 1');

  it('by the server for an editor without snippet support', () => {
    const after = completionsAt(before, plain).accept('rule');
    expect(after.split('\r\n').slice(2, 7)).toEqual([
      '        "rules": [',
      '            {',
      '                "name": "",',
      '                "serve": { "select": 0 },',
      '                "conditions": [',
    ]);
    expect(after).not.toMatch(/\t|[^\r]\n/);
  });

  it('by the editor if it supports indentation', () => {
    const { items } = completionsAt(before);
    expect(items.find(({ label }) => label === 'rule')).toMatchObject({ insertTextMode: 2, insertTextFormat: 2 });
    expect(completionsAt(before, { editor: { snippets: true, indents: false } }).items[0]).not.toHaveProperty(
      'insertTextMode',
    );
    expect(completionsAt(before, { editor: { snippets: false, indents: true } }).accept('rule')).toContain(
      '\r\n                "name"',
    );
  });

  it('with tabs if the document has tabs', () => {
    const after = completionsAt('{\n\t"content": {\n\t\t"rules": [\n\t\t\t|\n\t\t]\n\t}\n}', plain).accept('rule');
    expect(after).toContain('\n\t\t\t{\n\t\t\t\t"name": "",\n');
  });
});

describe('proposed keys', () => {
  const labels = (marked: string) => completionsAt(marked).labels;

  it('are the missing properties with descriptions, common properties first', () => {
    expect(labels('{ "comment": "", | }')).toEqual('disabled content baseVersion trackAccessEvents $schema'.split(' '));
    expect(completionsAt('{ "comment": "", | }').items[0]).toMatchObject({
      detail: 'Disabled',
      documentation: { kind: 'markdown', value: expect.stringContaining('`true`') as string },
      kind: 10,
    });
  });

  it('fit the existing properties', () => {
    const condition = (properties: string) => `{ "content": { "rules": [{ "conditions": [{ ${properties}, | }] }] } }`;
    expect(labels(condition('"type": "segment", "predicate": "is in"'))).toEqual(['objects']);
    expect(labels(condition('"type": "number", "predicate": "="'))).toEqual(['subject', 'objects']);
    expect(labels(condition('"type": "number", "predicate": "between"'))).toEqual(
      'subject objects leftPredicate rightPredicate rightObjects'.split(' '),
    );
    expect(labels('{ "content": { "defaultServe": { "select": 0, | } } }')).toEqual([]);
    const rule = (properties: string) => `{ "content": { "rules": [{ ${properties}, | }] } }`;
    expect(labels(rule('"name": "beta"'))).toEqual(['serve', 'conditions']);
    expect(labels(rule('"name": "beta", "serve": { "select": 0 }, "conditions": []'))).toEqual([]);
    expect(labels('{ "content": { "defaultServe": { "split": [10000], | } } }')).toEqual([]);
  });

  describe('are inserted with a likely value', () => {
    const itInserts = (label: string, marked: string, property: string, uri = 'file:///a/b.targeting.json') => {
      it(label, () => expect(completionsAt(marked, { uri }).accept(label)).toBe(marked.replace('|', property)));
    };
    const condition = (properties: string) => `{ "content": { "rules": [{ "conditions": [{ ${properties} }] }] } }`;
    itInserts('defaultServe', `{ "content": { ${variations}, | } }`, '"defaultServe": { "select": 0 }');
    itInserts('split', `{ "content": { ${variations}, "defaultServe": { | } } }`, '"split": [5000, 5000]');
    itInserts('select', '{ "content": { "defaultServe": { | } } }', '"select": 0');
    itInserts('type', condition('|'), '"type": "string"');
    itInserts('predicate', condition('"type": "datetime", |'), '"predicate": "after"');
    itInserts('objects', condition('"type": "string", |'), '"objects": [""]');
    itInserts('baseVersion', '{ | }', '"baseVersion": 0');
    itInserts('api', '{ "environments": { "dev": { | } } }', '"api": "featureprobe"', configUri);
  });
});
