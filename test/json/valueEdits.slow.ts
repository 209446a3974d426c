/** Tests that the edits between two values take time in proportion to the text, whatever differs. */
import { expect, it } from 'vitest';
import { parse } from '../../server/src/core/json/document.js';
import { valueEdits } from '../../server/src/core/json/edit/valueEdits.js';
import { shortestTime } from '../support/times.js';
import { largeValues } from './largeValues.js';

it.each(largeValues)('time is proportional to the size of the text: %s', (_what, sizes) => {
  const time = (count: number) => {
    const [before, after] = sizes(count).map((value) => parse(JSON.stringify(value)));
    if (before === undefined || after === undefined) throw new Error('There are two.');
    return shortestTime(() => valueEdits(before, after, () => false));
  };
  time(1_000);
  // Quadratic edits would take sixteen times as long.
  expect(time(10_000)).toBeLessThan(10 * Math.max(50, time(2_500)));
});
