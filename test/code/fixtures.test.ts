/** Tests the findings in code. After a change, run `UPDATE_FIXTURES=1 npx vitest run --config test/vitest.config.mts test/code`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '../../server/src/core/code/lexer/languages.js';
import { annotate, withoutAnnotations } from './annotated.js';

const folder = join(import.meta.dirname, 'fixtures');
const names = readdirSync(folder);

describe('code', () => {
  for (const name of names) {
    it(`in ${name} leads to the findings of its fixture`, () => {
      const annotated = readFileSync(join(folder, name), 'utf8');
      const actual = annotate(withoutAnnotations(annotated), name.replace(/\.txt$/, ''));
      if (process.env['UPDATE_FIXTURES']) writeFileSync(join(folder, name), actual);
      else expect(actual).toBe(annotated);
    });
  }

  it('has a fixture for each extension, except extensions of the same language', () => {
    const shown = new Set(names.map((name) => name.split('.').at(-2)));
    const alike = ['cjs', 'mjs', 'jsx', 'cts', 'mts', 'kts', 'gradle', 'pyi', 'csx', 'mm'];
    const all = Object.values(languages).flatMap(({ extensions }): readonly string[] => extensions);
    expect(all.filter((extension) => !shown.has(extension) && !alike.includes(extension))).toEqual([]);
  });
});
