/** Files that nobody writes by hand: what is answered stays small, and twice the file takes no more than its share. */
import type { DocumentSymbol } from 'vscode-languageserver-types';
import { describe, expect, it } from 'vitest';
import { documentSymbol } from '../../server/src/features/documentSymbol.js';
import { inlayHints } from '../../server/src/features/inlayHints.js';
import { OpenDocument } from '../../server/src/features/openDocument.js';
import { problemsOfText } from '../../server/src/check-engine/problems.js';
import type { OtherToggles } from '../../server/src/targeting/otherToggles.js';

const open = (text: string) => OpenDocument.open('file:///a.targeting.json', 'json', 1, text);
const list = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => item(at)).join();
const targeting = (rules: string, variations: string) =>
  `{ "content": { "rules": [${rules}], "variations": [${variations}] } }`;

/** Milliseconds, the best of three: a machine that has other work is slow once. */
function best(run: () => unknown): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now();
      run();
      return performance.now() - start;
    }),
  );
}

describe('four times the text takes about four times as long, not sixteen times', () => {
  it.each<[string, (size: number) => string]>([
    ['one key again and again', (size) => `{${list(size, () => '"$schema":1')}}`],
    ['nulls in a list', (size) => `{"content":{"defaultServe":{"split":[${list(size, () => 'null')}]}}}`],
    [
      'short splits beside as many variations',
      (size) =>
        targeting(
          list(size / 2, () => '{"name":"a","serve":{"split":[10000]}}'),
          list(size / 2, (at) => `{"value":"${at}"}`),
        ),
    ],
    [
      'selects beside as many variations',
      (size) =>
        targeting(
          list(size / 2, (at) => `{"name":"${at}","serve":{"select":${at}}}`),
          list(size / 2, (at) => `{"value":"${at}"}`),
        ),
    ],
  ])('%s', (_name, textOf) => {
    const [small, large] = [textOf(2_000), textOf(8_000)];
    const look = (text: string) => best(() => [problemsOfText(text), open(text).problems]);
    look(small);
    expect(look(large)).toBeLessThan(10 * look(small) + 20);
  });
});

describe('an answer that nobody could look through', () => {
  it('names the first of many variations in the outline, and how many more there are', () => {
    const outline = documentSymbol(
      open(
        targeting(
          '',
          list(6_000, () => '{}'),
        ),
      ),
      { hierarchical: true },
    );
    const [, variations] = outline as readonly DocumentSymbol[];
    expect(variations?.children).toHaveLength(5_001);
    expect(variations?.children?.at(-1)?.name).toBe('… and 1000 more');
  });

  it('has no more hints than are shown', () => {
    const document = open(
      targeting(
        list(50, () => `{"serve":{"split":[${list(1_000, () => '10')}]}}`),
        list(1_000, () => '{"value":"a"}'),
      ),
    );
    const whole = { start: { line: 0, character: 0 }, end: document.positionAt(document.json.length) };
    const { length } = inlayHints(document, whole, { select: true, split: true, index: true });
    expect(length).toBeGreaterThan(5_000);
    expect(length).toBeLessThan(7_000);
  });
});

describe('toggles that require many others each', () => {
  /** In layers: each requires all of the next one, so that there are many ways down and no cycle. */
  const layered = (width: number): OtherToggles & { readonly asked: () => number } => {
    let asked = 0;
    return {
      own: 'own',
      asked: () => asked,
      named: (key) => {
        asked += 1;
        const layer = Number(key.split('.')[0]);
        const required = layer < 15 ? Array.from({ length: width }, (_, at) => `${layer + 1}.${at}`) : [];
        return { values: undefined, required };
      },
    };
  };
  const own = `{ "content": { "prerequisites": [${list(100, (at) => `{ "key": "1.${at}", "value": "a", "type": "string" }`)}] } }`;

  it('are followed so far, and where that ends is said once', () => {
    const others = layered(100);
    const found = problemsOfText(own, { otherToggles: others }).filter(({ code }) => code === 'prerequisite-depth');
    expect(found.map(({ message }) => message)).toEqual([
      'More than 2000 prerequisites follow from those of this file: from here on, none was looked at for a cycle or a chain that is too long.',
    ]);
    expect(others.asked()).toBeLessThan(500);
  });

  it('are all followed where they are few', () => {
    const one = '{ "content": { "prerequisites": [{ "key": "1.0", "value": "a", "type": "string" }] } }';
    expect(
      problemsOfText(one, { otherToggles: layered(5) }).filter(({ code }) => code === 'prerequisite-depth'),
    ).toEqual([]);
  });
});
