/** Tests the text of committed files. If a test finds a path of a machine, write it from the root, or with `node:os`. */
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

  it("contain no paths of a developer's machine", () => {
    const home = /\/(?:home|Users)\/[a-z][\w-]*\/|[A-Z]:\\\\?Users\\|(?<![\w.])\/work\/(?:main|shared)\b/;
    const found = tracked.filter((path) => {
      const text = textOf(path);
      return text.includes(`${root}/`) || home.test(text);
    });
    // This file contains the patterns themselves.
    expect(found.filter((path) => path !== 'test/repo/files.test.ts')).toEqual([]);
  });

  it('have an ARCHITECTURE.md of at most 2,600 words and 140 columns', () => {
    const page = textOf('ARCHITECTURE.md');
    expect(page.split(/\s+/).length).toBeLessThanOrEqual(2_600);
    expect(page.split('\n').filter((line) => line.length > 140)).toEqual([]);
  });

  it('contain every line that a mutant changes exactly once', () => {
    const rows = textOf('test/verify/mutants.txt').trimEnd().split('\n').slice(1);
    const wrong = rows.filter((row) => {
      const [file = '', , line = ''] = row.split(' ¦ ');
      return textOf(`server/src/core/${file}.ts`).split(line).length !== 2;
    });
    expect(wrong).toEqual([]);
  });

  it('contain no conflict markers outside of examples', () => {
    const withoutExamples = (text: string) =>
      text.replace(/^```(?:jsonc)?\n[^`]*^<<<<<<< [^`]*^>>>>>>> [^`]*^```$/gm, '');
    const pages = tracked.filter((path) => path.endsWith('.md') && !path.startsWith('test/'));
    expect(pages.filter((path) => /^(?:<{7}|>{7}) /m.test(withoutExamples(textOf(path))))).toEqual([]);
  });

  it('do not mention missing files', () => {
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

function isProse(path: string): boolean {
  return /\.(?:md|m?ts|mjs)$/.test(path) && !path.startsWith('test/fixtures/');
}

function proseOf(path: string): string {
  const text = textOf(path);
  return path.endsWith('.md') ? text : (text.match(/^\s*\/\*[^]*?\*\/|(?<!:)\/\/.*/gm) ?? []).join('\n');
}

/** Empty if Git lists a file that was removed. */
function textOf(path: string): string {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return '';
  }
}
