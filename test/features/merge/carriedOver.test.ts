/**
 * Tests changes carried over to the file of another environment. `ROUNDS=1` tries all 2,500 edits with 1,000 users each, `SEED=7` others.
 * A failure names its seed: `SEED=… ROUNDS=0.0001` repeats it.
 */
import { describe, expect, it } from 'vitest';
import { carriedOver } from '../../../server/src/core/features/merge/carriedOver.js';
import { ruleCarriedOver } from '../../../server/src/core/features/merge/ruleElsewhere.js';
import { rounds } from '../../support/rounds.js';
import { CarriedTally, falseCarries } from './carriedOver.property.js';

const count = rounds(2_500);
/** More users would take `npm test` longer than all other merges. */
const users = Math.max(100, rounds(1_000));
const firstSeed = Number(process.env['SEED'] ?? 1);

describe('an edit that is copied to another environment', () => {
  const title =
    'keeps each byte that it does not touch, changes no user who meets there nothing that it touches, and leaves nothing out unsaid';
  it(title, { timeout: 300_000 + count * 500 }, () => {
    const tally = new CarriedTally();
    const wrong: string[] = [];
    for (let seed = firstSeed; seed < firstSeed + count && wrong.length < 10; seed += 1)
      wrong.push(...falseCarries(seed, tally, users).map((each) => `seed ${seed}: ${each}`));
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(wrong).toEqual([]);
    expect(tally.carried).toBeGreaterThanOrEqual(count * 0.6);
  });
});

const paris = { type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris'] };
const beta = { name: 'beta', conditions: [paris], serve: { select: 1 } };
const staff = { name: 'staff', conditions: [{ ...paris, subject: 'team' }], serve: { select: 0 } };
const written = (...rules: readonly object[]) =>
  JSON.stringify({ content: { rules, variations: [{ value: 'a' }, { value: 'b' }] } }, undefined, 2);
const cities = (...objects: readonly string[]) => ({ ...beta, conditions: [{ ...paris, objects }] });

describe('a change that is copied to another environment', () => {
  it('is left out if the other file compares the values differently', () => {
    const other = { ...beta, conditions: [{ ...paris, predicate: 'is not any of' }] };
    expect(carriedOver(written(beta), written(cities('Paris', 'Rome')), written(other))).toMatchObject({
      edits: [],
      leftOut: [expect.stringContaining('"beta"')],
    });
  });

  it('copies the conditions of a rule completely or not at all, and keeps a different serve', () => {
    const both = { ...cities('Paris', 'Rome'), serve: { select: 0 } };
    const others = [
      { ...beta, serve: { split: [1, 9_999] } },
      { ...beta, name: 'all', conditions: [paris, ...staff.conditions] },
    ];
    for (const other of others) {
      const there = carriedOver(written(beta), written(both), written(other));
      expect(there?.edits).toEqual([]);
      expect(there?.leftOut[0]).toContain('serves "a"');
    }
    // Each environment chooses its own serve.
    const there = carriedOver(
      written(beta),
      written(cities('Paris', 'Rome')),
      written({ ...beta, serve: { select: 0 } }),
    );
    expect(there?.text).toBe(written(both));
  });

  it('applies to the same rule with a different name and order of keys', () => {
    const other = Object.fromEntries(Object.entries({ ...beta, name: 'testers' }).reverse());
    const there = carriedOver(written(beta, staff), written(staff, beta), written(other, staff));
    expect(JSON.parse(there?.text ?? '')).toEqual(JSON.parse(written(staff, other)));
  });

  it('is reported if the service does not know the changed field, whether it is copied or left out', () => {
    const [now, then] = [written({ ...beta, note: 'now' }), written({ ...beta, note: 'then' })];
    const words = ['A field that the service does not know changes.'];
    expect(carriedOver(written(beta), now, written(beta))).toMatchObject({ changes: words, leftOut: [] });
    expect(carriedOver(written(beta), now, then)).toMatchObject({ edits: [], changes: [], leftOut: words });
  });

  it('is left out without mentioning the state that both files share', () => {
    const at = (select: number) => written({ ...beta, serve: { select } }).replace('{', '{ "disabled": true,');
    expect(carriedOver(at(0), at(1), at(2))?.leftOut).toEqual(['Rule "beta" now serves "b" instead of variation 2.']);
  });
});

describe('a rule that is copied to another environment', () => {
  it('is inserted at the same position if the other environment lacks it', () => {
    const there = ruleCarriedOver(written(staff, cities('Paris', 'Rome')), 1, written(staff));
    expect(there?.isMissing).toBe(true);
    expect(JSON.parse(there?.text ?? '')).toEqual(JSON.parse(written(staff, cities('Paris', 'Rome'))));
  });

  it('replaces the conditions in the other file but keeps the serve there', () => {
    const online = { ...beta, serve: { split: [9000, 1000] } };
    const there = ruleCarriedOver(written(staff, cities('Rome')), 1, written(online, staff));
    expect(there?.isMissing).toBe(false);
    expect(there?.text).toBe(written({ ...online, conditions: cities('Rome').conditions }, staff));
  });

  it('is not edited if only the serve differs', () =>
    expect(ruleCarriedOver(written(beta), 0, written({ ...beta, serve: { select: 0 } }))?.edits).toEqual([]));

  it('cannot be identified if rules have no name or the same name', () => {
    for (const name of ['beta', undefined]) {
      const named = (...objects: readonly string[]) => ({ ...cities(...objects), name });
      const [own, other] = [written(named('A'), named('B')), written(named('C'), named('D'))];
      expect(ruleCarriedOver(own, 0, other)).toBeUndefined();
    }
  });
});
