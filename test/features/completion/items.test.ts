/** Tests how an editor shows the items: their order, what the user types to find them, and which one is preselected. */
import { describe, expect, it } from 'vitest';
import { escaped, choice, place, plainText } from '../../../server/src/core/features/completion/snippetText.js';
import { completionsAt } from '../../support/completions.js';

describe('completion items', () => {
  it('have sort texts in list order', () => {
    const { items } = completionsAt('{|}');
    expect(items.toSorted((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1))).toEqual(items);
    expect(new Set(items.map(({ sortText }) => sortText)).size).toBe(items.length);
  });

  it('have filter texts that match the text at the cursor, with or without quotes', () => {
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

  it('preselect only one item', () => {
    const { items } = completionsAt('{ "disabled": true| }');
    expect(items.map(({ label, preselect }) => [label, preselect])).toEqual([
      ['false', undefined],
      ['true', true],
    ]);
  });

  it('are plain text for an editor without snippet support', () => {
    const { items } = completionsAt('{ | }', { editor: { snippets: false, indents: false } });
    expect(items.filter(({ insertTextFormat }) => insertTextFormat !== undefined)).toEqual([]);
    expect(items.filter(({ textEdit }) => /[$\\]\{?\d/.test(textEdit?.newText ?? ''))).toEqual([]);
  });
});

it.each(['', 'a', '$1', '${1:a}', '}', '\\', 'a, b|c', '\\n', '$}\\{'])(
  'plain text converted from a snippet contains %j unchanged',
  (text) => {
    expect(plainText(escaped(text))).toBe(text);
    expect(plainText(place(1, text))).toBe(text);
    expect(plainText(choice(1, [text, 'other']))).toBe(text);
    expect(plainText(`${escaped(text)}${choice(12, [text, text, text])}${place(3)}`)).toBe(text + text);
  },
);
