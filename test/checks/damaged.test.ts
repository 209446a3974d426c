/** Tests text damaged by a wrong encoding: an error in each kind of file, open or closed, that no setting lowers. */
import { expect, it } from 'vitest';
import { schemaProblems, targetingProblems } from '../../server/src/core/check-engine/problems.js';
import { textIn } from '../../server/src/core/checks/text/encoding.js';
import { ratingOfPush, shownAs } from '../../server/src/core/checks/rating.js';
import { mergedText } from '../../server/src/core/features/merge/mergedText.js';
import { payload } from '../../server/src/core/features/payload.js';
import { newFile, pulled } from '../../server/src/core/features/pulled.js';
import { plainLabels } from '../../server/src/core/json/read/conflictMarkers.js';
import { parse } from '../../server/src/core/json/document.js';
import { applyEdits } from '../../server/src/core/json/edit/edits.js';
import { parseConfig } from '../../server/src/workspace/config/config.js';

const file = (name: string) => `{
  "content": {
    "rules": [{ "name": "${name}", "conditions": [{ "type": "string", "subject": "city", "predicate": "is one of", "objects": ["Oslo", "${name}"] }], "serve": { "select": 0 } }],
    "disabledServe": { "select": 0 }, "defaultServe": { "select": 1 }, "variations": [{ "name": "on", "value": "a" }, { "name": "off", "value": "b" }]
  }
}
`;

const places = [
  '{ "comment": "Z\uFFFDrich" }',
  '{ "comm\uFFFDnt": "a" }',
  '\uFEFF{ "comment": "\uFFFD" }',
  '{ "content": { "rules": [{ "name": "\uFFFD\uFFFD" }] } }',
  '{ "comment": "\\n\uFFFD" }',
  '{ "a": \uFFFD }',
  '{} \uFFFD',
  '{} // \uFFFD',
];

it('damaged text is an error anywhere in a file, and prevents a push', () => {
  const set = { severities: { 'unreadable-file': 'off', syntax: 'off' }, isFeatureProbe: false } as const;
  const missed = places.filter((text) => {
    const errors = targetingProblems(parse(text)).filter(({ code }) => code === 'unreadable-file' || code === 'syntax');
    return errors.length === 0 || payload(parse(text)) !== undefined;
  });
  expect(missed).toEqual([]);
  const [first] = targetingProblems(parse(file('Z\uFFFDrich')));
  expect(first).toMatchObject({ code: 'unreadable-file', range: { start: { line: 2, character: 26 } } });
  expect(first && shownAs(first, ratingOfPush({ ...set, severities: {} }))?.severity).toBe('error');
});

it('damaged text is an error in configs, users and tests', () => {
  const text = '{\n  "baseUrl": "https://fp.example.com", "project": "Z\uFFFDrich", "environments": { "dev": {} }\n}';
  expect(parseConfig(text)).toMatchObject({ config: undefined, problem: { line: 2 } });
  const damagedUsers = parse(
    '{\n  "users": [{ "name": "Anna", "key": "1", "attributes": { "city": "Z\uFFFDrich" } }]\n}',
  );
  const damagedTests = parse('{\n  "cases": [{ "name": "Z\uFFFDrich", "user": { "key": "1" }, "expect": "a" }]\n}');
  for (const problems of [schemaProblems('users', damagedUsers), schemaProblems('tests', damagedTests)])
    expect(problems).toContainEqual(expect.objectContaining({ code: 'unreadable-file' }));
});

it('damaged text is found whichever bytes are invalid', () => {
  const broken = [[0xfc], [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], [0xc0, 0xaf], [0xe2, 0x82], [0xed, 0xa0, 0x80]];
  const passed = broken.filter((bytes) => {
    const all = Buffer.concat([Buffer.from('{ "comment": "'), Buffer.from(bytes), Buffer.from('" }')]);
    const [strict, lenient] = [textIn(all), new TextDecoder().decode(all)];
    return typeof strict === 'string' || payload(parse(lenient)) !== undefined;
  });
  expect(passed).toEqual([]);
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{ "comment": "Zürich" }', 'utf16le')]);
  expect(textIn(utf16)).toBe('{ "comment": "Zürich" }');
});

it('an escaped replacement character is allowed', () => {
  expect(targetingProblems(parse(file('Z\\ufffdrich')))).toEqual([]);
  expect(payload(parse('{ "comment": "\\ufffd" }'))).toBe('{ "comment": "\\ufffd" }');
});

it('damaged text is reported once per string, and parsing continues', () => {
  const text = `{ ${Array.from({ length: 30 }, (_each, index) => `"k${index}": "${'\uFFFD'.repeat(1_000)}"`).join(', ')} }`;
  const codes = targetingProblems(parse(text)).map(({ syntax }) => syntax);
  expect(codes.filter((kind) => kind === 'damaged')).toHaveLength(30);
  expect(codes).not.toContain('hopeless');
});

it('edits that add or remove damaged text lead to the problems of a newly opened file', () => {
  const before = parse(file('Zürich'));
  const at = before.positionAt(before.text.indexOf('ü'));
  const behind = { ...at, character: at.character + 1 };
  const damaged = before.edited([{ range: { start: at, end: behind }, text: '\uFFFD' }]);
  expect(targetingProblems(damaged)).toEqual(targetingProblems(parse(damaged.text)));
  expect(targetingProblems(damaged)).toContainEqual(expect.objectContaining({ code: 'unreadable-file' }));
  const mended = damaged.edited([{ range: { start: at, end: behind }, text: 'ü' }]);
  expect(targetingProblems(mended)).toEqual([]);
});

it('a pull escapes the replacement character, and a damaged file is neither pulled into nor merged', () => {
  const live = file('Z\uFFFDrich');
  expect(newFile(live)).toContain('"Z\\ufffdrich"');
  expect(newFile(live)).not.toContain('\uFFFD');
  const sound = file('Zürich');
  expect(applyEdits(sound, pulled(parse(sound), live) ?? [])).toBe(file('Z\\ufffdrich'));
  expect(pulled(parse(live), sound)).toBeUndefined();
  expect(mergedText({ base: sound, ours: live, theirs: sound }, plainLabels)).toBeUndefined();
  const theirs = sound.replace('"off"', '"\\ufffd"');
  expect(mergedText({ base: sound, ours: sound, theirs }, plainLabels)?.text).toBe(theirs);
});
