/** Tests the one-line summary of an environment, and which part of a literal in code is the key. */
import { describe, expect, it } from 'vitest';
import { plainRating } from '../../server/src/core/checks/rating.js';
import { codeActionsInCode } from '../../server/src/core/features/inCode/codeActions.js';
import { insideQuotes } from '../../server/src/core/features/inCode/codeText.js';
import { servedInWords } from '../../server/src/core/features/inCode/togglesInCode.js';
import { parse } from '../../server/src/core/json/document.js';
import { CodeDocument } from '../../server/src/lsp/code/codeDocument.js';
import { rows } from '../support/rows.js';

const variations = [{ value: 'false', name: 'old' }, { value: 'true', name: 'beta' }, { value: 'x' }];
const rule = (serve: object) => ({ conditions: [{ type: 'string', subject: 'city' }], serve });

function words(content: object, body: object = {}): string {
  return servedInWords(parse(JSON.stringify({ ...body, content: { variations, ...content } })));
}

describe('the summary of an environment in code', () => {
  it('says what everyone gets', () => {
    expect(words({ defaultServe: { select: 1 } })).toBe('everyone beta');
    expect(words({ defaultServe: { split: [0, 10_000] } })).toBe('everyone beta');
    expect(words({ defaultServe: { select: 2 } })).toBe('everyone "x"');
    expect(words({ defaultServe: { select: 7 } })).toBe('everyone variation 7');
    expect(words({})).toBe("the service's value");
  });

  it('lists the shares of a split, largest first', () => {
    expect(words({ defaultServe: { split: [7_500, 2_500] } })).toBe('25% beta, others old');
    expect(words({ defaultServe: { split: [2_000, 7_000, 1_000] } })).toBe('10% "x", 20% old, others beta');
    expect(words({ defaultServe: { split: [5_000, 2_500] } })).toBe('50% old, 25% beta');
  });

  it('lists what rules serve, and what all other users get', () => {
    const defaultServe = { select: 0 };
    expect(words({ defaultServe, rules: [rule({ select: 1 })] })).toBe(
      'beta for users matched by 1 rule, old for everyone else',
    );
    const split = [rule({ split: [7_500, 2_500] })];
    expect(words({ defaultServe, rules: split })).toBe('25% beta for users matched by 1 rule, old for everyone else');
    expect(words({ defaultServe: { select: 2 }, rules: split })).toBe(
      '75% old, 25% beta for users matched by 1 rule, "x" for everyone else',
    );
    const rules = [rule({ select: 1 }), rule({ split: [5_000, 5_000] })];
    expect(words({ defaultServe: { split: [9_000, 1_000] }, rules })).toBe(
      'beta or old for users matched by 2 rules, 90% old, 10% beta for everyone else',
    );
  });

  it('says that the toggle is disabled, and lists required toggles', () => {
    const content = { defaultServe: { select: 1 }, disabledServe: { select: 0 } };
    expect(words(content, { disabled: true })).toBe('everyone old (disabled)');
    const prerequisites = [{ key: 'login', value: 'true' }];
    expect(words({ ...content, prerequisites })).toBe('everyone beta; requires login');
  });

  it('escapes Markdown in names', () => {
    const named = [{ value: 'a', name: '[x](http://y)' }];
    expect(words({ variations: named, defaultServe: { select: 0 } })).not.toContain('[x](');
  });
});

it.each([
  ['"new_ui"', 'new_ui'],
  ["'new_ui'", 'new_ui'],
  ['`new_ui`', 'new_ui'],
  ['@"new_ui"', 'new_ui'],
  ['r"new_ui"', 'new_ui'],
  ['"""new_ui"""', 'new_ui'],
  ['""', ''],
  ['NEW_UI', undefined],
  ['Flags.of("a")', undefined],
])('finds the key in quotes, if any, in %s', (literal, key) => {
  const inside = insideQuotes(`x ${literal}`, { from: 2, to: 2 + literal.length });
  expect(inside && `x ${literal}`.slice(inside.from, inside.to)).toBe(key);
});

it.each(rows`
  app.ts → import { FeatureProbe } from "featureprobe-client-sdk-js";\nx.numberValue("beta", 1); → boolValue
  app.ts → import { FeatureProbe } from "featureprobe-server-sdk-node";\nx.numberValue("beta", u, 1); → booleanValue
  app.ts → import { FeatureProbe } from "featureprobe-server-sdk-node";\nx.stringDetail("beta", u, "");
    → booleanDetail
  App.java → import com.featureprobe.sdk.server.FeatureProbe;\nclass A { String a = fp.stringValue("beta", u, ""); }
    → boolValue
  app.go → import featureprobe "github.com/featureprobe/server-sdk-go"\nvar a = fp.StrDetail("beta", u, "")
    → BoolDetail
  app.rs → use feature_probe_server_sdk::FeatureProbe;\nlet a = fp.number_value("beta", &u, 1.0); → bool_value
`)("changes a wrong method in %s to the method for the toggle's type: %s", (name = '', text = '', method = '') => {
  const beta = {
    key: 'beta',
    name: undefined,
    places: [],
    requiredBy: [],
    returnType: 'boolean',
    variations: [],
  } as const;
  const toggles = { toggle: () => beta, keys: () => ['beta'], areAll: true, documentOf: () => undefined };
  const code = CodeDocument.open(`file:///${name}`, '', 1, text)?.read(new Map([['beta', beta]]), []);
  if (code === undefined) throw new Error('The language is not read.');
  const all = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const beside = { rating: plainRating, makesFiles: true };
  const [first] = codeActionsInCode(code, all, { diagnostics: [] }, toggles, beside);
  expect(first?.title).toBe(`Change to ${method}`);
  const [edit] = first?.edit?.changes?.[code.uri] ?? [];
  expect(edit && text.split('\n')[1]?.slice(edit.range.start.character, edit.range.end.character)).toMatch(
    /^(?:number|str)/i,
  );
  expect(edit?.newText).toBe(method);
});
