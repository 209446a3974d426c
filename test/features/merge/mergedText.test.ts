/** Tests the merge of two changes of one file; what both changed is between markers. */
import { describe, expect, it } from 'vitest';
import { mergedText } from '../../../server/src/core/features/merge/mergedText.js';

const labels = { ours: 'ours', theirs: 'theirs', size: 7 };
const merged = (base: string, ours: string, theirs: string) => mergedText({ base, ours, theirs }, labels);
const inRules = (rules: string) => `{
  "content": {
    "rules": [
${rules}
    ]
  }
}
`;
const [a, b, c] = ['a', 'b', 'c'].map((name) => `      { "name": "${name}", "note": 0 }`);
const changed = (rule = '') => rule.replace('0', '1');
const list = (...rules: readonly (string | undefined)[]) => inRules(rules.join(',\n'));

describe('a rule that one side removes and the other side changes is a conflict', () => {
  it('in the middle', () =>
    expect(merged(list(a, b, c), list(a, changed(b), c), list(a, c))?.text).toBe(
      inRules([`${a},`, '<<<<<<< ours', `${changed(b)},`, '=======', '>>>>>>> theirs', c].join('\n')),
    ));

  it('at the beginning', () =>
    expect(merged(list(a, b), list(b), list(changed(a), b))?.text).toBe(
      inRules(['<<<<<<< ours', '=======', `${changed(a)},`, '>>>>>>> theirs', b].join('\n')),
    ));

  it('at the end, with the comma before it', () =>
    expect(merged(list(a, b), list(a), list(a, changed(b)))?.text).toBe(
      inRules(['<<<<<<< ours', a, '=======', `${a},`, changed(b), '>>>>>>> theirs'].join('\n')),
    ));
});

describe('fields unknown to the service', () => {
  it('are merged at every level of the file', () => {
    const file = (more: string, inContent: string, inRule: string) =>
      `{ ${more}"content": { ${inContent}"rules": [{ "name": "a"${inRule} }, { "name": "b" }] } }`;
    const [base, ours, theirs] = [
      file('"old": 1, ', '', ''),
      file('"$schema": "x", "old": 1, ', '', ', "why": [1, { "by": "us" }]'),
      file('', '"note": null, ', ''),
    ];
    expect(merged(base, ours, theirs)).toEqual({
      text: '{ "$schema": "x", "content": { "rules": [{ "name": "a", "why": [1, { "by": "us" }] }, { "name": "b" }], "note": null } }',
      conflicts: 0,
    });
  });

  it('are kept in a serve whose index changes', () => {
    const file = (variations: string, serve: string) =>
      `{ "content": { "defaultServe": { ${serve}, "why": "x" }, "variations": [${variations}] } }`;
    const [off, on] = ['{ "value": "off" }', '{ "value": "on" }'];
    const base = file(`${off}, ${on}`, '"select": 0');
    expect(merged(base, file(`${off}, ${on}`, '"select": 1'), file(`${on}, ${off}`, '"select": 1'))?.text).toBe(
      file(`${on}, ${off}`, '"select": 0'),
    );
  });
});

it('distinguishes an empty list from a missing list', () => {
  const file = (prerequisites: string) => `{ "disabled": false, "content": { "rules": []${prerequisites} } }`;
  const some = ', "prerequisites": [{ "key": "a", "value": "b" }]';
  expect(merged(file(some), file(', "prerequisites": []'), file(some))?.text).toBe(file(', "prerequisites": []'));
  expect(merged(file(some), file(', "prerequisites": []'), file(''))?.conflicts).toBe(1);
});

it('puts the conflict markers of a one-line file around that line', () => {
  const file = (comment: string) => `{ "comment": "${comment}", "content": {} }`;
  expect(merged(file('a'), file('b'), file('c'))).toEqual({
    text: `<<<<<<< ours\n${file('b')}\n=======\n${file('c')}\n>>>>>>> theirs\n`,
    conflicts: 1,
  });
});

it('a different key order or different white space is not a change', () => {
  const theirs = '{"content":{"variations":[],"rules":[{"serve":{"select":0},"name":"a"}]},"comment":"x"}';
  const ours =
    '{ "comment": "y", "content": { "rules": [{ "name": "a", "serve": { "select": 0 } }], "variations": [] } }';
  expect(merged(ours.replace('"y"', '"x"'), ours, theirs)).toEqual({ text: ours, conflicts: 0 });
});

it('without a base, every difference is a conflict', () => {
  const sides = { base: undefined, ours: list(a, b), theirs: list(changed(a), b) };
  expect(mergedText(sides, labels)?.text).toBe(
    inRules(['<<<<<<< ours', `${a},`, '=======', `${changed(a)},`, '>>>>>>> theirs', b].join('\n')),
  );
});

describe('the merge rejects', () => {
  const clean = list(a);
  for (const [what, text] of Object.entries({
    'what is no JSON': '{ "content": { } ',
    'JSON with comments': `// why\n${clean}`,
    'what is no object': '[]',
    'a file without content': '{ "disabled": true }',
    'rules that are none': inRules('1'),
    'a number that would be rounded': '{ "content": { "note": 12345678901234567890 } }',
    'what is nested without end': `{ "content": { "note": ${'['.repeat(200_000)}${']'.repeat(200_000)} } }`,
  }))
    it(what, () => {
      expect(merged(clean, text, clean)).toBeUndefined();
      expect(merged(clean, clean, text)).toBeUndefined();
      expect(merged(text, clean, clean)).toEqual({ text: clean, conflicts: 0 });
    });
});

it('merges a change into an object with a different key order', () => {
  const [base, ours, theirs] = [
    list('      { "name": "a", "note": 0 }'),
    list('      { "note": 0, "name": "a" }'),
    list('      { "name": "a", "note": 1 }'),
  ];
  expect(merged(base, ours, theirs)).toEqual({ text: list('      { "note": 1, "name": "a" }'), conflicts: 0 });
});

it('merges rules without names as one conflict, so the two sides do not mix', () => {
  const rules = (first: number, second: number) => list(`      { "note": ${first} }`, b, `      { "note": ${second} }`);
  expect(merged(rules(0, 0), rules(1, 2), rules(3, 4))?.conflicts).toBe(1);
});

it('matches variations with the same value by their names', () => {
  const file = (first: string, second: string) =>
    `{ "content": { "variations": [{ "value": "x", "name": "${first}" }, { "value": "x", "name": "${second}" }] } }`;
  expect(merged(file('a', 'b'), file('c', 'b'), file('a', 'd'))).toEqual({ text: file('c', 'd'), conflicts: 0 });
});

it('puts different variations into one conflict, in which each side serves its own variation', () => {
  const file = (own: string) => `{
  "content": {
    "defaultServe": { "select": 1 },
    "variations": [
      { "value": "off" },
      { "value": "${own}" }
    ]
  }
}
`;
  const both = '<<<<<<< ours\n      { "value": "ours" }\n=======\n      { "value": "theirs" }\n>>>>>>> theirs\n';
  const text = file('ours').replace('      { "value": "ours" }\n', both);
  expect(merged(file('on'), file('ours'), file('theirs'))).toEqual({ text, conflicts: 1 });
});
