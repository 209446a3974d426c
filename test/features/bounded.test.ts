/** Tests that answers stay small for files that nobody writes by hand. */
import type { DocumentSymbol } from 'vscode-languageserver-types';
import { describe, expect, it } from 'vitest';
import { documentSymbol } from '../../server/src/core/features/layout/documentSymbol.js';
import { inlayHints } from '../../server/src/core/features/layout/inlayHints.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { targetingProblems } from '../../server/src/core/check-engine/problems.js';
import { parse } from '../../server/src/core/json/document.js';
import type { OtherToggles } from '../../server/src/core/targeting/otherToggles.js';

const open = (text: string) => OpenDocument.open('file:///a.targeting.json', 'json', 1, text);
const list = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => item(at)).join();
const targeting = (rules: string, variations: string) =>
  `{ "content": { "rules": [${rules}], "variations": [${variations}] } }`;

describe('a file with thousands of variations or shares', () => {
  it('has an outline that ends with the number of omitted variations', () => {
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

  it('has an outline with the conditions of only the first rules', () => {
    const text = targeting(
      list(3, () => `{"conditions":[${list(4_000, () => '{}')}]}`),
      '',
    );
    const [rules] = documentSymbol(open(text), { hierarchical: true }) as readonly DocumentSymbol[];
    expect(rules?.children?.map(({ children }) => children?.length)).toEqual([4_000, 1_000, 0]);
  });

  it('has no more inlay hints than an editor shows', () => {
    const document = open(
      targeting(
        list(50, () => `{"serve":{"split":[${list(1_000, () => '10')}]}}`),
        list(1_000, () => '{"value":"a"}'),
      ),
    );
    const whole = { start: { line: 0, character: 0 }, end: document.json.positionAt(document.json.length) };
    const { length } = inlayHints(document, whole, { select: true, split: true, index: true, objects: true });
    expect(length).toBeGreaterThan(5_000);
    expect(length).toBeLessThan(7_000);
  });
});

describe('indirect prerequisites', () => {
  /** Toggles in layers: each requires all of the next layer, so there are many paths and no cycle. */
  const layered = (width: number): OtherToggles & { readonly asked: () => number } => {
    let asked = 0;
    return {
      own: 'own',
      requiring: () => [],
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

  it('are followed up to a limit, which one problem reports', () => {
    const others = layered(100);
    const found = targetingProblems(parse(own), { otherToggles: others }).filter(
      ({ code }) => code === 'prerequisite-depth',
    );
    expect(found.map(({ message }) => message)).toEqual([
      "This file's prerequisites lead to more than 2000 toggles: cycles and overlong chains beyond them are not reported.",
    ]);
    expect(others.asked()).toBeLessThan(500);
  });

  it('are all followed if they are few', () => {
    const one = '{ "content": { "prerequisites": [{ "key": "1.0", "value": "a", "type": "string" }] } }';
    expect(
      targetingProblems(parse(one), { otherToggles: layered(5) }).filter(({ code }) => code === 'prerequisite-depth'),
    ).toEqual([]);
  });
});
