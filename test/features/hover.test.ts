/** What is said where the pointer, `|`, stands. */
import { describe, expect, it } from 'vitest';
import { hover } from '../../server/src/features/hover.js';
import { open } from '../support/annotated.js';
import { cursorIn } from '../support/cursor.js';

function wordsAt(marked: string): string | undefined {
  const { text, position } = cursorIn(marked);
  const contents = hover(open(text), position)?.contents;
  return contents !== undefined && typeof contents === 'object' && 'value' in contents ? contents.value : undefined;
}

const variations =
  '"variations": [{ "value": "false", "name": "off", "description": "As it was" }, { "value": "true" }]';

describe('pointing at', () => {
  it('a key says what it means, in the words of the schema', () => {
    expect(wordsAt('{ "dis|abled": true }')).toMatch(/^\*\*Disabled\*\*\n\nWhether the toggle is disabled/);
  });

  it('a value says what its key means', () => {
    expect(wordsAt('{ "content": { "rules": [{ "conditions": [{ "objects": ["10|00"] }] }] } }')).toMatch(
      /^\*\*Object\*\*/,
    );
  });

  it.each([
    ['{ "content": { "defaultServe": { "sel|ect": 0 }, $ } }', '0 = *off* ` "false" ` — As it was'],
    ['{ "content": { "disabledServe": { "select": 1| }, $ } }', '1 = ` "true" `'],
    [
      '{ "content": { "rules": [{ "serve": { "select": |2 } }], $ } }',
      'Variation 2 does not exist: this toggle has 2 \\(0 to 1\\)\\.',
    ],
    [
      '{ "content": { "defaultServe": { "select": -|1 }, $ } }',
      'Variation \\-1 does not exist: this toggle has 2 \\(0 to 1\\)\\.',
    ],
  ])('a select names its variation: %s', (marked, expected) => {
    expect(wordsAt(marked.replace('$', variations))?.split('\n\n')[1]).toBe(expected);
  });

  it('a select without variations in the file says no more than the schema', () => {
    expect(wordsAt('{ "content": { "defaultServe": { "sel|ect": 0 } } }')?.split('\n\n')).toHaveLength(2);
  });

  it('text of the file never acts as Markdown', () => {
    const evil = '"variations": [{ "value": "`` ![x](y) ``", "name": "[a](command:b) <img>", "description": "**b**" }]';
    const words = wordsAt(`{ "content": { "defaultServe": { "sel|ect": 0 }, ${evil} } }`)?.split('\n\n')[1];
    expect(words).toBe('0 = *\\[a\\]\\(command:b\\) \\<img\\>* ``` "`` ![x](y) ``" ``` — \\*\\*b\\*\\*');
  });

  it.each(['|', '{ | }', '{ "unknown|": 1 }', '[ 1| ]', '{ "content": | { } }'])(
    'nothing known says nothing: %s',
    (marked) => {
      expect(wordsAt(marked)).toBeUndefined();
    },
  );
});
