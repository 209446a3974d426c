/** Tests which users get a different value than with an earlier text of the file. */
import { describe, expect, it } from 'vitest';
import { changesSinceRequest } from '../../server/src/core/protocol.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';
import { offAndOn } from '../support/targetings.js';

let server: ServerTrial;
let folder: Folder;

interface Parts {
  readonly version?: string;
  readonly rule?: object;
  readonly byDefault?: object;
  readonly variations?: readonly object[];
  readonly more?: object;
}

function targeting({
  version = '2.0.0',
  rule = { select: 1 },
  byDefault = { select: 0 },
  ...rest
}: Parts = {}): string {
  const { variations = offAndOn, more = {} } = rest;
  const condition = { type: 'semver', subject: 'version', predicate: '>=', objects: [version] };
  const rules = [{ name: 'new', serve: rule, conditions: [condition] }];
  const content = { rules, disabledServe: { select: 0 }, defaultServe: byDefault, variations, ...more };
  return JSON.stringify({ disabled: false, content });
}

const people = [
  { name: 'ada', attributes: { version: '2.4.0' } },
  { name: 'bob', attributes: { version: '3.0.0' } },
  { name: 'cy', attributes: {} },
];

async function said(before: string, after: string, users?: readonly object[], version = 1) {
  folder = testFolder();
  folder.write('checkout.targeting.json', before);
  if (users !== undefined) folder.write('targeting.users.json', JSON.stringify({ users }));
  server = await testServer({ folders: [folder.uri('')] });
  const uri = folder.uri('checkout.targeting.json');
  await server.open(uri, after);
  return server.ask(changesSinceRequest, { uri, version, text: before });
}

describe('the summary of users in targeting.users.json', () => {
  it('counts users whose value changes, with old value, new value and reason', async () => {
    const answer = await said(targeting(), targeting({ version: '2.5.0' }), people);
    expect(answer?.summary).toBe('1 of 3 users change');
    expect(answer?.changes.slice(0, 1)).toEqual([
      {
        isUser: true,
        who: 'ada',
        what: 'on → off',
        detail: 'Rule 1 · new → default',
        range: expect.objectContaining({ start: expect.objectContaining({ line: 0 }) as unknown }) as unknown,
      },
    ]);
    expect(answer?.changes.slice(1)).toEqual([
      expect.objectContaining({ isUser: false, who: 'Rule 1 · new → default', what: 'on → off' }),
    ]);
    expect(answer?.changes[1]?.detail).toMatch(/^For example: version = "2\./);
  });

  it('mentions other affected users if the listed users keep their values', async () => {
    const answer = await said(targeting(), targeting({ version: '1.5.0' }), people);
    expect(answer?.summary).toBe('none of the 3 users change, but others do');
    expect(answer?.changes.map(({ isUser }) => isUser)).toEqual([false]);
  });

  it('excludes users whose new value is unknown', async () => {
    const requires = { more: { prerequisites: [{ key: 'nowhere', type: 'boolean', value: 'true' }] } };
    expect(await said(targeting(), targeting({ ...requires, version: '2.5.0' }), people)).toBeNull();
  });
});

it.each([
  ['the same', {}, {}, "nobody's value changes"],
  ['other words', {}, { variations: [{ value: 'false' }, { value: 'true', name: 'yes' }] }, "nobody's value changes"],
  [
    'another serve of the default',
    {},
    { byDefault: { select: 1 } },
    'Everyone who matches no rule changes from off to on.',
  ],
  ['two changes', {}, { rule: { select: 0 }, byDefault: { select: 1 } }, 'the value changes for some users'],
])('the summary without users describes %s', async (_what, before, after, summary) =>
  expect((await said(targeting(before), targeting(after)))?.summary).toBe(summary),
);

describe('the response is null', () => {
  it.each([
    ['while the text is half typed', targeting(), targeting().slice(0, -2)],
    ['of an earlier text that was half typed', targeting().slice(0, -2), targeting()],
    [
      'of a toggle that freezes its environment',
      targeting(),
      targeting({ byDefault: { select: 1 }, more: { disabledServe: {} } }),
    ],
    [
      'of a text with an error, which is not pushed',
      targeting(),
      targeting({ byDefault: { select: 1 } }).replace('"disabled":false', '"disabled":"no"'),
    ],
    ['of a text that leaves its rules to the service', targeting(), targeting({ more: { rules: null } })],
  ])('%s', async (_when, before, after) => expect(await said(before, after)).toBeNull());

  it('for a request about another version', async () =>
    expect(await said(targeting(), targeting({ byDefault: { select: 1 } }), people, 2)).toBeNull());
});
