/** Tests that code of any shape can be read: no exceptions, no findings outside of the text, no false certainty in a part. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LanguageId } from '../../server/src/core/code/lexer/languages.js';
import { languages, rulesOf } from '../../server/src/core/code/lexer/languages.js';
import type { Lexed } from '../../server/src/core/code/lexer/lexer.js';
import { lex } from '../../server/src/core/code/lexer/lexer.js';
import { readCode } from '../../server/src/core/code/readCode.js';
import { rounds, spread } from '../support/rounds.js';
import { findingsIn, keys, withoutAnnotations } from './annotated.js';

const folder = join(import.meta.dirname, 'fixtures');
const fixtures = readdirSync(folder).map((name) => ({
  name: name.replace(/\.txt$/, ''),
  text: withoutAnnotations(readFileSync(join(folder, name), 'utf8')),
}));
const ids = Object.keys(languages) as LanguageId[];

/** Tokens and comments are in order, and brackets are paired. */
function expectOrder({ text, tokens, comments, readTo, uncertainFrom }: Lexed): void {
  for (const list of [tokens, comments]) {
    let end = 0;
    for (const { from, to } of list) {
      if (!(from >= end && to >= from && to <= readTo)) expect.fail(`${end} ${from} ${to} ${readTo}`);
      end = to;
    }
  }
  for (const [at, { other, within, kind }] of tokens.entries()) {
    if (other !== undefined && tokens[other]?.other !== at) expect.fail(`${at} ${other}`);
    if (within >= at || (within >= 0 && tokens[within]?.kind !== 'open')) expect.fail(`${at} ${within} ${kind}`);
  }
  expect(readTo).toBeLessThanOrEqual(text.length);
  expect(uncertainFrom).toBeLessThanOrEqual(readTo);
}

describe('a part of a file', () => {
  for (const { name, text } of fixtures) {
    it(`from the start of ${name} adds no certain call that the whole file lacks`, () => {
      const whole = findingsIn(text, name);
      for (const end of spread(text.length)) {
        const part = text.slice(0, end);
        for (const finding of findingsIn(part, name)) {
          if (!(finding.from < finding.to && finding.to <= end)) expect.fail(`${end}: ${finding.from}`);
          const there = whole.filter(({ from, to }) => from === finding.from && to === finding.to);
          // A following assignment turns a call into a mention.
          const isLast = there.length > 0 && !/\w/.test(part.slice(finding.to));
          const isSame = isLast || there.some(({ kind }) => kind === 'call');
          if (finding.kind === 'call' && finding.isCertain && !isSame) expect.fail(`${end}: ${part.slice(-80)}`);
        }
      }
    });

    it(`up to the end of ${name} is read without an error`, () => {
      for (const from of spread(text.length)) findingsIn(text.slice(from), name);
    });
  }
});

describe('any text', () => {
  const pieces = [
    ...'"|\'|`|"""|\'\'\'|\\|\n|\r\n| |/|*|/*|*/|//|#|#"|"#|r#"|$"|@"'.split('|'),
    ...['${', '{', '}', '(', ')', '[', ']', '<', '>', '</', '/>', '<a', '\\(', ':', '::', '.', '=', ','],
    ...'fp.boolValue( new_ui "new_ui" FPUser toggles[ f" $$""" {{ 1e 0x \ud800 \udc00 中'.split(' '),
  ];

  for (const id of ids) {
    it(`is read as ${id} without an error`, () => {
      let seed = 7;
      const next = () => (seed = (seed * 48_271) % 2_147_483_647);
      for (let round = 0; round < rounds(3_000); round += 1) {
        const text = Array.from({ length: 1 + (next() % 40) }, () => pieces[next() % pieces.length]).join('');
        expectOrder(lex(text, rulesOf(id)));
        readCode(text, id, (key) => keys.has(key));
      }
    });
  }
});

describe('a deeply nested file', () => {
  it.each(ids)('is read as %s without an error', (id) => {
    for (const opening of '(|[|{|<a>|`${|"${|"\\(|f"{|$"{|/*|a.b(|fp.boolValue(|<A b={'.split('|')) {
      const text = opening.repeat(5_000) + 'fp.boolValue("new_ui", false)';
      expectOrder(lex(text, rulesOf(id)));
      readCode(text, id, (key) => keys.has(key));
    }
  });

  it('is read completely if it has 30,000 pairs of brackets', () => {
    const { findings } = readCode(
      `${'a('.repeat(30_000)}FPUser, b.numberValue("plan", 1)${')'.repeat(30_000)}`,
      'typescript',
      () => true,
    );
    expect(findings).toMatchObject([{ kind: 'call', key: 'plan', isCertain: true }]);
  });
});

describe('a very long file', () => {
  const line = 'function a(b){return FPUser?b.boolValue("new_ui",!1)/2:`${b}"`}';

  it('is read up to the returned limit', () => {
    const text = line.repeat(5_000_000 / line.length);
    const { findings, readTo } = readCode(text, 'javascript', (key) => keys.has(key));
    expect(readTo).toBeGreaterThan(200_000);
    expect(readTo).toBeLessThan(300_000);
    expect(findings.length).toBeGreaterThan(3_000);
    expect(findings.slice(0, -1).every(({ kind, isCertain }) => kind === 'call' && isCertain)).toBe(true);
    expect(findings.at(-1)?.to).toBeLessThanOrEqual(readTo);
  });

  it('is read completely if it has few tokens', () => {
    const text = `FPUser; const text = '${'a'.repeat(5_000_000)}'; fp.boolValue("new_ui", false)`;
    const { findings, readTo } = readCode(text, 'typescript', (key) => keys.has(key));
    expect(readTo).toBe(text.length);
    expect(findings).toMatchObject([{ kind: 'call', isCertain: true }]);
  });
});
