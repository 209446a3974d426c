/** Tests that mistyped attributes are found, with a suggestion, and that no list or expression of a config does harm. */
import { describe, expect, it } from 'vitest';
import { targetingProblems } from '../../server/src/core/check-engine/problems.js';
import { parse } from '../../server/src/core/json/document.js';
import { breaksToggleName } from '../../server/src/core/checks/organization/toggleName.js';
import { isOnlyAnswer } from '../../server/src/core/features/actions/fixes.js';
import type { Random } from '../fuzz/random.js';
import { random } from '../fuzz/random.js';
import { policiesIn } from '../support/policies.js';
import { rounds } from '../support/rounds.js';

const words = ['user', 'app', 'city', 'country', 'plan', 'age', 'signed', 'up', 'version', 'device', 'os', 'email'];
const objects = { string: 'Paris', number: '7', semver: '1.2.3', datetime: '2024-01-01T00:00:00+00:00' };
const predicates = { string: 'is one of', number: '>', semver: '>=', datetime: 'after' };
type Type = keyof typeof objects;
const types = Object.keys(objects) as readonly Type[];

/** Names as organizations choose them: `signed_up`, `appVersion`, `city`. */
function attributeName(made: Random): string {
  const parts = Array.from({ length: 1 + made.below(3) }, () => made.pick(words));
  if (made.chance(0.3)) return parts.map((part, at) => (at === 0 ? part : capital(part))).join('');
  return parts.join(made.pick(['_', '_', '-']));
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function listOfAttributes(made: Random): Readonly<Record<string, Type>> {
  const names = Array.from({ length: 1 + made.below(40) }, () => attributeName(made));
  // A mistake in a short name changes too much of it for a suggestion.
  const long = names.filter((name) => name.length > 2);
  return Object.fromEntries(long.map((name) => [name, made.pick(types)]));
}

function mistyped(made: Random, name: string): string {
  const at = made.below(name.length);
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)];
  switch (made.below(6)) {
    case 0:
      return before + after.charAt(0) + letter + after.slice(1);
    case 1:
      return before + after;
    case 2:
      return before + letter + letter + after;
    case 3:
      return before + String.fromCharCode(97 + made.below(26)) + after;
    case 4:
      return made.pick([name.toUpperCase(), capital(name), name.toLowerCase()]);
    default:
      return made.pick([name.replaceAll('_', '-'), name.replaceAll('-', '_'), name.replaceAll(/[-_]/g, '')]);
  }
}

const fileWith = (conditions: readonly (readonly [string, Type])[]) =>
  JSON.stringify({
    content: {
      rules: conditions.map(([subject, type], index) => ({
        name: `rule ${index}`,
        serve: { select: 0 },
        conditions: [{ type, subject, predicate: predicates[type], objects: [objects[type]] }],
      })),
      variations: [{ value: 'a', name: 'a' }],
    },
  });

const alarms = (text: string, rules: object) =>
  targetingProblems(parse(text), { policies: policiesIn(rules) }).filter(
    ({ code }) => code === 'unlisted-attribute' || code === 'attribute-type',
  );

describe('a list of attributes', () => {
  it('causes a problem for each unlisted attribute, nearly always with the right suggestion', () => {
    let [tried, right] = [0, 0];
    for (let seed = 0; seed < rounds(20_000); seed += 1) {
      const made = random(seed);
      const attributes = listOfAttributes(made);
      const entries = Object.entries(attributes);
      if (entries.length === 0) continue;
      const [meant, type] = made.pick(entries);
      const typed = mistyped(made, meant);
      // Skips a mistake that makes another attribute, or none.
      if (Object.hasOwn(attributes, typed) || typed === '') continue;
      const at = made.below(entries.length);
      const conditions = [...entries.slice(0, at), [typed, type] as const, ...entries.slice(at)];
      const found = alarms(fileWith(conditions), { attributes });
      expect(
        found.map(({ code }) => code),
        `seed ${seed}`,
      ).toEqual(['unlisted-attribute']);
      tried += 1;
      right += found[0]?.message.endsWith(`Did you mean ${JSON.stringify(meant)}?`) === true ? 1 : 0;
    }
    expect(tried).toBeGreaterThan(rounds(10_000));
    expect(right / tried).toBeGreaterThan(0.95);
  });

  it('causes no problem in a file that uses only listed attributes', () => {
    for (let seed = 0; seed < rounds(2_000); seed += 1) {
      const attributes = listOfAttributes(random(seed));
      expect(alarms(fileWith(Object.entries(attributes)), { attributes }), `seed ${seed}`).toEqual([]);
    }
  });
});

it('a suggested attribute is left to the user, because the list may be wrong', () => {
  const version = '{ "type": "number", "subject": "version", "predicate": ">", "objects": ["1.0.0"] }';
  const text = fileWith([['ctiy', 'string']]).replace('"conditions":[', `"conditions":[${version},`);
  const found = alarms(text, { attributes: { city: 'string', version: 'semver' } });
  expect(found.map(({ code, fixes }) => [code, fixes?.length])).toEqual([
    ['attribute-type', 1],
    ['unlisted-attribute', 1],
  ]);
  expect(found.map(isOnlyAnswer)).toEqual([false, false]);
});

describe('a hostile config', () => {
  it('may list 10,000 attributes', () => {
    const name = (index: number) => `attribute_${index}`;
    const attributes = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [name(index), 'string']));
    const conditions = Array.from({ length: 300 }, (_, index) => [`${name(index)}x`, 'string'] as const);
    expect(alarms(fileWith(conditions), { attributes })).toHaveLength(300);
    expect(alarms(fileWith([['attribute_9999', 'string']]), { attributes })).toEqual([]);
  });

  it('may list attributes with any name', () => {
    const names = ['constructor', 'toString', '\ud800', '规则', 'x'.repeat(100_000)];
    const attributes = Object.fromEntries(names.map((name) => [name, 'string']));
    expect(alarms(fileWith(names.map((name) => [name, 'string'])), { attributes })).toEqual([]);
    const others = ['__proto__', 'hasOwnProperty', '\udc00', 'y'.repeat(100_000)];
    expect(alarms(fileWith(others.map((name) => [name, 'string'])), { attributes })).toHaveLength(others.length);
    const listed = JSON.parse('{ "attributes": { "__proto__": "string" } }') as object;
    expect(alarms(fileWith([['__proto__', 'string']]), listed)).toEqual([]);
  });

  // A backtracking engine would need more steps than there are atoms.
  it.each(['(a+)+$', '(a|a)*$', '(a|aa)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(.*a){20}'])(
    'may require keys to match %s, which is checked without backtracking',
    (form) => {
      expect(breaksToggleName(`${'a'.repeat(200)}!`, { 'toggle-name': `^${form}` })).toBeTypeOf('boolean');
    },
  );

  it.each(['(', '[z-a]', '(?<=a)b', '(a)\\1', '(x{1000}){1000}', 'a{1,100000}'])(
    'causes no problem with %s as the key pattern, which engines cannot read or read differently',
    (form) => {
      expect(breaksToggleName('key', { 'toggle-name': form })).toBe(false);
    },
  );

  it('may have an ordinary pattern for keys', () => {
    expect(breaksToggleName('new_checkout', { 'toggle-name': '^[a-z][a-z0-9_]{2,60}$' })).toBe(false);
    expect(breaksToggleName('New-checkout', { 'toggle-name': '^[a-z][a-z0-9_]{2,60}$' })).toBe(true);
  });
});
