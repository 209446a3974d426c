/** Tests that a required file is read once, and again when it changes. */
import { expect, it } from 'vitest';
import { parse } from '../../server/src/core/json/document.js';
import { KnownFiles } from '../../server/src/workspace/knownFiles.js';
import { RequiredToggles } from '../../server/src/workspace/requiredToggles.js';

const [a, b, c] = ['file:///a', 'file:///b', 'file:///c'].map((name) => `${name}.targeting.json`) as [
  string,
  string,
  string,
];
const requiring = (key: string) => ({ content: { prerequisites: [{ key, type: 'boolean', value: 'true' }] } });

it('reads a file that two toggles require only once, and again after a change', () => {
  const texts = new Map([a, b, c].map((uri) => [uri, JSON.stringify(uri === c ? {} : requiring('c'))]));
  const read: string[] = [];
  const required = new RequiredToggles((uri) => {
    read.push(uri);
    return texts.get(uri);
  });
  const files = new KnownFiles();
  const open = (uri: string) => {
    const toggle = uri.slice('file:///'.length).split('.')[0] ?? '';
    files.update(uri, {
      uri,
      open: parse(texts.get(uri) ?? ''),
      identity: { toggle, environment: 'dev', places: ['P'] },
    });
  };
  for (const uri of texts.keys()) open(uri);
  const requiredBy = (uri: string, toggle: string) =>
    required.of({ uri, toggle }, parse(texts.get(uri) ?? ''), files).get('c')?.source.targeting;

  expect([requiredBy(a, 'a'), requiredBy(b, 'b')]).toEqual([requiredBy(a, 'a'), requiredBy(a, 'a')]);
  expect(read).toEqual([c]);
  texts.set(c, '{ "disabled": true }');
  open(c);
  expect(requiredBy(a, 'a')).toMatchObject({ disabled: true });
  expect(read).toEqual([c, c]);
});
