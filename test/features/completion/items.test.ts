/** How an editor shows the items: order, what is typed to find them, which one is clearly right. */
import { describe, expect, it } from 'vitest';
import { escaped, choice, place, plainText } from '../../../server/src/features/completion/snippetText.js';
import { completionsAt } from '../../support/completions.js';

describe('the items', () => {
  it('stand in the order in which they are listed', () => {
    const { items } = completionsAt('{|}');
    const sorted = items.toSorted((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1));
    expect(sorted).toEqual(items);
    expect(new Set(items.map(({ sortText }) => sortText)).size).toBe(items.length);
  });

  it('are found by what is typed: quotes or none, a brace, a value that stands there', () => {
    const filterOf = (marked: string, label: string) =>
      completionsAt(marked).items.find((item) => item.label === label)?.filterText;
    expect(filterOf('{ "com|" }', 'comment')).toBe('"comment"');
    expect(filterOf('{ | }', 'comment')).toBe('"comment"');
    expect(filterOf("{ 'com| }", 'comment')).toBe("'comment'");
    expect(filterOf('{ "content": { "rules": ["ru|"] } }', 'rule')).toBe('"rule"');
    expect(filterOf('{|}', 'whole file')).toBe('{file');
    expect(filterOf('{ "disabled": true| }', 'false')).toBe('truefalse');
    const type = '{ "content": { "rules": [{ "conditions": [{ "type": "sem|" }] }] } }';
    expect(filterOf(type, '"semver"')).toBe('"semver"');
  });

  it('have no more than one that is clearly right', () => {
    const { items } = completionsAt('{ "disabled": true| }');
    expect(items.map(({ label, preselect }) => [label, preselect])).toEqual([
      ['false', undefined],
      ['true', true],
    ]);
  });

  it('are plain text for an editor that says nothing of snippets', () => {
    const { items } = completionsAt('{ | }', { editor: { snippets: false, indents: false } });
    expect(items.filter(({ insertTextFormat }) => insertTextFormat !== undefined)).toEqual([]);
    expect(items.filter(({ textEdit }) => /[$\\]\{?\d/.test(textEdit?.newText ?? ''))).toEqual([]);
  });
});

describe('snippets for editors without them', () => {
  it.each(['', 'a', '$1', '${1:a}', '}', '\\', 'a, b|c', '\\n', '$}\\{'])('%j means itself', (text) => {
    expect(plainText(escaped(text))).toBe(text);
    expect(plainText(place(1, text))).toBe(text);
    expect(plainText(choice(1, [text, 'other']))).toBe(text);
    expect(plainText(`${escaped(text)}${choice(12, [text, text, text])}${place(3)}`)).toBe(text + text);
  });
});
