/** Tests the list of attributes that is made from the conditions of files. */
import { describe, expect, it } from 'vitest';
import { targetingProblems } from '../../server/src/core/check-engine/problems.js';
import { usedAttributes, withAttributes } from '../../server/src/core/features/names/usedAttributes.js';
import { parse } from '../../server/src/core/json/document.js';
import { applyEdits } from '../../server/src/core/json/edit/edits.js';
import { OnDisk } from '../../server/src/core/targeting/toggles.js';
import { targetingText } from '../fuzz/documents.js';
import { random } from '../fuzz/random.js';
import { policiesIn } from '../support/policies.js';
import { rounds } from '../support/rounds.js';

const usedIn = (texts: readonly string[]) =>
  usedAttributes(texts.map((text) => ({ targeting: new OnDisk(text).summary })));

const fileWith = (...conditions: readonly (readonly [string, string])[]) =>
  JSON.stringify({
    content: {
      rules: conditions.map(([type, subject]) => ({ conditions: [{ type, subject, predicate: '=', objects: ['1'] }] })),
    },
  });

function written(config: string, ...files: readonly string[]): string | undefined {
  const edits = withAttributes(parse(config), usedIn(files));
  return edits && applyEdits(config, edits);
}

describe('the list of used attributes', () => {
  it('contains the type from the conditions, or any if the types differ or are unknown', () => {
    const files = [
      fileWith(['string', 'city'], ['number', 'age'], ['segment', 'user'], ['odd', 'plan']),
      fileWith(['semver', 'version'], ['string', 'age'], ['datetime', 'since'], ['datetime', ''], ['string', 'city']),
    ];
    expect([...usedIn(files)]).toEqual([
      ['age', 'any'],
      ['city', 'string'],
      ['plan', 'any'],
      ['since', 'datetime'],
      ['version', 'semver'],
    ]);
  });

  const file = fileWith(['string', 'city'], ['number', 'age']);

  it('is written in the layout of the config', () => {
    expect(written('{\n\t"project": "p",\n\t"environments": {}\n}\n', file)).toBe(
      '{\n\t"project": "p",\n\t"environments": {},\n\t"rules": {\n\t\t"attributes": { "age": "number", "city": "string" }\n\t}\n}\n',
    );
    expect(written('{ "rules": { "max-step": 25 }, "project": "p" }', file)).toBe(
      '{ "rules": { "max-step": 25, "attributes": { "age": "number", "city": "string" } }, "project": "p" }',
    );
  });

  it('keeps existing entries and their spelling', () => {
    const before =
      '{\n  "rules": {\n    "attributes": {\n      "zone":   "string",\n      "age": "any"\n    }\n  }\n}\n';
    const after = before.replace('"any"', '"any",\n      "city": "string"');
    expect(written(before, file)).toBe(after);
    expect(written(after, file)).toBe(after);
  });

  it.each(['', '{ "rules": ', '[]', '{ "rules": [] }', '{ "rules": { "attributes": [] } }', '{ "rules": null }'])(
    'is not written into %j, which has no place for it',
    (config) => expect(written(config, file)).toBeUndefined(),
  );

  it('may contain any names', () => {
    const names = ['__proto__', 'constructor', 'toString', '\ud800', 'a"b', '规则', 'x'.repeat(10_000)];
    const text = written('{}', fileWith(...names.map((name) => ['string', name] as const))) ?? '';
    const { rules } = JSON.parse(text) as { rules: { attributes: object } };
    expect(Object.keys(rules.attributes).sort()).toEqual(names.sort());
  });

  it('causes no problems in the files from which it is made', () => {
    let used = 0;
    for (let seed = 0; seed < rounds(500); seed += 1) {
      const made = random(seed);
      const files = Array.from({ length: 3 }, () => targetingText(made, made.pick([300, 1_000])));
      const { rules } = JSON.parse(written('{}', ...files) ?? '') as { rules?: object };
      used += rules === undefined ? 0 : 1;
      for (const text of files) {
        const codes = targetingProblems(parse(text), { policies: policiesIn(rules ?? {}) }).map(({ code }) => code);
        expect(codes.filter((code) => code === 'unlisted-attribute' || code === 'attribute-type')).toEqual([]);
      }
    }
    expect(used).toBeGreaterThan(rounds(350));
  });
});
