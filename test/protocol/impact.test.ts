/** Tests the impact of a push on users, for two states of a toggle that need not match its file. */
import { CodeActionRequest, CodeLensRequest } from 'vscode-languageserver-protocol/node';
import { describe, expect, it } from 'vitest';
import type { Impact, KnownSegment, OtherToggle } from '../../server/src/core/protocol.js';
import {
  changesSinceRequest,
  environmentTogglesRequest,
  impactRequest,
  serviceKnowledgeNotification,
  targetsRequest,
  whoGetsWhatRequest,
} from '../../server/src/core/protocol.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';
import { cityRule, inCity, targetingOf } from '../support/targetings.js';

let server: ServerTrial;
let folder: Folder;

const paris = cityRule('Paris', { select: 1 }, 'Paris');
const state = (content: object = {}) => targetingOf({ rules: [paris], ...content });
const users = {
  users: [
    { name: 'Ada', attributes: { city: 'Paris' } },
    { name: 'Bob', attributes: { city: 'Rome' } },
    { name: 'Eve', attributes: {} },
  ],
};
const config = {
  baseUrl: 'https://a.b',
  project: 'P',
  files: '{environment}/{toggle}.targeting.json',
  environments: { dev: { api: 'featureprobe' }, online: { api: 'featureprobe' } },
};

async function started(files: Readonly<Record<string, string>> = {}): Promise<string> {
  folder = testFolder();
  folder.write('targeting.users.json', JSON.stringify(users));
  folder.write('targeting.config.json', JSON.stringify(config));
  folder.write('dev/checkout.targeting.json', state());
  for (const [path, text] of Object.entries(files)) folder.write(path, text);
  server = await testServer({ folders: [folder.uri('')] });
  return folder.uri('dev/checkout.targeting.json');
}

/** Sends knowledge of the service, and waits until the server has read the config. */
async function learn(segments: readonly KnownSegment[]): Promise<void> {
  await server.connection.sendNotification(serviceKnowledgeNotification, {
    ...{ baseUrl: 'https://a.b', project: 'P', hasAllToggles: true, attributes: [], age: 0 },
    ...{ toggles: ['checkout', 'login'].map((key) => ({ key, name: key, returnType: 'boolean' })) },
    ...{ segments, hasAllSegments: true },
  });
  const uri = folder.uri('dev/checkout.targeting.json');
  await server.ask(targetsRequest, { uri });
}
async function askAll(
  changes: Readonly<Record<string, readonly [before: string, after: string]>>,
  others: readonly OtherToggle[] = [],
  environment = 'dev',
): Promise<readonly Impact[]> {
  const all = Object.entries(changes).map(([toggle, [before, after]]) => ({
    ...{ uri: folder.uri(`dev/${toggle}.targeting.json`), toggle, before, after },
  }));
  return server.ask(impactRequest, { environment, changes: all, others });
}

async function ask(uri: string, before: string, after: string, environment = 'dev'): Promise<Impact> {
  const changes = [{ uri, toggle: 'checkout', before, after }];
  const [impact] = await server.ask(impactRequest, { environment, changes });
  if (impact === undefined) throw new Error('Each change has an impact.');
  return impact;
}

describe('a change', () => {
  it('is described by value and name, with exact shares, an example and affected users', async () => {
    const uri = await started();
    const after = state({
      rules: [{ ...paris, serve: { split: [7500, 2500] } }, cityRule('Rome', { select: 1 }, 'Rome')],
    });
    const impact = await ask(uri, state(), after);
    expect(impact).toMatchObject({ who: 'somebody', most: 10_000, asked: 3 });
    expect(impact.words).toBe(
      '75% of those who match "Paris" change from on to off. Everyone who now matches "Rome" instead of no rule changes from off to on.',
    );
    expect(impact.changes).toMatchObject([
      {
        place: 'Rule 1 · Paris',
        moves: ['75%: on → off'],
        example: expect.stringMatching(/^For example: city = "Paris", key "user-\d+"$/) as string,
      },
      { place: 'default → Rule 2 · Rome', moves: ['off → on'], example: 'For example: city = "Rome"' },
    ]);
    expect(impact.users).toContainEqual({ name: 'Bob', from: 'off', to: 'on' });
    expect(impact.users.map(({ name }) => name)).not.toContain('Eve');
  });

  it('is described with the number of moved users, and the number that would suffice', async () => {
    const uri = await started();
    const variations = [{ value: 'a' }, { value: 'b' }, { value: 'c' }];
    const split = (...shares: readonly number[]) => state({ rules: [], variations, defaultServe: { split: shares } });
    const impact = await ask(uri, split(1000, 1000, 8000), split(2000, 1000, 7000));
    expect(impact).toMatchObject({
      most: 2000,
      words: '20% of all users change: 10% from 1 · "b" to 0 · "a"; 10% from 2 · "c" to 1 · "b".',
    });
    expect(impact.changes[0]?.churn).toBe('This moves 20% of users; 10% would be enough for these shares.');
  });

  it('affects dependent toggles as they are in the editor', async () => {
    const requires = (value: string, select: number) =>
      state({ rules: [], defaultServe: { select }, prerequisites: [{ key: 'checkout', type: 'boolean', value }] });
    const uri = await started({
      'dev/pay.targeting.json': requires('true', 0),
      'online/pay.targeting.json': requires('true', 1),
    });
    const pay = folder.uri('dev/pay.targeting.json');
    const after = state({ rules: [{ ...paris, serve: { select: 0 } }] });
    expect((await ask(uri, state(), after)).dependents).toBeUndefined();
    await server.open(pay, requires('true', 1));
    expect((await ask(uri, state(), after)).dependents).toEqual([
      {
        ...{ toggle: 'pay', who: 'somebody', most: 10_000 },
        words:
          'Toggle "pay" changes, too: Everyone who matches "Paris" changes from on to off. "pay" requires "checkout".',
      },
    ]);
  });

  it('has unknown dependents if the environment was frozen, and no dependents if it freezes', async () => {
    const condition = { type: 'string', subject: 'city', objects: ['Paris'] };
    const frozen = state({ rules: [{ ...paris, conditions: [condition] }] });
    const requires = state({ rules: [], prerequisites: [{ key: 'checkout', type: 'boolean', value: 'true' }] });
    const uri = await started({ 'dev/pay.targeting.json': requires });
    expect((await ask(uri, frozen, state())).dependents).toMatchObject([{ toggle: 'pay', who: 'unknown' }]);
    expect((await ask(uri, state(), frozen)).dependents).toBeUndefined();
  });

  it('since the last commit includes dependent toggles, and a lens names these toggles', async () => {
    const requires = state({
      rules: [],
      defaultServe: { select: 1 },
      prerequisites: [{ key: 'checkout', type: 'boolean', value: 'true' }],
    });
    const uri = await started({ 'dev/pay.targeting.json': requires, 'online/banner.targeting.json': requires });
    await server.open(uri, state({ rules: [] }));
    const params = { uri, version: 1, text: state() };
    await server.shown(uri);
    const said = await server.ask(changesSinceRequest, params);
    expect(said?.summary).toBe('1 of 3 users change; "pay" changes, too');
    expect(said?.changes.at(-1)).toMatchObject({
      who: 'pay',
      detail:
        'Toggle "pay" changes, too: Everyone who now matches no rule instead of "Paris" changes from on to off. "pay" requires "checkout".',
    });
    await server.configure({ lenses: ['references'] });
    const lenses = await server.ask(CodeLensRequest.type, { textDocument: { uri } });
    expect(lenses?.map(({ command }) => command?.title)).toContain('required by pay');
  });
});

describe('several changed toggles count as one change:', () => {
  const requires = (...values: readonly (readonly [key: string, value: string])[]) => ({
    rules: [],
    defaultServe: { select: 1 },
    prerequisites: values.map(([key, value]) => ({ key, type: 'boolean', value })),
  });
  const [off, on] = [0, 1].map((select) => state({ rules: [], defaultServe: { select } })) as [string, string];
  const both = state(requires(['checkout', 'true'], ['login', 'true']));

  it('a toggle that requires two of them is reported once, after both changes', async () => {
    await started({ 'dev/login.targeting.json': off, 'dev/pay.targeting.json': both });
    const one = await askAll({ checkout: [off, on] });
    expect(one[0]?.dependents).toBeUndefined();
    const [checkout, login] = await askAll({ checkout: [off, on], login: [off, on] });
    expect(checkout?.dependents).toEqual([
      {
        ...{ toggle: 'pay', who: 'somebody', most: 10_000 },
        words: 'Toggle "pay" changes, too: Everyone changes from off to on. "pay" requires "checkout", "login".',
      },
    ]);
    expect([checkout?.together, login?.together, login?.dependents]).toEqual([['login'], undefined, undefined]);
  });

  it('a changed toggle that requires another changed toggle is reported with both changes', async () => {
    const pay = state(requires(['checkout', 'true']));
    await started({ 'dev/pay.targeting.json': pay, 'dev/banner.targeting.json': state(requires(['pay', 'true'])) });
    const same = state(requires(['checkout', 'false']));
    const [checkout, changed] = await askAll({ checkout: [off, on], pay: [pay, same] });
    expect(checkout).toMatchObject({ who: 'somebody', words: 'Everyone changes from off to on.' });
    expect(checkout?.dependents).toBeUndefined();
    expect(changed).toMatchObject({ who: 'nobody', together: ['checkout'] });
    expect(changed?.dependents).toBeUndefined();
    const [, alone] = await askAll({ login: [off, on], pay: [pay, same] });
    expect(alone?.together).toBeUndefined();
  });

  it('a refused push does not affect the other toggles', async () => {
    await started({ 'dev/login.targeting.json': off, 'dev/pay.targeting.json': both });
    const pay = state(requires(['checkout', 'true']));
    const vanished = state({ defaultServe: {} });
    const [checkout, changed] = await askAll({ checkout: [on, vanished], pay: [off, pay] });
    expect(checkout).toMatchObject({ breaks: true });
    expect(changed).toMatchObject({ words: 'If the prerequisites are met, everyone changes from off to on.' });
  });

  it('toggles without a file are counted if the service lists all toggles', async () => {
    const uri = await started({ 'dev/pay.targeting.json': off, 'online/login.targeting.json': off });
    const asked = () => server.ask(environmentTogglesRequest, { uri, environment: 'dev' });
    expect(await asked()).toEqual({});
    await learn([]);
    expect(await asked()).toEqual({ withoutFile: 1 });
  });
});

it('the action that deletes a variation names the toggles that require its value', async () => {
  const requires = state({ rules: [], prerequisites: [{ key: 'checkout', type: 'boolean', value: 'true' }] });
  const uri = await started({ 'dev/pay.targeting.json': requires, 'online/banner.targeting.json': requires });
  const text = `{"content":{"variations":[{"value":"false"},\n{"value":"true"}],"rules":[],"disabledServe":{"select":0},"defaultServe":{"select":0}}}`;
  await server.open(uri, text);
  await server.ask(environmentTogglesRequest, { uri, environment: 'dev' });
  const titles = async (line: number, character: number) => {
    const range = { start: { line, character }, end: { line, character } };
    const params = { textDocument: { uri }, range, context: { diagnostics: [] } };
    const actions = await server.ask(CodeActionRequest.type, params);
    return actions?.map(({ title }) => title).filter((title) => title.startsWith('Delete variation'));
  };
  expect(await titles(1, 3)).toEqual(['Delete variation 1 · "true" (pay requires its value)']);
  expect(await titles(0, 28)).toEqual(['Delete variation 0 · "false", serve 1 · "true" instead']);
});

describe('the impact considers', () => {
  const requiring = (value: string) => ({
    rules: [],
    prerequisites: [{ key: 'login', value, type: 'boolean' }],
    defaultServe: { select: 1 },
  });

  it('a required toggle in the target environment', async () => {
    const uri = await started({
      'dev/login.targeting.json': state({ rules: [] }),
      'online/checkout.targeting.json': state(),
      'online/login.targeting.json': state({ rules: [], defaultServe: { select: 1 } }),
    });
    await learn([]);
    const from = state({ rules: [], defaultServe: { select: 1 } });
    const usersIn = async (environment: string) =>
      (await ask(uri, from, state(requiring('false')), environment)).users.map(({ name }) => name);
    expect(await usersIn('dev')).toEqual([]);
    expect(await usersIn('online')).toEqual(['Ada', 'Bob', 'Eve']);
  });

  it('the key of the toggle, even if it has no file', async () => {
    const many = { users: Array.from({ length: 20 }, (_, index) => ({ name: `u${index}`, attributes: {} })) };
    const uri = await started({ 'targeting.users.json': JSON.stringify(many) });
    const [from = '', to = ''] = [{ select: 0 }, { split: [5000, 5000] }].map((defaultServe) =>
      state({ rules: [], defaultServe }),
    );
    await server.open(uri, to);
    const now = await server.ask(whoGetsWhatRequest, { uri, asked: [] });
    const expected = now?.users.flatMap(({ name, gets }) => (gets === '1 · on' ? [name] : []));
    for (const environment of ['dev', 'online'])
      expect((await ask(uri, from, to, environment)).users.map(({ name }) => name)).toEqual(expected);
  });

  it('the members of a segment at the service', async () => {
    const uri = await started();
    const segment = { type: 'segment', subject: '', predicate: 'is in', objects: ['romans'] };
    const after = state({ rules: [paris, { name: 'Romans', serve: { select: 1 }, conditions: [segment] }] });
    expect((await ask(uri, state(), after)).users).toEqual([]);
    const romans = { key: 'romans', name: 'Romans', rules: [{ conditions: [inCity('Rome')] }] };
    await learn([romans]);
    const impact = await ask(uri, state(), after);
    expect(impact).toMatchObject({ who: 'somebody', users: [{ name: 'Bob', from: 'off', to: 'on' }] });
  });
});
