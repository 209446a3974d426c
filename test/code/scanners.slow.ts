/** Tests that strings and comments match those of the languages' own tools, in other people's files. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { languageOf, rulesOf } from '../../server/src/core/code/lexer/languages.js';
import type { Lexed } from '../../server/src/core/code/lexer/lexer.js';
import { lex } from '../../server/src/core/code/lexer/lexer.js';

/** Larger files take the other tools too long. */
const mostBytes = 300_000;

interface Compared {
  readonly files: number;
  /** Files in which code and strings may have been confused. */
  readonly uncertain: number;
  readonly differing: readonly string[];
}

function compare(
  files: readonly (readonly [path: string, theirs: ReadonlySet<string>])[],
  ours: (lexed: Lexed) => readonly string[],
): Compared {
  const differing: string[] = [];
  let uncertain = 0;
  for (const [path, theirs] of files) {
    const text = readFileSync(path, 'utf8');
    const lexed = lex(text, rulesOf(languageOf(path) ?? 'typescript'));
    if (lexed.uncertainFrom < text.length) uncertain += 1;
    const found = new Set(ours(lexed));
    const either = [...theirs].filter((one) => !found.has(one)).concat([...found].filter((one) => !theirs.has(one)));
    const first = Math.min(...either.map((one) => Number(one.split(' ')[1])));
    if (first < lexed.uncertainFrom) differing.push(`${path}: ${text.slice(first - 40, first + 40)}`);
  }
  return { files: files.length, uncertain, differing };
}

it('the lexer finds the same strings, templates, regular expressions and comments as TypeScript', () => {
  const folder = join(import.meta.dirname, '../../node_modules');
  const paths = filesIn(folder, /\.[cm]?[jt]s$/).filter((_, index) => index % 6 === 0);
  const kinds: Partial<Record<string, string>> = { string: 'string', piece: 'piece', regexp: 'regexp' };
  const compared = compare(
    paths.map((path) => [path, new Set(seenByTypeScript(path))]),
    ({ text, tokens, comments }) => [
      ...tokens.filter(({ kind }) => kinds[kind] !== undefined).map(({ kind, from, to }) => `${kind} ${from} ${to}`),
      ...comments.filter(({ from }) => !text.startsWith('#!', from)).map(({ from, to }) => `comment ${from} ${to}`),
    ],
  );
  expect(compared.differing).toEqual([]);
  expect(compared.files).toBeGreaterThan(1_500);
  expect(compared.uncertain).toBeLessThan(compared.files / 200);
});

it('the lexer finds the same strings and comments as Python', () => {
  const [folder = '', ...lines] = execFileSync('python3', ['-c', tokenizer], { encoding: 'utf8', maxBuffer: 2 ** 28 })
    .trim()
    .split('\n');
  const seen = lines.map((line) => JSON.parse(line) as [string, string[]]);
  const compared = compare(
    seen.map(([path, theirs]) => [path, new Set(theirs)]),
    ({ tokens, comments }) => [...wholeStrings(tokens), ...comments.map(({ from, to }) => `comment ${from} ${to}`)],
  );
  expect(folder).not.toBe('');
  expect(compared.differing).toEqual([]);
  expect(compared.files).toBeGreaterThan(300);
  expect(compared.uncertain).toBe(0);
});

function filesIn(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).length < mostBytes)
    .sort();
}

function seenByTypeScript(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.JSX,
  );
  const seen = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const from = node.getStart(file);
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) seen.add(`string ${from} ${node.end}`);
    else if (ts.isRegularExpressionLiteral(node)) seen.add(`regexp ${from} ${node.end}`);
    else if (ts.isTemplateHead(node)) seen.add(`piece ${from} ${node.end - 2}`);
    else if (ts.isTemplateMiddle(node)) seen.add(`piece ${from + 1} ${node.end - 2}`);
    else if (ts.isTemplateTail(node)) seen.add(`piece ${from + 1} ${node.end}`);
    const children = node.getChildren(file);
    if (children.length === 0) {
      const around = [ts.getLeadingCommentRanges(text, node.pos), ts.getTrailingCommentRanges(text, node.pos)];
      for (const { pos, end } of around.flatMap((ranges) => ranges ?? [])) seen.add(`comment ${pos} ${end}`);
    }
    children.forEach(visit);
  };
  visit(file);
  return [...seen];
}

function wholeStrings(tokens: Lexed['tokens']): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const from = tokens[at]?.from ?? 0;
    if (tokens[at]?.kind !== 'string' && tokens[at]?.kind !== 'piece') continue;
    let hole = tokens[at + 1];
    while (tokens[at]?.kind === 'piece' && hole?.kind === 'open' && hole.from === tokens[at]?.to) {
      at = (hole.other ?? at) + 1;
      hole = tokens[at + 1];
    }
    found.push(`string ${from} ${tokens[at]?.to ?? 0}`);
  }
  return found;
}

/** Prints the folder of Python's library, then strings and comments of each file, with offsets in UTF-16. */
const tokenizer = `
import io, json, os, tokenize
folder = os.path.dirname(os.__file__)
print(folder)
for name in sorted(os.listdir(folder)) + [os.path.join('test', name) for name in sorted(os.listdir(os.path.join(folder, 'test')))]:
    path = os.path.join(folder, name)
    if not name.endswith('.py') or os.path.getsize(path) > ${mostBytes}: continue
    try:
        text = open(path, encoding='utf-8', newline='').read()
        lines = text.split('\\n')
        starts = [0]
        for line in lines: starts.append(starts[-1] + len(line.encode('utf-16-le')) // 2 + 1)
        place = lambda at: starts[at[0] - 1] + len(lines[at[0] - 1][:at[1]].encode('utf-16-le')) // 2
        found = []
        depth = 0
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            kind = tokenize.tok_name[token.type]
            # From Python 3.12 on, it looks into strings that hold code.
            if kind in ('FSTRING_START', 'TSTRING_START'):
                if depth == 0: start = place(token.start)
                depth += 1
            if kind in ('FSTRING_END', 'TSTRING_END'):
                depth -= 1
                if depth == 0: found.append('string %d %d' % (start, place(token.end)))
            if depth == 0 and kind in ('STRING', 'COMMENT'):
                found.append(kind.lower() + ' %d %d' % (place(token.start), place(token.end)))
    except (SyntaxError, UnicodeError, tokenize.TokenError):
        continue
    if '\\r' not in text and '\\x0c' not in text: print(json.dumps([path, found]))
`;
