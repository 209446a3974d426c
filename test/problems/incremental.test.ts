/**
 * After every edit a document says just what it would say if it were opened anew. `npm run fuzz` does the same for as long
 * as one likes; a failure names what to run again.
 */
import { describe, expect, it } from 'vitest';
import { OpenDocument } from '../../server/src/features/openDocument.js';
import { typeInto } from '../fuzz/differential.js';
import { random } from '../fuzz/random.js';

describe('an edited document', () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    it(`finds what it would find if it were opened anew (seed ${seed})`, () => {
      typeInto(random(seed), 500);
    }, 60_000);
  }

  const longSplit = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => (index < 1_000 ? 10 : 0)));
  const listed = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ value: String(index) })));
  const edits: Record<string, readonly [text: string, from: string, to: string]> = {
    'a split that is longer than a segment': [
      `{"content":{"defaultServe":{"split":${longSplit}},"variations":${listed}}}`,
      '0,0]',
      '0,7]',
    ],
    'what a small file says of itself': ['{"disabled":true,"content":{"defaultServe":{}}}', 'true', 'false'],
    'the kind of an only variation in a small file': ['{"content":{"variations":[1]}}', '1', '{}'],
    'a serve that becomes half typed': [
      '{"content":{"rules":[],"disabledServe":{"select":0},"defaultServe":{"select":"x"},"variations":[{},{}]}}',
      '"x"',
      'x',
    ],
  };
  for (const [what, [text, from, to]] of Object.entries(edits)) {
    it(`notices a change of ${what}`, () => {
      const before = OpenDocument.open(uri, 'json', 1, text);
      expect(before.problems).toEqual(OpenDocument.open(uri, 'json', 1, text).problems);
      const at = text.lastIndexOf(from);
      const range = { start: before.positionAt(at), end: before.positionAt(at + from.length) };
      const after = before.changed([{ range, text: to }], 2);
      expect(after.problems).toEqual(OpenDocument.open(uri, 'json', 2, after.json.text).problems);
      expect(after.problems).not.toEqual(before.problems);
    });
  }
});

const uri = 'file:///a.targeting.json';
