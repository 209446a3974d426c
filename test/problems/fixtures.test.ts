/** Every fixture shows exactly what the editor would show. After a change of words: `UPDATE_FIXTURES=1 npx vitest run`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemCodes } from '../../server/src/problems/catalogue.js';
import { annotate, withoutAnnotations } from '../support/annotated.js';
import { fixtures } from '../support/fixtures.js';

describe('a document shows', () => {
  for (const { name, annotated } of fixtures) {
    it(name, () => {
      const actual = annotate(withoutAnnotations(annotated), uriOf(name));
      if (process.env['UPDATE_FIXTURES'])
        writeFileSync(join(import.meta.dirname, '../fixtures', `${name}.txt`), actual);
      else expect(actual).toBe(annotated);
    });
  }
});

describe('the fixtures', () => {
  // Of a setting, in test/protocol/problems.test.ts; of a megabyte, in contentSize.test.ts; of a service, in services.test.ts.
  const elsewhere = ['too-many-problems', 'content-too-large', 'value-misfit', 'unknown-segment'];
  for (const code of problemCodes.filter((known) => !elsewhere.includes(known))) {
    it(`show where ${code} is reported, and only there`, () => {
      const own = fixtures.filter((fixture) => fixture.annotated.includes(`[${code}]:`));
      expect(own.length).toBeGreaterThan(0);
    });
  }

  it('show documents without any problem', () => {
    const clean = fixtures.filter((fixture) => fixture.code === 'clean');
    expect(clean.length).toBeGreaterThan(5);
    for (const { annotated } of clean) expect(withoutAnnotations(annotated)).toBe(annotated);
  });
});

function uriOf(name: string): string | undefined {
  return name.startsWith('invalid-config/') ? 'file:///a/targeting.config.json' : undefined;
}
