/** Tests what reaches the SDKs: which toggles the API leaves out, and when the server can no longer read anything. */
import { describe, expect, it } from 'vitest';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import type { ReturnType } from '../../server/src/core/evaluation/values/values.js';

const condition = { type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris'] };
const segments = new Map<string, unknown>([['staff', { rules: [{ conditions: [condition] }] }]]);

const contentWith = (change: object) => ({
  rules: [],
  disabledServe: { select: 0 },
  defaultServe: { select: 1 },
  variations: [{ value: '1' }, { value: '2' }],
  prerequisites: [],
  ...change,
});
const rule = (change: object) => ({ rules: [{ serve: { select: 0 }, conditions: [condition], ...change }] });
const conditionWith = (change: object) => rule({ conditions: [{ ...condition, ...change }] });
const variation = (value: unknown) => ({ variations: [{ value }] });
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const prerequisite = (change: object) => ({ prerequisites: [{ key: 'p', type: 'boolean', value: 'true', ...change }] });

/** `status` and `path`, joined with dots; `ok` if the toggle arrives. */
function arrives(change: object, returnType: ReturnType = 'string', disabled = false): string {
  const targeting = { disabled, content: contentWith(change) };
  const { obstacle } = receivedToggle({ key: 't', returnType, targeting }, { toggles: new Map(), segments });
  return obstacle === undefined ? 'ok' : `${obstacle.status} ${obstacle.path.join('.')}`;
}

describe('a toggle vanishes', () => {
  it.each<[string, object, ReturnType?]>([
    ['content.disabledServe', { disabledServe: undefined }],
    ['content.defaultServe', { defaultServe: undefined }],
    ['content.defaultServe', { defaultServe: {} }],
    ['content.defaultServe', { defaultServe: { split: [] } }],
    ['content.variations', { variations: null }],
    ['content.variations.0', { variations: [null] }],
    ['content.rules.0', { rules: [null] }],
    ['content.rules.0.serve', rule({ serve: undefined })],
    ['content.rules.0.conditions', rule({ conditions: undefined })],
    ['content.rules.0.conditions.0', rule({ conditions: [null] })],
    ['content.defaultServe.split.1', { defaultServe: { split: [1, null] } }],
    ['content.defaultServe.select', { defaultServe: { select: true } }],
    ['content.defaultServe.select', { defaultServe: { select: 2_147_483_648 } }],
    ['content.prerequisites.0.type', prerequisite({ type: 'Boolean' })],
    ['content.prerequisites.0.value', prerequisite({ type: 'number', value: 'x' })],
    ['content.variations.0.value', variation(''), 'number'],
    ['content.variations.0.value', variation(' 5'), 'number'],
    ['content.variations.0.value', variation('NaN'), 'number'],
    ['content.variations.0.value', variation('0x10'), 'number'],
    ['content.variations.0.value', variation(undefined), 'number'],
    ['content.variations.0.value', variation('𝟛'), 'number'],
    ['content.variations.0.value', variation('1e2147483648'), 'number'],
    ['content.variations.0.value', variation('[1]'), 'json'],
    ['content.variations.0.value', variation('"s"'), 'json'],
    ['content.variations.0.value', variation({}), 'string'],
    [
      'content.rules.0.conditions.0.objects.0',
      conditionWith({ type: 'segment', predicate: 'is in', objects: ['gone'] }),
    ],
    [
      'content.rules.0.conditions.0.objects.0',
      conditionWith({ type: 'datetime', objects: ['2022-01-01T00:00:00+24:00'] }),
    ],
    ['content.rules.0.conditions.0.objects', conditionWith({ type: 'datetime', predicate: 'after', objects: null })],
  ])('because of an invalid %s', (path, change, returnType) => {
    expect(arrives(change, returnType)).toBe(`vanishes ${path}`);
  });

  it.each<[string, unknown]>([
    ['', []],
    ['content', { content: 5 }],
    ['content', { content: [] }],
    ['disabled', { disabled: [], content: contentWith({}) }],
  ])('if an object or a boolean has the wrong type: %s', (path, targeting) => {
    const { obstacle } = receivedToggle(
      { key: 't', returnType: 'string', targeting },
      { toggles: new Map(), segments },
    );
    expect(obstacle).toEqual({ status: 'vanishes', path: path === '' ? [] : [path] });
  });

  it('but not because of an invalid segment that the toggle does not use', () => {
    const source = { key: 't', returnType: undefined, targeting: { content: contentWith({}) } };
    const { obstacle } = receivedToggle(source, { toggles: new Map(), segments: new Map([['odd', 5]]) });
    expect(obstacle).toBeUndefined();
  });
});

describe('an environment freezes', () => {
  it.each<[string, object, ReturnType?]>([
    ['content.disabledServe', { disabledServe: {} }],
    ['content.rules.0.serve', rule({ serve: { split: [] } })],
    ['content.defaultServe.select', { defaultServe: { select: -1 } }],
    ['content.defaultServe.split.0', { defaultServe: { split: [-1, 10_001] } }],
    ['content.defaultServe.split.1', { defaultServe: { split: [2_147_483_647, 1] } }],
    ['content.rules.0.conditions.0.type', conditionWith({ type: 'text' })],
    ['content.rules.0.conditions.0.predicate', conditionWith({ predicate: 'equals' })],
    ['content.rules.0.conditions.0.leftPredicate', conditionWith({ predicate: 'between', rightPredicate: '<' })],
    [
      'content.rules.0.conditions.0.rightObjects',
      conditionWith({ predicate: 'between', leftPredicate: '>', rightPredicate: '<' }),
    ],
    ['content.rules.0.conditions.0.objects', conditionWith({ objects: undefined })],
    ['content.rules.0.conditions.0.objects.1', conditionWith({ objects: ['a', null] })],
    ['content.variations.0.value', variation('9'.repeat(309)), 'number'],
    ['content.variations.0.value', variation(`-${'9'.repeat(400)}`), 'number'],
    ['content.variations.0.value', variation(`${'9'.repeat(309)}e0`), 'number'],
    ['content.variations.0.value', variation(`9.${'9'.repeat(309)}e309`), 'number'],
    ['content.variations.0.value', variation(nested(124)), 'json'],
    ['content.variations.0.value', variation(`{"a":${'['.repeat(123)}${']'.repeat(123)}}`), 'json'],
    ['content.variations.0.value', variation(`{"a":[1,${'9'.repeat(309)}]}`), 'json'],
    ['content.prerequisites.0.value', prerequisite({ type: 'json', value: nested(123) })],
    ['content.prerequisites.0.value', prerequisite({ type: 'number', value: '9'.repeat(400) })],
    ['content.prerequisites.0.value', prerequisite({ type: 'string', value: undefined })],
    ['content.prerequisites.0.value', prerequisite({ type: 'json', value: ' ' })],
    ['content.prerequisites.0.key', prerequisite({ key: undefined })],
  ])('because of an invalid %s', (path, change, returnType) => {
    expect(arrives(change, returnType)).toBe(`freezes ${path}`);
  });

  it('because of an invalid required toggle or segment', () => {
    const bad = conditionWith({ predicate: 'equals' });
    const good = { key: 't', returnType: undefined, targeting: { content: contentWith({}) } };
    const other = { key: 'p', returnType: undefined, targeting: { content: contentWith(bad) } };
    expect(receivedToggle(good, { toggles: new Map([['p', other]]), segments })).toMatchObject({
      obstacle: { status: 'freezes' },
    });
    const segment = new Map<string, unknown>([['s', bad]]);
    expect(receivedToggle(good, { toggles: undefined, segments: segment })).toMatchObject({
      obstacle: { status: 'freezes' },
    });
  });
});

describe('a toggle reaches users', () => {
  it.each<[string, object, ReturnType?]>([
    ['with a known predicate of another type', conditionWith({ predicate: '>' })],
    ['with numbers and booleans in place of texts', { variations: [{ value: 1 }, { value: true }] }],
    [
      'with texts and fractions in place of integers',
      { defaultServe: { select: '1' }, disabledServe: { select: 1.9 } },
    ],
    ['with a boolean that is none', variation('yes'), 'boolean'],
    [
      'with an exponent, a sign and a bare point',
      { variations: ['1e3', '+5', '.5', '5.'].map((value) => ({ value })) },
      'number',
    ],
    [
      'with numbers beyond a double that are not written as whole ones',
      { variations: ['1e400', '-1e400', `${'9'.repeat(309)}.0`, '1e2147483647'].map((value) => ({ value })) },
      'number',
    ],
    ['with the longest number that is one', variation(`1${'0'.repeat(308)}`), 'number'],
    ['with digits of other scripts', { variations: ['٣', '１2', '٣.٥', '1e٣'].map((value) => ({ value })) }, 'number'],
    ['with json as deep as it may be', variation(nested(123)), 'json'],
    ['with json that has a number beyond a double', variation('{"a":1e400}'), 'json'],
    ['requiring json as deep as it may be', prerequisite({ type: 'json', value: nested(122) })],
    ['requiring a number beyond a double', prerequisite({ type: 'number', value: '1e400' })],
    ['with blank json', variation('  '), 'json'],
    ['with a select out of range', { defaultServe: { select: 99 } }],
    ['with a segment that is there', conditionWith({ type: 'segment', predicate: 'is in', objects: ['staff'] })],
  ])('%s', (_, change, returnType) => {
    expect(arrives(change, returnType)).toBe('ok');
  });

  it('without a defaultServe while it is disabled', () => {
    expect(arrives({ defaultServe: undefined }, 'string', true)).toBe('ok');
  });

  it('if the segments are unknown', () => {
    const change = conditionWith({ type: 'segment', predicate: 'is in', objects: ['any'] });
    const targeting = { content: contentWith(change) };
    expect(
      receivedToggle({ key: 't', returnType: undefined, targeting }, { toggles: undefined, segments: undefined }),
    ).toHaveProperty('toggle');
  });
});
