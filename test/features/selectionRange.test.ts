/** Tests how a selection grows from the cursor, `|`: each step is one line. */
import { describe, expect, it } from 'vitest';
import type { SelectionRange } from 'vscode-languageserver-types';
import { selectionRange } from '../../server/src/core/features/layout/selectionRange.js';
import { open } from '../support/annotated.js';
import { cursorIn } from '../support/cursor.js';

function steps(marked: string): string[] {
  const { text, position } = cursorIn(marked);
  const document = open(text);
  const found: string[] = [];
  for (let at: SelectionRange | undefined = selectionRange(document, [position])[0]; at; at = at.parent)
    found.push(text.slice(document.json.offsetAt(at.range.start), document.json.offsetAt(at.range.end)));
  return found;
}

describe('a selection grows', () => {
  it.each([
    ['{"a":["b|c"]}', ['bc', '"bc"', '["bc"]', '"a":["bc"]', '{"a":["bc"]}']],
    ['{"a":[12|, 3]}', ['12', '12, 3', '[12, 3]', '"a":[12, 3]', '{"a":[12, 3]}']],
    ['{"a|b":1, "c":2}', ['ab', '"ab"', '"ab":1', '"ab":1, "c":2', '{"ab":1, "c":2}']],
    ['{ "a": |  }', ['"a"', ' "a":   ', '{ "a":   }'].slice(1)],
    ['[ | ]', ['  ', '[  ]']],
    ['|{}', ['{}']],
    ['|', ['']],
    ['{"a": tr|u}', ['tru', '"a": tru', '{"a": tru}']],
  ])('from the cursor in %s', (marked, expected) => expect(steps(marked)).toEqual(expected));

  it('separately for each of several cursors', () => {
    const document = open('[1, 22]');
    const ranges = selectionRange(document, [document.json.positionAt(1), document.json.positionAt(5)]);
    expect(ranges.map(({ range }) => range.end.character - range.start.character)).toEqual([1, 2]);
  });

  it('in at most 200 steps for deeply nested JSON', () => {
    const found = steps(`${'['.repeat(100_000)}|${']'.repeat(100_000)}`);
    expect(found).toHaveLength(200);
    expect(found[0]).toBe('[]');
    expect(found.at(-1)).toHaveLength(200_000);
  });
});
