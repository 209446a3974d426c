/** Tests that accepting an item at the cursor, `|`, in half-typed JSON puts quotes and commas where they belong. */
import { describe, expect, it } from 'vitest';
import { completionsAt } from '../../support/completions.js';
import { rows } from '../../support/rows.js';

/** @param around the text around both, in place of `$` */
function accepts(table: readonly (readonly string[])[], around = '$'): void {
  it.each(table)('%s', (_where, marked = '', label = '', after = '') =>
    expect(completionsAt(around.replace('$', () => marked)).accept(label)).toBe(around.replace('$', () => after)),
  );
}

const rules = (list: string) => `{ "content": { "rules": ${list} } }`;
const condition = (properties: string) => rules(`[{ "conditions": [{ ${properties} }] }]`);

describe('an accepted property gets the right quotes and commas', () => {
  accepts(rows`
    in an empty object → {|} → comment → {"comment": ""}
    inside quotes → { "com|" } → comment → { "comment": "" }
    without quotes yet → { com| } → comment → { "comment": "" }
    in single quotes → { 'com|' } → comment → { "comment": "" }
    before another one → { |"disabled": true } → comment → { "comment": "", "disabled": true }
    before another one, with a space → { | "disabled": true } → comment → { "comment": "", "disabled": true }
    before one on the next line → {\n  |\n  "disabled": true\n} → comment → {\n  "comment": "",\n  "disabled": true\n}
    after a comma → { "disabled": true, | } → content → { "disabled": true, "content": {} }
    between two commas → { "disabled": true, |, "content": {} } → comment
      → { "disabled": true, "comment": "", "content": {} }
    after one without its comma → { "disabled": true | } → comment → { "disabled": true, "comment": "" }
    after one on the line before → {\n  "disabled": true\n  |\n} → comment
      → {\n  "disabled": true,\n  "comment": ""\n}
    after one, with CRLF → {\r\n  "disabled": true\r\n  |\r\n} → comment
      → {\r\n  "disabled": true,\r\n  "comment": ""\r\n}
    right behind a bracket → {"content":{}|} → comment → {"content":{}, "comment": ""}
    between two without commas → { "disabled": true\n  |\n  "content": {} } → comment
      → { "disabled": true,\n  "comment": "",\n  "content": {} }
    before the comma of the one before it → { "disabled": true |, "content": {} } → comment
      → { "disabled": true, "comment": "", "content": {} }
    half typed, before the next one → { "com|"\n  "disabled": true } → comment
      → { "comment": "",\n  "disabled": true }
    in place of a key that has its value → { "com|": "x" } → comment → { "comment": "x" }
    in the middle of a key → { "com|ent": "x" } → comment → { "comment": "x" }
    in an unquoted key that has its value → { com|: "x" } → comment → { "comment": "x" }
    where the file ends → { "content": { "rules": [{ "na| → name → { "content": { "rules": [{ "name": ""
  `);
});

describe('an item accepted in an unclosed string replaces only that string', () => {
  accepts(rows`
    a key before another property → { "com|, "disabled": true } → comment → { "comment": "", "disabled": true }
    a key before a brace → { "disabled": true, "com| } → comment → { "disabled": true, "comment": "" }
    a key before the next line → {\n  "com|\n  "disabled": true\n} → comment
      → {\n  "comment": "",\n  "disabled": true\n}
    a key before its value → { "disa|: true, "comment": "" } → disabled → { "disabled": true, "comment": "" }
    a key with the cursor in it → { "dis|abled: true, "comment": "" } → disabled → { "disabled": true, "comment": "" }
    only an opening quote → { "|, "disabled": true } → comment → { "comment": "", "disabled": true }
  `);
  accepts(
    rows`
      a value → "type": "sem|, "subject": "app" → "semver" → "type": "semver", "subject": "app"
      a value of several words, with the cursor in it → "predicate": "is| one, "objects": ["a"] → "is one of"
        → "predicate": "is one of", "objects": ["a"]
      an item of a list → "type": "segment", "objects": ["t|, "a"] }, { "type": "segment", "objects": ["testers"]
        → "testers" → "type": "segment", "objects": ["testers", "a"] }, { "type": "segment", "objects": ["testers"]
    `,
    condition('$'),
  );
});

describe('an accepted value gets the right commas', () => {
  accepts(rows`
    behind a colon → { "disabled": | } → false → { "disabled": false }
    right behind a colon → { "disabled":| } → false → { "disabled":false }
    before the next property → { "disabled": |\n  "comment": "" } → false → { "disabled": false,\n  "comment": "" }
    right before the next property → { "disabled": |"comment": "" } → false → { "disabled": false, "comment": "" }
    half typed, before the next property → { "disabled": fa|\n  "comment": "" } → false
      → { "disabled": false,\n  "comment": "" }
    in place of one that is there → { "disabled": tr|ue } → false → { "disabled": false }
    in place of one that follows → { "disabled": | true } → false → { "disabled": false }
    in place of a string → { "disabled": "|true" } → false → { "disabled": false }
  `);
  accepts(
    rows`
      before another item → [|{ "name": "a" }] → {} → [{}, { "name": "a" }]
      after another item → [{ "name": "a" }, |] → {} → [{ "name": "a" }, {}]
      after an item without its comma → [{ "name": "a" } |] → {} → [{ "name": "a" }, {}]
      right behind an item → [{ "name": "a" }|] → {} → [{ "name": "a" }, {}]
      between two without commas → [{ "name": "a" }\n|\n{}] → {} → [{ "name": "a" },\n{},\n{}]
    `,
    rules('$'),
  );
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
    ['where the parser has given up', '{} {} {} { | }'],
    ['in a list that the service does not know', '{ "unknown": [|] }'],
  ])('%s', (_where, marked) => expect(completionsAt(marked).labels).toEqual([]));

  it.each([
    ['a closing quote', condition('"type": "string"|'), '"'],
    ['a space behind a value', '{ "disabled": true | }', ' '],
  ])('after %s is typed, so the Enter key still inserts a line break', (_what, marked, trigger) => {
    expect(completionsAt(marked, { trigger }).labels).toEqual([]);
    expect(completionsAt(marked).labels).not.toEqual([]);
  });
});
