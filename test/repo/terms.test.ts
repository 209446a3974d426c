/**
 * Tests that the Chinese of the product has one word for each thing. terms.zh.json lists the words that are right, expressions
 * of those that are not, and texts that may have one of these, with the reason. The schemas have the words of the bundle.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import bundle from '../../l10n/bundle.l10n.zh-cn.json' with { type: 'json' };
import manifest from '../../package.nls.zh-cn.json' with { type: 'json' };
import { root } from '../support/spoken.js';
import glossary from './terms.zh.json' with { type: 'json' };

interface Term {
  readonly allowed: readonly string[];
  readonly forbidden: readonly string[];
  readonly except?: Readonly<Record<string, string>>;
}

const terms: readonly [string, Term][] = Object.entries(glossary);
const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.zh-cn.md'));
const texts = [
  ...Object.values(bundle),
  ...Object.values(manifest),
  ...pages.flatMap((name) => readFileSync(join(root, 'docs', name), 'utf8').split('\n')),
];

describe('the Chinese word', () => {
  it.each(terms)('for %s is the word in the glossary', (_, { forbidden, except = {} }) => {
    const wrong = texts.filter((text) => forbidden.some((each) => new RegExp(each, 'u').test(text)));
    expect(wrong.filter((text) => !Object.hasOwn(except, text))).toEqual([]);
    expect(Object.keys(except).filter((text) => !wrong.includes(text))).toEqual([]);
  });

  it('that is right for one thing is not forbidden for another', () => {
    const all = terms.flatMap(([, { forbidden }]) => forbidden.map((each) => new RegExp(each, 'u')));
    expect(terms.flatMap(([, { allowed }]) => allowed).filter((word) => all.some((each) => each.test(word)))).toEqual(
      [],
    );
  });
});
