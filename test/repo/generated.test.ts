/** Tests that generated files are up to date. If a test fails, run `npm run generate`, and commit what it writes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedLists } from '../generate/lists.js';
import { sectionsOf } from '../generate/manual.js';

const root = join(import.meta.dirname, '../..');
const lists = await generatedLists(root);

describe('text generated from the checks', () => {
  const expectWritten = (path: string, text: string) => {
    const written = readFileSync(join(root, path), 'utf8');
    expect(written, `${path} is not what the checks say. Run \`npm run generate\`.`).toBe(text);
  };

  for (const [path, text] of lists) it(`is up to date in ${path}`, () => expectWritten(path, text));

  it('is up to date in docs/problems.md and docs/problems.zh-cn.md', async () => {
    // This import runs the checks that the lists name, so the lists are tested first.
    const { pages } = await import('../generate/page.js');
    for (const [path, text] of pages(root)) expectWritten(path, text);
  });
});

describe('the opening comment of a check', () => {
  const comment = (manual: string) => `/**\n${manual.replace(/^/gm, ' * ')}\n */\nimport 'x';\n`;

  it('is parsed as the manual of its codes, up to a line of dashes', () => {
    const manual =
      '# a-b (hint)\nOne.\nNot reported: x.\n\nFix: do.\n\n# c (error; not configurable)\nTwo.\nNot reported: y\nor z.\n```jsonc\n{}\n```\nFix: so.\n---\n# Notes';
    expect(sectionsOf(comment(manual), 'x.ts')).toEqual([
      {
        code: 'a-b',
        severity: 'hint',
        remark: undefined,
        text: 'One.',
        notReported: 'x.',
        example: undefined,
        fix: 'Fix: do.',
      },
      {
        code: 'c',
        severity: 'error',
        remark: 'not configurable',
        text: 'Two.',
        notReported: 'y\nor z.',
        example: '```jsonc\n{}\n```\n',
        fix: 'Fix: so.',
      },
    ]);
  });

  it('causes an error with the name of an incomplete section', () => {
    for (const manual of [
      '# a\nOne.\nNot reported: x.\n\nFix: do.',
      '# a (bad)\nOne.\nNot reported: x.\n\nFix: do.',
      '# a (hint)\nOne.\nNot reported: x.',
      '# a (hint; x)\nOne.\nNot reported: x.\n\nFix: do.',
    ])
      expect(() => sectionsOf(comment(manual), 'x.ts')).toThrow(/^x\.ts: "# a.* is no section/);
  });

  it('causes an error that names a section without its limits', () => {
    const manual = '# a (hint)\nOne.\nNot reported: x.\n\nFix: do.\n\n# b (hint)\nTwo.\n\nFix: do.';
    expect(() => sectionsOf(comment(manual), 'x.ts')).toThrow('x.ts: "# b (hint)" lacks a line "Not reported: …"');
  });
});
