/** Where the cursor, `|`, stands in half-typed JSON, and the text after an item is accepted: quotes and commas are right. */
import { describe, expect, it } from 'vitest';
import { completionsAt } from '../../support/completions.js';

describe('a property that is accepted has the right quotes and commas', () => {
  it.each([
    ['in an empty object', '{|}', 'comment', '{"comment": ""}'],
    ['inside quotes', '{ "com|" }', 'comment', '{ "comment": "" }'],
    ['without quotes yet', '{ com| }', 'comment', '{ "comment": "" }'],
    ['in single quotes', "{ 'com|' }", 'comment', '{ "comment": "" }'],
    ['before another one', '{ |"disabled": true }', 'comment', '{ "comment": "", "disabled": true }'],
    ['before another one, with a space', '{ | "disabled": true }', 'comment', '{ "comment": "", "disabled": true }'],
    [
      'before one on the next line',
      '{\n  |\n  "disabled": true\n}',
      'comment',
      '{\n  "comment": "",\n  "disabled": true\n}',
    ],
    ['after a comma', '{ "disabled": true, | }', 'content', '{ "disabled": true, "content": {} }'],
    [
      'between two commas',
      '{ "disabled": true, |, "content": {} }',
      'comment',
      '{ "disabled": true, "comment": "", "content": {} }',
    ],
    ['after one without its comma', '{ "disabled": true | }', 'comment', '{ "disabled": true, "comment": "" }'],
    [
      'after one on the line before',
      '{\n  "disabled": true\n  |\n}',
      'comment',
      '{\n  "disabled": true,\n  "comment": ""\n}',
    ],
    [
      'after one, with CRLF',
      '{\r\n  "disabled": true\r\n  |\r\n}',
      'comment',
      '{\r\n  "disabled": true,\r\n  "comment": ""\r\n}',
    ],
    ['right behind a bracket', '{"content":{}|}', 'comment', '{"content":{}, "comment": ""}'],
    [
      'between two without commas',
      '{ "disabled": true\n  |\n  "content": {} }',
      'comment',
      '{ "disabled": true,\n  "comment": "",\n  "content": {} }',
    ],
    [
      'before the comma of the one before it',
      '{ "disabled": true |, "content": {} }',
      'comment',
      '{ "disabled": true, "comment": "", "content": {} }',
    ],
    [
      'half typed, before the next one',
      '{ "com|"\n  "disabled": true }',
      'comment',
      '{ "comment": "",\n  "disabled": true }',
    ],
    ['in place of a key that has its value', '{ "com|": "x" }', 'comment', '{ "comment": "x" }'],
    ['in the middle of a key', '{ "com|ent": "x" }', 'comment', '{ "comment": "x" }'],
    ['in an unquoted key that has its value', '{ com|: "x" }', 'comment', '{ "comment": "x" }'],
    ['where the file ends', '{ "content": { "rules": [{ "na|', 'name', '{ "content": { "rules": [{ "name": ""'],
  ])('%s', (_where, marked, label, expected) => {
    expect(completionsAt(marked).accept(label)).toBe(expected);
  });
});

describe('a string without its end takes nothing else with it', () => {
  it.each([
    ['a key before another property', '{ "com|, "disabled": true }', 'comment', '{ "comment": "", "disabled": true }'],
    ['a key before a brace', '{ "disabled": true, "com| }', 'comment', '{ "disabled": true, "comment": "" }'],
    [
      'a key before the next line',
      '{\n  "com|\n  "disabled": true\n}',
      'comment',
      '{\n  "comment": "",\n  "disabled": true\n}',
    ],
    ['a key before its value', '{ "disa|: true, "comment": "" }', 'disabled', '{ "disabled": true, "comment": "" }'],
    [
      'a key with the cursor in it',
      '{ "dis|abled: true, "comment": "" }',
      'disabled',
      '{ "disabled": true, "comment": "" }',
    ],
    ['nothing but the quote', '{ "|, "disabled": true }', 'comment', '{ "comment": "", "disabled": true }'],
    [
      'a value',
      '{ "content": { "rules": [{ "conditions": [{ "type": "sem|, "subject": "app" }] }] } }',
      '"semver"',
      '{ "content": { "rules": [{ "conditions": [{ "type": "semver", "subject": "app" }] }] } }',
    ],
    [
      'a value of several words, with the cursor in it',
      '{ "content": { "rules": [{ "conditions": [{ "predicate": "is| one, "objects": ["a"] }] }] } }',
      '"is one of"',
      '{ "content": { "rules": [{ "conditions": [{ "predicate": "is one of", "objects": ["a"] }] }] } }',
    ],
    [
      'an item of a list',
      '{ "content": { "rules": [{ "conditions": [{ "type": "segment", "objects": ["t|, "a"] }, { "type": "segment", "objects": ["testers"] }] }] } }',
      '"testers"',
      '{ "content": { "rules": [{ "conditions": [{ "type": "segment", "objects": ["testers", "a"] }, { "type": "segment", "objects": ["testers"] }] }] } }',
    ],
  ])('%s', (_what, marked, label, expected) => {
    expect(completionsAt(marked).accept(label)).toBe(expected);
  });
});

describe('a value that is accepted has the right commas', () => {
  it.each([
    ['behind a colon', '{ "disabled": | }', '{ "disabled": false }'],
    ['right behind a colon', '{ "disabled":| }', '{ "disabled":false }'],
    ['before the next property', '{ "disabled": |\n  "comment": "" }', '{ "disabled": false,\n  "comment": "" }'],
    ['right before the next property', '{ "disabled": |"comment": "" }', '{ "disabled": false, "comment": "" }'],
    [
      'half typed, before the next property',
      '{ "disabled": fa|\n  "comment": "" }',
      '{ "disabled": false,\n  "comment": "" }',
    ],
    ['in place of one that is there', '{ "disabled": tr|ue }', '{ "disabled": false }'],
    ['in place of one that follows', '{ "disabled": | true }', '{ "disabled": false }'],
    ['in place of a string', '{ "disabled": "|true" }', '{ "disabled": false }'],
  ])('%s', (_where, marked, expected) => {
    expect(completionsAt(marked).accept('false')).toBe(expected);
  });

  it.each([
    ['before another one', '[|{ "name": "a" }]', '[{}, { "name": "a" }]'],
    ['after another one', '[{ "name": "a" }, |]', '[{ "name": "a" }, {}]'],
    ['after one without its comma', '[{ "name": "a" } |]', '[{ "name": "a" }, {}]'],
    ['right behind one', '[{ "name": "a" }|]', '[{ "name": "a" }, {}]'],
    ['between two without commas', '[{ "name": "a" }\n|\n{ "name": "b" }]', '[{ "name": "a" },\n{},\n{ "name": "b" }]'],
  ])('in a list %s', (_where, marked, expected) => {
    const around = (list: string) => `{ "content": { "rules": ${list} } }`;
    expect(completionsAt(around(marked)).accept('{}')).toBe(around(expected));
  });
});

describe('nothing is proposed', () => {
  it.each([
    ['in free text', '{ "comment": "a|" }'],
    ['in an object that the service does not know', '{ "unknown": { | } }'],
    ['behind the document', '{ "comment": "a" } |'],
    ['before the document', '|{ "comment": "a" }'],
    ['behind a value that is the whole document', '1 |'],
    ['behind a key, where its colon goes', '{ "comment" | }'],
    ['before an object that is the value already', '{ "content": | { "rules": [] } }'],
    ['in a comment', '{ // dis|\n }'],
    ['where the reader had given up', '{} {} {} { | }'],
    ['in a list that the service does not know', '{ "unknown": [|] }'],
  ])('%s', (_where, marked) => {
    expect(completionsAt(marked).labels).toEqual([]);
  });

  it.each([
    ['a closing quote', '{ "content": { "rules": [{ "conditions": [{ "type": "string"| }] }] } }', '"'],
    ['a space behind a value', '{ "disabled": true | }', ' '],
  ])('unasked, where %s is typed: the next Enter key means a line break', (_what, marked, trigger) => {
    expect(completionsAt(marked, { trigger }).labels).toEqual([]);
    expect(completionsAt(marked).labels).not.toEqual([]);
  });
});
