/** Tests the analysis if an object contains every character, so that none is left for another text. */
import { Budget } from '../../server/src/core/budget.js';
import { afterEach, expect, it, vi } from 'vitest';
import { Analysis } from '../../server/src/core/analysis/analysis.js';
import { stringValues } from '../../server/src/core/analysis/space/textValues.js';
import { everyCharacter } from '../support/everyCharacter.js';
import { arrivalIn } from './contents.js';
import { compares, is, rule, worldWith } from './toggles.js';

const startsWithAll = compares('string', 's', 'starts with', everyCharacter());

afterEach(() => {
  vi.restoreAllMocks();
});

/** Turns an endless search into a failure, after more characters than there are. */
function countTriedCharacters(): void {
  const { fromCharCode } = String;
  let tried = 0;
  vi.spyOn(String, 'fromCharCode').mockImplementation((...codes) => {
    tried += 1;
    if (tried > 0x10000) throw new Error('More characters were tried than there are.');
    return fromCharCode(...codes);
  });
}

it('stops distinguishing texts if every character is in use, instead of searching forever', () => {
  const { toggle } = arrivalIn(worldWith([rule({ select: 1 }, startsWithAll)]));
  const conditions = toggle.rules.flatMap((each) => each.conditions);
  countTriedCharacters();
  expect(stringValues(conditions)).toMatchObject({
    isComplete: false,
    isDistinct: false,
  });
});

it('still analyses the other rules if every character is in use', () => {
  const rules = [rule({ select: 1 }, startsWithAll), rule({ select: 1 }, is('city', 'Paris')), rule({ select: 2 })];
  const analysis = new Analysis({
    ...arrivalIn(worldWith([...rules, rule({ select: 1 })])),
    now: 0,
    budget: new Budget(Infinity),
  });
  countTriedCharacters();
  expect(analysis.witnessOf(1)?.attributes.get('city')).toBe('Paris');
  expect(analysis.witnessOf(3)).toBeUndefined();
});
