/**
 * After every edit a document says just what it would say if it were opened anew. `npm run fuzz` does the same for as long
 * as one likes; a failure names what to run again.
 */
import { describe, it } from 'vitest';
import { typeInto } from '../fuzz/differential.js';
import { random } from '../fuzz/random.js';

describe('an edited document', () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    it(`finds what it would find if it were opened anew (seed ${seed})`, () => {
      typeInto(random(seed), 500);
    }, 60_000);
  }
});
