/** Tests that the lenses shown by default are few, in the demo and in a file for which there is a lens of each kind. */
import { readdirSync, readFileSync } from 'node:fs';
import { CodeLensRequest } from 'vscode-languageserver-protocol';
import { expect, it } from 'vitest';
import { serveRequest } from '../../server/src/core/protocol.js';
import { lensNames } from '../../server/src/core/protocol/settings.js';
import { startedWith } from '../support/folderTrials.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial } from '../support/languageServer.js';

const demo = Object.fromEntries(
  readdirSync('demo', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(`demo/${path}`, 'utf8')]),
);

const rule = (select: number, ...conditions: object[]) => JSON.stringify({ serve: { select }, conditions });
const inCity = (city: string) => ({ type: 'string', subject: 'city', predicate: 'is one of', objects: [city] });
const inTime = { type: 'datetime', subject: 'now', predicate: 'before', objects: ['2999-01-01T00:00:00Z'] };
const everything = `{ "disabled": false, "content": {
"variations": [
{ "value": "false", "name": "off" }, { "value": "true", "name": "on" }],
"rules": [
${rule(1, inCity('Paris'))},
${rule(1, inCity('Paris'))},
${rule(1, inCity('Rome'), inTime)},
${rule(0, inCity('Oslo'))},
${rule(1, inCity('Bonn'), inCity('Bonn'))}],
"disabledServe": { "select": 0 }, "prerequisites": [],
"defaultServe": { "select": 0 } } }`;
const requires = '{ "content": { "prerequisites": [{ "key": "all", "type": "boolean", "value": "true" }] } }';
const files = {
  'targeting.config.json': JSON.stringify({
    files: '{environment}/{toggle}.targeting.json',
    environments: { dev: {} },
    code: { include: ['src'] },
  }),
  'targeting.users.json': JSON.stringify({
    users: ['Paris', 'Rome', 'Bonn'].map((city) => ({ name: city, key: city, attributes: { city } })),
  }),
  'dev/all.targeting.json': everything,
  'dev/other.targeting.json': requires,
  'src/a.ts': "client.boolValue('all', user, false);\n",
};

async function titles(server: ServerTrial, folder: Folder, path: string): Promise<readonly string[]> {
  const textDocument = { uri: folder.uri(path) };
  const lenses = (await server.ask(CodeLensRequest.type, { textDocument })) ?? [];
  return lenses.map(({ range, command }) => `${range.start.line}: ${command?.title ?? ''}`).toSorted();
}

it('each rule and the default have at most one lens, and the first line has only lenses of the client', async () => {
  const [server, folder] = await startedWith(files);
  await server.open(folder.uri('dev/all.targeting.json'), everything);
  await server.ask(serveRequest, {
    ...{ from: folder.uri('targeting.config.json'), environment: 'dev', port: 0, allowedOrigins: [] },
  });
  const shown = () => titles(server, folder, 'dev/all.targeting.json');
  expect(await shown()).toEqual([
    '4: 1 of 3 users: Paris',
    '5: never matches',
    '6: 1 of 3 users: Rome',
    '7: changes nothing',
    '8: condition 2 changes nothing · 1 of 3 users: Bonn',
  ]);
  await server.configure({ lenses: lensNames });
  await expect
    .poll(shown)
    .toEqual(
      expect.arrayContaining([
        ...['0: no call in 1 file', '0: served to local applications', '1: required by other'],
        ...['4: 1 of 3 users: Paris', '6: ends 2999-01-01T00:00:00Z for users who send no time'],
      ]),
    );
});

it('the demo has at most one lens per line', async () => {
  const [server, folder] = await startedWith(demo);
  for (const [path, text] of Object.entries(demo).filter(([each]) => each.endsWith('.targeting.json'))) {
    await server.open(folder.uri(path), text);
    const lines = (await titles(server, folder, path)).map((title) => title.split(':')[0]);
    expect(lines).not.toContain('0');
    expect(new Set(lines).size).toBe(lines.length);
  }
});
