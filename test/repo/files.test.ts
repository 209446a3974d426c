/**
 * Tests that committed files depend on nobody's machine. If a test fails, the file that it names has a path of the machine that
 * it was written on: write the path from the root of the repository, or with `node:os`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\0')
  .filter((path) => /\.(?:[cm]?[jt]s|json|md|txt|html|ya?ml)$|^\.[\w.]+$/.test(path));

describe('the files of the repository', () => {
  it('are all found by these tests', () => {
    expect(tracked.length).toBeGreaterThan(100);
    expect(tracked).toContain('server/src/lsp/main.ts');
  });

  it('contain no path of the machine that they were written on', () => {
    const home = /\/(?:home|Users)\/[a-z][\w-]*\/|[A-Z]:\\\\?Users\\|(?<![\w.])\/work\/(?:main|shared)\b/;
    const found = tracked.filter((path) => {
      const text = textOf(path);
      return text.includes(`${root}/`) || home.test(text);
    });
    // This file contains the patterns themselves.
    expect(found.filter((path) => path !== 'test/repo/files.test.ts')).toEqual([]);
  });

  it('have an ARCHITECTURE.md that is read in a quarter of an hour, on any screen', () => {
    const page = textOf('ARCHITECTURE.md');
    expect(page.split(/\s+/).length).toBeLessThanOrEqual(2_600);
    expect(page.split('\n').filter((line) => line.length > 140)).toEqual([]);
  });

  it('hold each line that a mutant changes once', () => {
    const rows = textOf('test/verify/mutants.txt').trimEnd().split('\n').slice(1);
    const wrong = rows.filter((row) => {
      const [file = '', , line = ''] = row.split(' ¦ ');
      return textOf(`server/src/core/${file}.ts`).split(line).length !== 2;
    });
    expect(wrong).toEqual([]);
  });

  it('hold nothing that a merge left behind', () => {
    // An example of a conflict stands in a fence, with all of its markers.
    const withoutExamples = (text: string) =>
      text.replace(/^```(?:jsonc)?\n[^`]*^<<<<<<< [^`]*^>>>>>>> [^`]*^```$/gm, '');
    const pages = tracked.filter((path) => path.endsWith('.md') && !path.startsWith('test/'));
    expect(pages.filter((path) => /^(?:<{7}|>{7}) /m.test(withoutExamples(textOf(path))))).toEqual([]);
  });

  it('mention no file that does not exist', () => {
    const names = new Set(tracked.flatMap((path) => [path, path.slice(path.lastIndexOf('/') + 1)]));
    const lost = tracked.filter(isProse).flatMap((path) => {
      const mentions = proseOf(path).matchAll(/(?<![\w./*@-])(?:\.\.?\/)*([\w/-]+(?:\.test|\.main)?\.(?:md|m?ts))\b/g);
      return [...mentions]
        .map(([, name = '']) => name)
        .filter((name) => !names.has(name) && ![...names].some((known) => known.endsWith(`/${name}`)))
        .map((name) => `${path} mentions ${name}`);
    });
    expect(lost).toEqual([]);
  });
});

/** Says whether a file has text for people: a page, or a source with comments. */
function isProse(path: string): boolean {
  return /\.(?:md|m?ts|mjs)$/.test(path) && !path.startsWith('test/fixtures/');
}

/** Returns a whole page, or the comments of a source. */
function proseOf(path: string): string {
  const text = textOf(path);
  return path.endsWith('.md') ? text : (text.match(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g) ?? []).join('\n');
}

/** Returns the text of a file, or nothing if git lists it and someone has removed it. */
function textOf(path: string): string {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return '';
  }
}
