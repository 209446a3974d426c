/** Tests the code lens above each variation. */
import { expect, it } from 'vitest';
import { codeLens } from '../../server/src/core/features/codeLens.js';
import { open } from '../support/annotated.js';
import { withPlaces } from '../support/places.js';

function titles(serves: string): (string | undefined)[] {
  const text = `{ "content": { ${serves} "variations": [{ "value": "a" }, { "value": "b" }] } }`;
  return codeLens(open(text)).map(({ command }) => command?.title);
}

it.each([
  ['', ['not served', 'not served']],
  ['"defaultServe": { "select": 1 },', ['not served', 'served by default']],
  ['"disabledServe": { "select": 1 },', ['not served', 'served while disabled']],
  ['"rules": [{ "serve": { "select": 0 } }],', ['served by 1 rule', 'not served']],
  [
    '"rules": [{ "serve": { "select": 0 } }, { "serve": { "split": [1, 9999] } }], "defaultServe": { "select": 0 },',
    ['served by 2 rules and by default', 'served by 1 rule'],
  ],
  [
    '"rules": [{ "serve": { "select": 0 } }], "defaultServe": { "select": 0 }, "disabledServe": { "select": 0 },',
    ['served by 1 rule, by default and while disabled', 'not served'],
  ],
  [
    '"defaultServe": { "select": 1 }, "disabledServe": { "select": 1 },',
    ['not served', 'served by default and while disabled'],
  ],
  ['"defaultServe": { "split": [0, 10000] },', ['not served', 'served by default']],
  ['"defaultServe": { "select": 0, "split": [10000, 0] },', ['served by default', 'not served']],
  ['"rules": [{}, 1, { "serve": { "select": 7 } }],', ['not served', 'not served']],
])('shows what serves each variation in a file with %j', (serves, shown) => expect(titles(serves)).toEqual(shown));

it('puts each lens at the start of its variation, on one line', () => {
  const text = '{ "content": { "variations": [\n  {\n    "value": "a"\n  }\n] } }';
  const ranges = codeLens(open(text)).map(({ range }) => range);
  expect(withPlaces(text, ranges)).toBe(text.replace('  {\n', '  «{»\n'));
});

it('a lens runs the client command that shows references, if the variation has references', () => {
  const document = open('{ "content": { "defaultServe": { "select": 0 }, "variations": [{}, {}] } }');
  const [served, notServed] = codeLens(document, 'show');
  expect(served?.command).toEqual({
    title: 'served by default',
    command: 'show',
    arguments: [document.uri, { line: 0, character: 63 }],
  });
  expect(notServed?.command).toEqual({ title: 'not served', command: '' });
});

it.each(['', '{}', '{ "content": { "variations": {} } }', '{ "content": { "variations": [] } }'])(
  'shows no lens in a file without variations: %s',
  (text) => expect(codeLens(open(text))).toEqual([]),
);

it('shows no lens in a config', () => {
  const text = '{ "content": { "variations": [{}] } }';
  expect(codeLens(open(text, 'file:///a/targeting.config.json'))).toEqual([]);
});
