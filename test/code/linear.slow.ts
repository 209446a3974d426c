/** Tests that code of any language is read in linear time, whatever is repeated in it. */
import { describe, expect, it } from 'vitest';
import type { LanguageId } from '../../server/src/core/code/lexer/languages.js';
import { languages } from '../../server/src/core/code/lexer/languages.js';
import { readCode } from '../../server/src/core/code/readCode.js';
import { milliseconds } from '../support/times.js';
import { wrappers } from './annotated.js';

/** A text of this length takes quadratic readers at least ten seconds, and linear ones a fraction of a second. */
const length = 100_000;

const repeated = [
  ...'(|)|[|]|{|}|<|>|{}|()|(]|([{|}])|/|} /|/[|*/|/*|//|#|\n'.split('|'),
  ...'" \' ` \\" \\ """ """" \'\'\' #" ## $ ${ {{ "${ `${ f"{ $"{ \\( "\\('.split(' '),
  ...['<a>', '<a', '<a b={', '</', '<A>(', 'R"(', 'r#"', '$/', "'a", '1e', '0x', '.', '1.', '::'],
  ...'a|a.|a.b(|a()|a[0].|a<b|a<|A=|A="new_ui";|enum A{B("new_ui"),|A("x"),|, |a:|\ud800'.split('|'),
  ...'f.boolValue(|f.boolValue(a.|f.boolValue("a",f|a.toggle(|FPUser;f.boolValue(A,u,1);'.split('|'),
  '[f boolValueWithKey:',
  ...["'new_ui'", '// "', 'f.boolValue<', 'toggles[', 'function f(A){', 'class A', '(A,', '"a" ', '"a"+', '= ', ':='],
];

describe('code is read in linear time', () => {
  for (const id of Object.keys(languages) as LanguageId[]) {
    it(`as ${id}`, () => {
      for (const each of repeated) {
        for (const beginning of ['', 'FPUser; const A = "plan"; ', '"']) {
          const text = beginning + each.repeat(length / each.length);
          const run = () => readCode(text, id, (key) => key === 'new_ui', wrappers);
          // On a busy machine, the second try counts.
          if (![1, 2].some(() => milliseconds(run) < 3_000)) expect.fail(`${beginning}${each}`);
        }
      }
    });
  }
});
