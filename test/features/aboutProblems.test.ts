/** Tests the two actions after the fixes of each problem: turning its code off in the config, and opening its documentation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '@vscode/l10n';
import { afterEach, describe, expect, it } from 'vitest';
import type { FixContext } from '../../server/src/core/features/actions/fixes.js';
import { codeActions } from '../../server/src/core/features/actions/fixes.js';
import { configurableCodes, defaultSeverities, problemCodes } from '../../server/src/core/checks/codes.js';
import { plainRating } from '../../server/src/core/checks/rating.js';
import { diagnostics, pageOf } from '../../server/src/core/features/diagnostics.js';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { open } from '../support/annotated.js';
import { configUri, editsApplied, fixesAt, selectionIn, shownIn } from '../support/fixes.js';

const docs = 'https://docs';
const above = (config: string): FixContext => ({ config: { uri: configUri, text: () => config } });
const plain = '{ "environments": { "dev": {} } }';
const unknown = '{ "que|ry": 1 }';
const off = (code: string) => `Turn off ${code} in targeting.config.json`;
const show = (code: string) => `Show the documentation of ${code}`;

function turnedOff(config: string): string {
  const action = fixesAt(unknown, undefined, above(config)).actions.find(
    ({ title }) => title === off('unknown-property'),
  );
  const { changes = {} } = action?.edit ?? {};
  expect(Object.keys(changes)).toEqual([configUri]);
  const after = editsApplied(config, changes[configUri] ?? []);
  expect(parseConfig(after).severities).toMatchObject({ 'unknown-property': 'off' });
  return after;
}

describe('the extra actions of a problem', () => {
  it('follow its fixes, turn its code off or open its documentation, and are not preferred', () => {
    const { titles, actions } = fixesAt('{ "comm|ant": 1 }', undefined, { ...above(plain), docs });
    expect(titles).toEqual([
      ...['Rename to "comment"', 'Remove "commant"'],
      ...[off('unknown-property'), show('unknown-property')],
    ]);
    expect(actions.map(({ isPreferred = false }) => isPreferred)).toEqual([true, false, false, false]);
    expect(actions.map(({ kind }) => kind)).toEqual(Array(4).fill('quickfix'));
  });

  it('appear once per code and apply to all problems with that code', () => {
    const { text, range } = selectionIn('|{ "query": 1, "disabled": "yes", "more": 2 }|');
    const document = open(text);
    const context = { diagnostics: shownIn(document), only: ['quickfix'] };
    const actions = codeActions(document, range, context, { ...above(plain), docs });
    expect(actions.slice(-4).map(({ title, diagnostics = [] }) => [title, diagnostics.length])).toEqual([
      [off('unknown-property'), 2],
      [show('unknown-property'), 2],
      [off('wrong-type'), 1],
      [show('wrong-type'), 1],
    ]);
  });

  it('show the displayed code', () => {
    const rating = { severities: {}, isFeatureProbe: true };
    const text =
      '{ "content": { "rules": [{ "serve": { "select": 0 }, "conditions": [{ "type": "number", "predicate": "betw|een" }] }] } }';
    expect(fixesAt(text, undefined, { docs, rating }).titles).toEqual([show('service-limit')]);
    expect(fixesAt(text, undefined, { docs }).titles).toEqual([show('incomplete-between')]);
  });

  it('are missing if the editor reports the problem itself, or if nothing is reported', () => {
    const beside = { ...above(plain), docs };
    const comma = '{ "disabled": true,| }';
    expect(fixesAt(comma, undefined, beside).titles).toEqual(['Remove the comma', off('syntax'), show('syntax')]);
    const reported = { ...beside, reportedByEditor: () => true };
    expect(fixesAt(comma, undefined, reported).titles).toEqual(['Remove the comma']);
    expect(fixesAt('{ "disabled": tr|ue }', undefined, beside).titles).toEqual([]);
    const rating = { severities: { 'unknown-property': 'off' }, isFeatureProbe: false } as const;
    expect(fixesAt(unknown, undefined, { ...beside, rating }).titles).toEqual([]);
  });
});

it('the documentation action opens the page linked from the problem', () => {
  const action = fixesAt(unknown, undefined, { docs }).actions.at(-1);
  const [diagnostic] = shownIn(open('{ "query": 1 }'));
  expect(action?.command).toEqual({
    title: show('unknown-property'),
    command: 'vscode.open',
    arguments: [diagnostic?.codeDescription?.href],
  });
  expect(action?.diagnostics).toMatchObject([{ code: 'unknown-property' }]);
});

describe('the page of a problem', () => {
  const pages = 'https://h/docs/problems.md';
  const text = '{ "disabled": true, }';
  const links = () =>
    [open(unknown.replace('|', '')), open(text)].flatMap((document) => {
      const shown = diagnostics(document, { rating: plainRating, docs: pages, reportedByEditor: () => false });
      return shown.map(({ codeDescription }) => codeDescription?.href);
    });
  afterEach(() => {
    config({ contents: {} });
  });

  it('is English while the messages are', () => {
    expect(links()).toEqual([`${pages}#unknown-property`, `${pages}#syntax`]);
  });

  it('is Chinese if the messages are and it is translated', () => {
    config({ contents: { en: 'zh-CN' } });
    expect(links()).toEqual(['https://h/docs/problems.zh-cn.md#unknown-property', `${pages}#syntax`]);
  });

  it('has a section for each code that links to it', () => {
    config({ contents: { en: 'zh-CN' } });
    const found = problemCodes.filter((code) => pageOf(code, pages).includes('zh-cn'));
    const page = readFileSync(join(import.meta.dirname, '../../docs/problems.zh-cn.md'), 'utf8');
    expect(found.toSorted()).toEqual([...page.matchAll(/^## (.+)$/gm)].map(([, code]) => code).toSorted());
  });
});

describe('turning a code off', () => {
  it('edits a config without severities, and keeps its layout', () => {
    expect(turnedOff(plain)).toBe('{ "environments": { "dev": {} }, "problems": { "unknown-property": "off" } }');
    expect(turnedOff('{\r\n\t"environments": {\r\n\t\t"dev": {}\r\n\t}\r\n}\r\n')).toBe(
      '{\r\n\t"environments": {\r\n\t\t"dev": {}\r\n\t},\r\n\t"problems": { "unknown-property": "off" }\r\n}\r\n',
    );
    expect(turnedOff('{}')).toContain('"problems": { "unknown-property": "off" }');
  });

  it('adds to the existing severities, or replaces the severity of the code', () => {
    expect(turnedOff('{ "problems": { "syntax": "hint" }, "project": "a" }')).toBe(
      '{ "problems": { "syntax": "hint", "unknown-property": "off" }, "project": "a" }',
    );
    expect(turnedOff('{ "problems": {\n  "unknown-property": "error",\n  "syntax": "hint" } }')).toBe(
      '{ "problems": {\n  "unknown-property": "off",\n  "syntax": "hint" } }',
    );
    expect(turnedOff('{ "project": "a", "problems": {} }')).toMatch(
      /^\{ "project": "a", "problems": \{ .*"off" \} \}$/,
    );
  });

  it('keeps comments, trailing commas and invalid parts unchanged', () => {
    const config = '// ours\n{\n  "project": 7, /* ? */\n  "problems": { "syntax": "hint" }, // all\n}\n';
    expect(turnedOff(config)).toBe(config.replace('"hint"', '"hint", "unknown-property": "off"'));
    const twice = '{ "project": "a", "project": "b" }';
    expect(turnedOff(twice)).toBe('{ "project": "a", "project": "b", "problems": { "unknown-property": "off" } }');
  });

  it.each([
    ['is half typed', '{ "project": "a", '],
    ['is empty', ''],
    ['is no object', '[]'],
    ['has severities that are no object', '{ "problems": [] }'],
  ])('is not offered for a config that %s', (_what, config) =>
    expect(fixesAt(unknown, undefined, above(config)).titles).toEqual(['Remove "query"']),
  );

  it('is not offered without a config, or if the config cannot be read', () => {
    expect(fixesAt(unknown).titles).toEqual(['Remove "query"']);
    const unreadable = { config: { uri: configUri, text: () => undefined } };
    expect(fixesAt(unknown, undefined, unreadable).titles).toEqual(['Remove "query"']);
  });

  it('is not offered for codes that a config cannot set, such as look-alike names', () => {
    const config = '{ "environments": { "prod": {}, "pr|оd": {} } }';
    const beside = { ...above(config.replace('|', '')), docs };
    expect(fixesAt(config, configUri, beside).titles).toEqual([show('look-alike-names')]);
    expect(fixesAt('{ "environments": { "dev": { "protcted|": 1 } } }', configUri, beside).titles).not.toContain(
      off('invalid-config'),
    );
    const fixed = Object.keys(defaultSeverities).filter((code) => !configurableCodes.some((each) => each === code));
    expect(fixed).toEqual([
      ...'invalid-config unreadable-file look-alike-names too-many-problems invalid-users invalid-tests'.split(' '),
      ...'conflict-markers unclear-rule'.split(' '),
    ]);
  });
});
