/** Tests that the time for odd or huge files does not grow faster than the file. */
import { expect, it } from 'vitest';
import { targetingProblems } from '../../server/src/core/check-engine/problems.js';
import { parse } from '../../server/src/core/json/document.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { shortestTime } from '../support/times.js';

const open = (text: string) => OpenDocument.open('file:///a.targeting.json', 'json', 1, text);
const list = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => item(at)).join();
const targeting = (rules: string, variations: string) =>
  `{ "content": { "rules": [${rules}], "variations": [${variations}] } }`;

it.each<[string, (size: number) => string]>([
  ['with one key that is repeated', (size) => `{${list(size, () => '"$schema":1')}}`],
  ['with a list of nulls', (size) => `{"content":{"defaultServe":{"split":[${list(size, () => 'null')}]}}}`],
  [
    'with short splits and as many variations',
    (size) =>
      targeting(
        list(size / 2, () => '{"name":"a","serve":{"split":[10000]}}'),
        list(size / 2, (at) => `{"value":"${at}"}`),
      ),
  ],
  [
    'with selects and as many variations',
    (size) =>
      targeting(
        list(size / 2, (at) => `{"name":"${at}","serve":{"select":${at}}}`),
        list(size / 2, (at) => `{"value":"${at}"}`),
      ),
  ],
])('time is proportional to the size of a file %s', (_name, textOf) => {
  const [small, large] = [textOf(2_000), textOf(8_000)];
  const look = (text: string) => shortestTime(() => [targetingProblems(parse(text)), open(text).problems]);
  look(small);
  expect(look(large)).toBeLessThan(10 * Math.max(5, look(small)));
});
