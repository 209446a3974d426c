/** Tests how a pull brings the live version into a file. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../server/src/core/json/edit/edits.js';
import { parse } from '../../server/src/core/json/document.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { newFile, pull, pulled } from '../../server/src/core/features/pulled.js';
import { anyTexts, objectTexts, typedTexts } from '../support/jsonTexts.js';
import { rounds } from '../support/rounds.js';

const live = {
  disabled: false,
  content: {
    rules: [
      {
        name: 'beta users',
        conditions: [{ type: 'string', subject: 'email', predicate: 'ends with', objects: ['@example.com'] }],
        serve: { split: [1000, 9000] },
      },
      {
        name: 'staff',
        conditions: [{ type: 'segment', predicate: 'is in', objects: ['staff'] }],
        serve: { select: 1 },
      },
    ],
    disabledServe: { select: 0 },
    defaultServe: { select: 0 },
    variations: [
      { value: 'false', name: 'Off', description: '' },
      { value: 'true', name: 'On', description: '' },
    ],
  },
};

function after(text: string, body: unknown = live): string | undefined {
  const edits = pulled(parse(text), JSON.stringify(body));
  return edits && applyEdits(text, edits);
}

const file = `{
  "$schema": "./any.json",
  "comment": "Mine",
  "content": {
    "variations": [
      { "name": "Off", "value": "false", "description": "", "color": "red" },
      { "value": "true", "name": "On",   "description": "" }
    ],
    "rules": [
      { "name": "staff", "serve": { "select": 1 }, "ticket": "T-7",
        "conditions": [{ "type": "segment", "predicate": "is in", "objects": ["staff"] }] }
    ],
    "defaultServe": { "split": [1e3, 9000] },
    "disabledServe": { "select": 0 }
  },
  "disabled": true,
  "owner": "team-a"
}
`;

it('keeps an empty list of prerequisites if the service has no prerequisites', () => {
  const says = (prerequisites: object) =>
    JSON.stringify({ disabled: false, content: { ...live.content, ...prerequisites } });
  const none = says({ prerequisites: [] });
  expect(after(none)).toBe(none);
  expect(after(says({ prerequisites: [{ key: 'a', value: 'b' }] }))).toBe(says({}));
});

describe('a pull into a file', () => {
  it('keeps order, spelling, comment and all properties that the service does not have', () =>
    expect(after(file)).toBe(`{
  "$schema": "./any.json",
  "comment": "Mine",
  "content": {
    "variations": [
      { "name": "Off", "value": "false", "description": "", "color": "red" },
      { "value": "true", "name": "On",   "description": "" }
    ],
    "rules": [
      {
        "name": "beta users",
        "conditions": [
          {
            "type": "string",
            "subject": "email",
            "predicate": "ends with",
            "objects": ["@example.com"]
          }
        ],
        "serve": { "split": [1000, 9000] }
      },
      { "name": "staff", "serve": { "select": 1 }, "ticket": "T-7",
        "conditions": [{ "type": "segment", "predicate": "is in", "objects": ["staff"] }] }
    ],
    "defaultServe": { "select": 0 },
    "disabledServe": { "select": 0 }
  },
  "disabled": false,
  "owner": "team-a"
}
`));

  it('fills an empty file in the default layout', () => {
    const text = `{
  "disabled": true,
  "content": {
    "rules": [],
    "defaultServe": { "select": 0 },
    "variations": [
      { "value": "a", "name": "A" }
    ]
  }
}
`;
    const body = {
      disabled: true,
      content: { rules: [], defaultServe: { select: 0 }, variations: [{ value: 'a', name: 'A' }] },
    };
    for (const empty of ['', ' \n', '\t', '\uFEFF']) expect(after(empty, body)).toBe(text);
    expect(after('\r\n', body)).toBe(text.replaceAll('\n', '\r\n'));
    expect(after('{}\n', body)).toBe(text);
    expect(newFile(JSON.stringify(body))).toBe(text);
  });

  it('adds missing properties', () =>
    expect(after('{ "comment": "c", "disabled": false }', { disabled: true, content: { rules: [] } })).toBe(
      '{ "comment": "c", "disabled": true, "content": { "rules": [] } }',
    ));

  it('removes properties that are no longer live', () =>
    expect(
      after('{ "disabled": false, "content": { "prerequisites": [{}], "rules": [], "note": 1 } }', {
        disabled: false,
        content: { rules: [] },
      }),
    ).toBe('{ "disabled": false, "content": { "rules": [], "note": 1 } }'));

  it('removes a description that is no longer live', () => {
    const text = (variation: string) => `{ "disabled": false, "content": { "variations": [{ ${variation} }] } }`;
    const body = { disabled: false, content: { variations: [{ value: 'a', name: 'A' }] } };
    expect(after(text('"value": "a", "name": "A", "description": "Old.", "note": 1'), body)).toBe(
      text('"value": "a", "name": "A", "note": 1'),
    );
  });

  it('keeps misplaced properties', () =>
    expect(after('{ "rules": [], "name": "x" }', { disabled: true, content: {} })).toBe(
      '{ "rules": [], "name": "x", "disabled": true, "content": {} }',
    ));
});

it('a pull makes no edits to a file that already matches the live version', () => {
  expect(pulled(parse(JSON.stringify(live)), JSON.stringify(live))).toEqual([]);
  const other = JSON.stringify({ comment: 'c', content: live.content, disabled: false }, null, 7);
  expect(pulled(parse(other), JSON.stringify(live))).toEqual([]);
});

it('a pull returns edits by line and character, and the edited text', () => {
  const open = OpenDocument.open(
    'file:///a.targeting.json',
    'json',
    3,
    '{\r\n  "disabled": true,\r\n  "content": {}\r\n}',
  );
  expect(pull(open, '{"disabled":false,"content":{}}')).toEqual({
    kind: 'ready',
    version: 3,
    edits: [{ range: { start: { line: 1, character: 14 }, end: { line: 1, character: 18 } }, newText: 'false' }],
    text: '{\r\n  "disabled": false,\r\n  "content": {}\r\n}',
  });
});

describe('a pull makes no edits in', () => {
  it.each(['[]', '1', '"{}"', '{', '{ "a": 1, }', '{} // a', '/* a */', '{} {}', '\u00A0', 'tru'])('%s', (text) =>
    expect(after(text)).toBeUndefined(),
  );

  it('any text that is neither empty nor a single object', () =>
    fc.assert(
      fc.property(fc.oneof(anyTexts, typedTexts), (text) => {
        const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
        expect(after(text) !== undefined).toBe(/^[ \t\r\n]*$/.test(source) || isObject(source));
      }),
      { numRuns: rounds(2_000) },
    ));
});

it('after a pull, any object matches the live version and keeps its additional properties', () =>
  fc.assert(
    fc.property(objectTexts, (text) => {
      const now = JSON.parse(after(text) ?? '') as Record<string, unknown>;
      const before = new Map(Object.entries(JSON.parse(text) as Record<string, unknown>));
      expect(now['disabled']).toBe(live.disabled);
      expect(now['content']).toMatchObject(live.content);
      const own = new Map(Object.entries(now).filter(([key]) => key !== 'disabled' && key !== 'content'));
      before.delete('disabled');
      before.delete('content');
      expect(own).toEqual(before);
    }),
  ));

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
