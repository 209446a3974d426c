/** Tests the owners of a file by CODEOWNERS: the documentation of GitHub and GitLab, Git's own reading of patterns, and hostile files. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import type { Forge } from '../../server/src/core/targeting/rules/codeowners.js';
import { CodeOwners, hasSections } from '../../server/src/core/targeting/rules/codeowners.js';

function owners(text: string, path: string, forge: Forge = 'github'): readonly string[] | undefined {
  return new CodeOwners(text, forge).of(path);
}

type Row = readonly [pattern: string, named: readonly string[], others: readonly string[]];

const atBoth: readonly Row[] = [
  ['*', ['a', 'a/b', '.a/.b'], []],
  ['*.json', ['a.json', 'a/b.json'], ['a.jsonc', 'json']],
  ['/*.json', ['a.json'], ['a/b.json']],
  ['/a/b/', ['a/b/c', 'a/b/c/d'], ['a/b', 'x/a/b/c']],
  ['a/', ['a/b', 'a/b/c', 'x/a/b'], ['a', 'xa/b']],
  ['/a/', ['a/b', 'a/b/c'], ['x/a/b', 'a']],
  ['/a/*', ['a/b', 'a/.b'], ['a/b/c']],
  ['/a/*.txt', ['a/b.txt'], ['a/b.json', 'a/b/c.txt']],
  ['/a/*x*', ['a/x', 'a/1x2'], ['a/b', 'a/b/x']],
  ['/a/*/x', ['a/b/x'], ['a/x', 'a/b/c/x']],
  ['/a/**/x', ['a/x', 'a/b/x', 'a/b/c/x'], ['x', 'a/bx']],
  ['**/x', ['x', 'a/x', 'a/b/x'], ['ax']],
  ['x', ['x', 'a/x', 'a/b/x'], ['X', 'xy']],
  ['/x', ['x'], ['a/x']],
  ['a?', ['ab'], ['a', 'abc', 'a/']],
  ['/a?b', ['acb'], ['a/b']],
  ['with\\ blank', ['with blank'], ['with', 'blank']],
  ['a\\*', ['a*'], ['ab']],
];

const atOne: Readonly<Record<Forge, readonly Row[]>> = {
  github: [
    ['a/*', ['a/b'], ['x/a/b', 'a/b/c']],
    ['/a', ['a', 'a/b', 'a/b/c'], ['x/a']],
    ['**/a', ['a/b', 'x/a/b'], []],
    ['/a/**', ['a/b', 'a/b/c'], ['a', 'b']],
    ['a#b', ['a#b'], ['a']],
    // Unsupported according to GitHub.
    ['!a', [], ['a', 'b', '!a']],
    ['[ab]', [], ['a', '[ab]']],
    ['\\#a', [], ['#a', 'a']],
  ],
  gitlab: [
    ['a/x', ['a/x', 'b/a/x', 'b/c/a/x'], ['x']],
    ['a/*', ['a/b', 'x/a/b'], ['a/b/c']],
    ['/a', ['a'], ['a/b']],
    ['/a/**', ['a/b'], ['a/b/c']],
    ['\\#a', ['#a', 'b/#a'], ['a']],
    ['/[ab]', ['a', 'b'], ['c', 'ab']],
    ['/[!a-c]x', ['dx'], ['ax', 'bx']],
    ['/x[', ['x['], ['x']],
  ],
};

describe.each(['github', 'gitlab'] as const)('on %s', (forge) => {
  it.each([...atBoth, ...atOne[forge]])('%s matches %j, but not %j', (pattern, named, others) => {
    const found = (path: string) => owners(`${pattern} @a`, path, forge);
    expect(named.filter((path) => found(path)?.[0] !== '@a')).toEqual([]);
    expect(others.filter((path) => found(path)?.length !== 0)).toEqual([]);
  });

  it('the last matching line wins, even if it removes the owners', () => {
    const text = '* @all @two\n/shop/ @shop\n/shop/*.json @json\n/shop/free/*\n';
    expect(
      ['x', 'shop/a', 'shop/a.json', 'shop/free/a.json', 'shop/free'].map((path) => owners(text, path, forge)),
    ).toEqual([['@all', '@two'], ['@shop'], ['@json'], [], ['@shop']]);
  });

  it('accepts any line endings, indentation and byte order mark', () => {
    expect(owners('\uFEFF/a @a\r\n\r\n  \t/b\t@b  c@d.e\r\n# /a @c', 'a', forge)).toEqual(['@a']);
    expect(owners('\uFEFF/a @a\r\n\r\n  \t/b\t@b  c@d.e\r\n# /b @c', 'b', forge)).toEqual(['@b', 'c@d.e']);
    expect(owners('', 'a', forge)).toEqual([]);
  });

  it('treats both Unicode forms of an accent alike', () => {
    expect(owners('/caf\u00e9 @a', 'cafe\u0301', forge)).toEqual(['@a']);
  });
});

test('GitHub allows comments at the end of a line, and skips a line with anything except owners', () => {
  expect(owners('a @a # not @b', 'a')).toEqual(['@a']);
  expect(owners('* @a\nb shop', 'b')).toEqual(['@a']);
  expect(owners('* @a\n[Section] @b\nc', 'c')).toEqual([]);
});

const sections = `* @all
[Texts] @texts
*.txt
README.txt @readme
[Code][2] @code @more
*.css
^[Later]
*.txt @later
[TEXTS]
/own/*.txt @own
`;

test.each([
  ['a', ['@all']],
  ['a.txt', ['@all', '@texts', '@later']],
  ['README.txt', ['@all', '@readme', '@later']],
  ['own/a.txt', ['@all', '@later', '@own']],
  ['a.css', ['@all', '@code', '@more']],
])('on GitLab, the owners of %s in all sections are %j', (path, expected) => {
  expect(owners(sections, path, 'gitlab')).toEqual(expected);
});

test('on GitLab, an excluded file stays excluded within its section', () => {
  const text = '* @all\n!/a/\n/a/b @never\n[Section]\n*.css @css\n!/x.css';
  expect(['a/b', 'b', 'a/b.css', 'x.css'].map((path) => owners(text, path, 'gitlab'))).toEqual([
    [],
    ['@all'],
    ['@css'],
    ['@all'],
  ]);
});

test('on GitLab, an invalid heading is a path, and words without @ are ignored', () => {
  expect(owners('* @all\n[Section @a', '[Section', 'gitlab')).toEqual(['@a']);
  expect(owners('a @a is not b@c.d', 'a', 'gitlab')).toEqual(['@a', 'b@c.d']);
});

test('recognizes only valid GitLab headings', () => {
  expect(['[A]', '^[A b][2] @a', 'x\n[A] @a'].map(hasSections)).toEqual([true, true, true]);
  expect(['', '[ab]c @a', '/[A]', '# [A]', '[A'].map(hasSections)).toEqual([false, false, false, false, false]);
});

const names = fc.constantFrom('a', 'b', 'ab', 'ba', 'a.b', '.a');
const patterns = fc
  .tuple(
    fc.constantFrom('', '/'),
    fc.array(fc.constantFrom('a', 'b', 'ab', '*', '**', '*b', 'a*', '?', 'a?', '*.*', 'a*b', '**a', '\\a'), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom('', '/'),
  )
  // GitHub documents that `folder/*` does not match files in subfolders; Git ignores these as well.
  .filter(([start, parts, end]) => !(parts.at(-1) === '*' && end === '' && (start === '/' || parts.length > 1)))
  .map(([start, parts, end]) => `${start}${parts.join('/')}${end}`);
const paths = fc.array(names, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));

test('patterns that Git shares with GitHub match the same files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'codeowners-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', args, { cwd: folder, input, stdio: ['pipe', 'pipe', 'ignore'] }).toString();
  git(['init', '-q']);
  const cases = fc.sample(fc.tuple(patterns, fc.array(paths, { minLength: 12, maxLength: 12 })), {
    numRuns: 600,
    seed: 39,
  });
  cases.forEach(([pattern], index) => {
    mkdirSync(join(folder, String(index)));
    writeFileSync(join(folder, String(index), '.gitignore'), `${pattern}\n`);
  });
  const asked = cases.flatMap(([, each], index) => each.map((path) => `${String(index)}/${path}`));
  const ignored = new Set(git(['check-ignore', '--no-index', '--stdin', '-z'], asked.join('\0')).split('\0'));
  const different = cases.flatMap(([pattern, each], index) =>
    each
      .filter((path) => (owners(`${pattern} @a`, path)?.length === 1) !== ignored.has(`${String(index)}/${path}`))
      .map((path) => [pattern, path]),
  );
  expect(different).toEqual([]);
  expect(ignored.size).toBeGreaterThan(1_000);
});

describe('a hostile file', () => {
  const deep = Array.from({ length: 1_000 }, () => 'aaaa').join('/');
  it.each([
    ['one pattern of a megabyte', `${'*a'.repeat(500_000)} @a`],
    ['one of stars', `${'*'.repeat(1_000_000)}b @a`],
    ['one of folders', `${'**/a*/'.repeat(150_000)}x @a`],
    ['open brackets', `/${'['.repeat(1_000_000)} @a`],
    ['backslashes', `${'\\'.repeat(1_000_000)} @a`],
    ['no blank at all', 'a'.repeat(1_000_000)],
    ['headings', '['.repeat(1_000_000)],
    ['100,000 lines', Array.from({ length: 100_000 }, (_, at) => `/a/**/*${String(at)}*.json @a`).join('\n')],
    ['100,000 sections', Array.from({ length: 100_000 }, (_, at) => `[${String(at)}] @a\nb`).join('\n')],
  ])('is read in a bounded number of steps: %s', (_, text) => {
    for (const forge of ['github', 'gitlab'] as const) {
      const found = new CodeOwners(text, forge);
      for (const path of ['a', 'a'.repeat(4_000), deep]) expect([undefined, 0]).toContain(found.of(path)?.length);
    }
    hasSections(text);
  });

  it('has no known owners if it needs too many steps', () => {
    const lines = Array.from({ length: 9_000 }, (_, at) => `[${String(at)}] @a\nb`);
    expect([owners(lines.join('\n'), deep, 'gitlab'), owners(lines.join('\n'), 'a', 'gitlab')]).toEqual([
      undefined,
      [],
    ]);
  });

  it('has owners with 20,000 ordinary lines, and no known owners with more', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `/folder/${String(at)}/*.json @a${String(at)}`);
    expect(owners(lines.join('\n'), 'folder/7/a.json')).toEqual(['@a7']);
    expect(owners([...lines, '* @b'].join('\n'), 'folder/7/a.json')).toBeUndefined();
  });
});
