/** What is proposed where the cursor, `|`, stands, and the text after one of it is accepted. */
import { describe, expect, it } from 'vitest';
import type { CompletionItem } from 'vscode-languageserver-types';
import { TextEdit } from 'vscode-languageserver-types';
import { completion } from '../../server/src/features/completion.js';
import { open } from '../support/annotated.js';
import { cursorIn } from '../support/cursor.js';

function proposed(marked: string): readonly CompletionItem[] {
  const { text, position } = cursorIn(marked);
  return completion(open(text), position);
}

const labels = (marked: string) => proposed(marked).map(({ label }) => label);

/** The text with the item of that label put in, its snippet's places left empty. */
function accept(marked: string, label: string): string {
  const { text } = cursorIn(marked);
  const edit = proposed(marked).find((item) => item.label === label)?.textEdit;
  if (edit === undefined || !TextEdit.is(edit)) throw new Error(`Not proposed: ${label}`);
  const { start, end } = edit.range;
  const document = open(text);
  const plain = edit.newText.replace(
    /\$\{1\|(\w+)[^}]*\}|\$1|\\(.)/g,
    (_all, choice = '', escaped = '') => `${choice}${escaped}`,
  );
  return text.slice(0, document.offsetAt(start)) + plain + text.slice(document.offsetAt(end));
}

describe('where a key goes', () => {
  it('the keys that are not there yet are proposed, with their words', () => {
    const marked = '{ "content": { "variations": [{ "name": "a", | }] } }';
    expect(labels(marked)).toEqual(['value', 'description']);
    expect(proposed(marked)[0]).toMatchObject({ detail: 'Value', documentation: { kind: 'markdown' } });
  });

  it.each([
    ['in an empty object', '{|}', 'comment', '{"comment": ""}'],
    ['inside quotes', '{ "com|" }', 'comment', '{ "comment": "" }'],
    ['without quotes yet', '{ com| }', 'comment', '{ "comment": "" }'],
    ['before another property', '{ |"disabled": true }', 'comment', '{ "comment": "","disabled": true }'],
    ['in place of a key that has its value', '{ "com|": "x" }', 'comment', '{ "comment": "x" }'],
    ['after a comma', '{ "disabled": true, | }', 'content', '{ "disabled": true, "content": {} }'],
    [
      'in half-typed text',
      '{ "content": { "defaultServe": { "sel|',
      'select',
      '{ "content": { "defaultServe": { "select": ',
    ],
    ['with a boolean as its value', '{ | }', 'disabled', '{ "disabled": true }'],
  ])('accepting one leaves the right quotes and commas %s', (_where, marked, label, expected) => {
    expect(accept(marked, label)).toBe(expected);
  });

  it('nothing is proposed in an object that the service does not know', () => {
    expect(labels('{ "unknown": { | } }')).toEqual([]);
  });
});

describe('where a value goes', () => {
  it('select offers the variations by name', () => {
    const marked =
      '{ "content": { "defaultServe": { "select": | }, "variations": [{ "value": "false", "name": "off" }, { "value": "true" }] } }';
    expect(labels(marked)).toEqual(['0 · off = "false"', '1 · "true"']);
    expect(accept(marked, '1 · "true"')).toContain('{ "select": 1 }');
    expect(accept(marked.replace(': |', ': 7|'), '1 · "true"')).toContain('{ "select": 1 }');
  });

  it.each([
    ['{ "disabled": | }', 'false', '{ "disabled": false }'],
    [
      '{ "content": { "rules": [{ "conditions": [{ "type": "|" }] }] } }',
      '"semver"',
      '{ "content": { "rules": [{ "conditions": [{ "type": "semver" }] }] } }',
    ],
    ['{ "content": { "rules": [|] } }', '{}', '{ "content": { "rules": [{}] } }'],
    ['{ "content": | }', '{}', '{ "content": {} }'],
    ['|', '{}', '{}'],
  ])('accepting in %s leaves a value', (marked, label, expected) => {
    expect(accept(marked, label)).toBe(expected);
  });

  it.each(['{ "comment": "a|" }', '{ "comment": "a" | }', '{ "content": { "rules": [] | } }', '1 |'])(
    'nothing is proposed in %s',
    (marked) => {
      expect(labels(marked)).toEqual([]);
    },
  );
});
