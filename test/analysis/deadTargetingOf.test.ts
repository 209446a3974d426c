/** Tests that a search for dead targeting stops at a limit, and reports that once. */
import { expect, test } from 'vitest';
import { parse } from '../../server/src/core/json/document.js';
import { searchDeadTargeting } from '../../server/src/core/results/deadTargetingOf.js';
import { Evaluated } from '../../server/src/core/results/evaluated.js';

function found(rules: readonly object[]): readonly string[] {
  const variations = [{ value: 'a' }, { value: 'b' }];
  const content = { rules, disabledServe: { select: 0 }, defaultServe: { select: 0 }, variations };
  const beside = { toggle: 't', returnType: undefined, toggles: undefined, segments: undefined, now: 1_790_000_000 };
  const evaluated = new Evaluated(parse(JSON.stringify({ content })), beside);
  return [...searchDeadTargeting(evaluated)].flat().map(({ code }) => code);
}

/** Rules that each look at every text of the others. */
function mixed(rules: number, objects: number): readonly object[] {
  return Array.from({ length: rules }, (_, rule) => {
    const texts = Array.from({ length: objects }, (__, index) => `c${rule * objects + index}`);
    const conditions = [
      { type: 'string', subject: 'city', predicate: 'is one of', objects: texts },
      { type: 'number', subject: 'city', predicate: '>', objects: [String(rule)] },
    ];
    return { serve: { select: rule % 2 }, conditions };
  });
}

test('a file that exceeds the search limit is searched only partially, and this is reported once', () => {
  const codes = found(mixed(400, 40));
  expect(codes.filter((code) => code === 'incomplete-search')).toHaveLength(1);
  expect(codes.at(-1)).toBe('incomplete-search');
});

test('a file with thousands of rules is searched completely', () => {
  const rules = Array.from({ length: 5_000 }, (_, index) => {
    const objects = [`c${index % 10 === 9 ? index - 4 : index}`];
    return { serve: { select: 1 }, conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects }] };
  });
  const codes = found(rules);
  expect(codes.filter((code) => code === 'shadowed-rule')).toHaveLength(500);
  expect(codes).not.toContain('incomplete-search');
});

test('a file with hundreds of attributes ends the search sooner, because each step checks all of them', () => {
  const rules = Array.from({ length: 8_000 }, (_, index) => {
    const condition = { type: 'string', subject: `a${index % 800}`, predicate: 'is one of', objects: [`v${index}`] };
    return { serve: { select: index % 2 }, conditions: [condition] };
  });
  expect(found(rules)).toEqual(['incomplete-search']);
});
