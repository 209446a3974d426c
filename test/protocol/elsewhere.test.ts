/** Tests requests about a toggle in other environments, and about toggles that require it. */
import type { CodeAction, Hover } from 'vscode-languageserver-protocol/node';
import { CodeActionRequest, CodeActionTriggerKind, HoverRequest } from 'vscode-languageserver-protocol/node';
import { beforeEach, expect, it } from 'vitest';
import { promoteRuleCommand } from '../../server/src/core/features/commandNames.js';
import type { CarryOverParams } from '../../server/src/core/protocol.js';
import { carryOverRequest, toggleFilesRequest } from '../../server/src/core/protocol.js';
import { editsApplied } from '../support/fixes.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';
import { cityRule, contentOf } from '../support/targetings.js';

let server: ServerTrial;
let folder: Folder;
let uri: string;

const rule = (name: string, share: number, ...cities: readonly string[]) =>
  cityRule(name, { split: [10_000 - share, share] }, ...cities);
const state = (...rules: readonly object[]) => {
  const content = contentOf({ rules, variations: [{ value: 'false' }, { value: 'true' }] });
  return JSON.stringify({ disabled: false, content }, undefined, 2);
};
const requires = JSON.stringify({ content: { prerequisites: [{ key: 'checkout', type: 'boolean', value: 'true' }] } });
const dev = state(rule('beta', 1000, 'Paris', 'Rome'), rule('staff', 10_000, 'Berlin'));
const online = state(rule('staff', 100, 'Berlin'), rule('beta', 200, 'Paris'));

beforeEach(async () => {
  folder = testFolder();
  folder.write(
    'targeting.config.json',
    JSON.stringify({
      ...{ baseUrl: 'https://a.b', project: 'P', files: '{environment}/{toggle}.targeting.json' },
      environments: { dev: {}, staging: {}, online: {}, none: {} },
    }),
  );
  folder.write('dev/checkout.targeting.json', dev);
  folder.write('staging/checkout.targeting.json', state(rule('staff', 10_000, 'Berlin')));
  folder.write('online/checkout.targeting.json', online);
  folder.write('dev/pay.targeting.json', requires);
  folder.write('dev/banner.targeting.json', requires);
  folder.write('online/pay.targeting.json', requires);
  server = await testServer({
    initializationOptions: { clientCommands: [promoteRuleCommand] },
    folders: [folder.uri('')],
  });
  uri = folder.uri('dev/checkout.targeting.json');
  await server.open(uri, dev);
  await server.shown(uri);
});

const placeOf = (text: string) => {
  const lines = dev.slice(0, dev.indexOf(text)).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
};

async function offered(text: string, triggerKind: CodeActionTriggerKind): Promise<readonly CodeAction[]> {
  const [start, context] = [placeOf(text), { diagnostics: [], only: ['refactor'], triggerKind }];
  const params = { textDocument: { uri }, range: { start, end: start }, context };
  const all = (await server.ask(CodeActionRequest.type, params)) as CodeAction[];
  return all.filter(({ kind }) => kind === 'refactor');
}

it('a rule that is missing or different elsewhere has an action in a manually opened menu', async () => {
  const [action] = await offered('"beta"', CodeActionTriggerKind.Invoked);
  expect(action?.title).toBe('Promote the rule to staging (missing), online (differs)…');
  expect(await offered('"staff"', CodeActionTriggerKind.Invoked)).toEqual([]);
  expect(await offered('"beta"', CodeActionTriggerKind.Automatic)).toEqual([]);
});

it('copying a rule to other environments copies its conditions, but keeps the shares there', async () => {
  const [action] = await offered('"beta"', CodeActionTriggerKind.Invoked);
  const [params] = (action?.command?.arguments ?? []) as [CarryOverParams];
  const [staging, there, none] = (await server.ask(carryOverRequest, params)) ?? [];
  expect(staging).toMatchObject({ environment: 'staging', leftOut: [] });
  expect(staging?.changes).toEqual(['Rule "beta" is new and serves 90% "false", 10% "true".']);
  expect(staging?.affected).toContain('"beta"');
  expect(there).toMatchObject({ environment: 'online', leftOut: [] });
  expect(there?.changes[0]).toContain('Rule "beta"');
  expect(JSON.parse(editsApplied(online, [...(there?.edits ?? [])]))).toEqual(
    JSON.parse(state(rule('staff', 100, 'Berlin'), rule('beta', 200, 'Paris', 'Rome'))),
  );
  expect(none).toMatchObject({ environment: 'none', reason: 'There is no file.' });
});

it('dependent toggles are listed in hovers of top-level keys, and in a request for all files', async () => {
  const all = await server.ask(toggleFilesRequest, {});
  const shown = all.map(({ toggle, files }) => [
    toggle,
    ...files.map((file) => `${file.environments.join()} ${file.requiredBy.join()}`.trim()),
  ]);
  expect(shown.sort()).toEqual([
    ['banner', 'dev'],
    ['checkout', 'dev banner,pay', 'staging', 'online pay'],
    ['pay', 'dev', 'online'],
  ]);
  const hoverAt = async (text: string) => {
    const params = { textDocument: { uri }, position: placeOf(text) };
    const hover: Hover | null = await server.ask(HoverRequest.type, params);
    return (hover?.contents as { readonly value: string } | undefined)?.value;
  };
  expect(await hoverAt('disabled"')).toMatch(/\n\nRequired by 2: banner, pay\.$/);
  expect(await hoverAt('content"')).toMatch(/\n\nRequired by 2: banner, pay\.$/);
  expect(await hoverAt('rules"')).not.toContain('Required');
});
