/** What an editor inserts that knows no snippets, where the cursor, `|`, stands. */
import { describe, expect, it } from 'vitest';
import { InsertTextFormat } from 'vscode-languageserver-types';
import { completion } from '../../server/src/features/completion.js';
import { withoutSnippets } from '../../server/src/features/withoutSnippets.js';
import { open } from '../support/annotated.js';
import { cursorIn } from '../support/cursor.js';

function proposed(marked: string) {
  const { text, position } = cursorIn(marked);
  return withoutSnippets(completion(open(text), position));
}

const inserted = (marked: string) => proposed(marked).map(({ label, textEdit }) => [label, textEdit?.newText]);

describe('without snippets', () => {
  it('a key is inserted up to where its value is typed', () => {
    expect(inserted('{ "content": {}, | }')).toEqual([
      ['"$schema"', '"$schema": "'],
      ['"comment"', '"comment": "'],
      ['"disabled"', '"disabled": '],
      ['"baseVersion"', '"baseVersion": '],
      ['"trackAccessEvents"', '"trackAccessEvents": '],
    ]);
  });

  it('a value is inserted whole', () => {
    expect(inserted('{ "disabled": | }')).toEqual([
      ['true', 'true'],
      ['false', 'false'],
    ]);
  });

  it('a variation is shown by its name, and its index inserted', () => {
    const marked =
      '{ "content": { "defaultServe": { "select": | }, "variations": [{ "name": "a$}", "value": "\\\\" }] } }';
    expect(proposed(marked)).toMatchObject([{ label: '0 · a$} = "\\\\"', textEdit: { newText: '0' } }]);
  });

  it('what a snippet must escape stands for itself again', () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const item = {
      label: 'a',
      insertTextFormat: InsertTextFormat.Snippet,
      textEdit: { range, newText: '"\\$\\}\\\\" $0 b' },
    };
    expect(withoutSnippets([item])).toMatchObject([{ textEdit: { newText: '"$}\\" ' } }]);
  });

  it('nothing is said to be a snippet, and an item that was none is as it was', () => {
    expect(proposed('{ | }').map(({ insertTextFormat }) => insertTextFormat)).not.toContain(InsertTextFormat.Snippet);
    expect(withoutSnippets([{ label: '$a', filterText: 'b' }])).toEqual([{ label: '$a', filterText: 'b' }]);
  });
});
