/** Tests the quick fixes of the built server that depend on the config or on other toggles. */
import { CodeAction, CodeActionRequest } from 'vscode-languageserver-protocol/node';
import { beforeEach, describe, expect, it } from 'vitest';
import { openCommand, showPlaceCommand } from '../../server/src/core/features/commandNames.js';
import type { ServiceKnowledge } from '../../server/src/core/protocol.js';
import { brokenRulesRequest, serviceKnowledgeNotification } from '../../server/src/core/protocol.js';
import { editsApplied } from '../support/fixes.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial, ServerTrialOptions } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';
import { pulls } from '../support/languageServer.js';

const config =
  '{\n  "baseUrl": "https://toggles.example.com",\n  "project": "P",\n  "environments": { "dev": {} }\n}\n';
const off = 'Turn off unknown-property in targeting.config.json';
const show = 'Show the documentation of unknown-property';
const text = '{ "query": 1 }';

let server: ServerTrial;
let folder: Folder;
let uri: string;
let configUri: string;

beforeEach(() => {
  folder = testFolder();
  uri = folder.uri('team/own.targeting.json');
  configUri = folder.uri('targeting.config.json');
});

async function start(options: ServerTrialOptions = {}): Promise<void> {
  server = await testServer({ capabilities: pulls, folders: [folder.uri('')], ...options });
}

async function actions(): Promise<readonly CodeAction[]> {
  const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
  const params = { textDocument: { uri }, range, context: { diagnostics: [], only: ['quickfix'] } };
  const answer = (await server.ask(CodeActionRequest.type, params)) ?? [];
  return answer.filter((each) => CodeAction.is(each));
}

async function titles(): Promise<readonly string[]> {
  return (await actions()).map(({ title }) => title);
}

describe('turning a code off', () => {
  it('changes the nearest config above the file, and clears the problem', async () => {
    folder.write('targeting.config.json', config);
    await start();
    await server.open(uri, text);
    expect(await server.codes(uri)).toEqual(['unknown-property']);
    const action = (await actions()).find(({ title }) => title === off);
    expect(Object.keys(action?.edit?.changes ?? {})).toEqual([configUri]);
    await server.open(configUri, editsApplied(config, action?.edit?.changes?.[configUri] ?? []));
    await expect.poll(() => server.codes(uri)).toEqual([]);
    expect(await titles()).toEqual([]);
  });

  it('edits the config that is open in the editor, or else the current one on disk', async () => {
    folder.write('targeting.config.json', config);
    await start();
    await server.open(uri, text);
    const lineOf = async () => {
      const action = (await actions()).find(({ title }) => title === off);
      return action?.edit?.changes?.[configUri]?.[0]?.range.start.line;
    };
    expect(await lineOf()).toBe(3);
    // The server gets no notification.
    folder.write('targeting.config.json', `\n\n${config}`);
    expect(await lineOf()).toBe(5);
    await server.open(configUri, `\n${config}`);
    expect(await lineOf()).toBe(4);
  });
});

it('a quick fix opens the documentation of a code if the client has the command', async () => {
  await start({ initializationOptions: { clientCommands: [openCommand] } });
  await server.open(uri, text);
  expect(await titles()).toEqual(['Remove "query"', show]);
  await server.configure({ clientCommands: [] });
  expect(await titles()).toEqual(['Remove "query"']);
});

describe('a violation of an organization rule', () => {
  const regex =
    '{ "content": { "rules": [{ "name": "a", "conditions": [{ "type": "string", "subject": "city", "predicate": "matches regex", "objects": ["a"] }], "serve": { "select": 0 } }], "variations": [{ "value": "a" }] } }';
  const ruled =
    '{\n  "environments": { "dev": {}, "online": { "rules": { "forbid": ["="] } } },\n  "rules": { "forbid": ["matches regex"] }\n}';

  it('links to the line of the rule in the config', async () => {
    folder.write('targeting.config.json', ruled);
    await start({ initializationOptions: { clientCommands: [showPlaceCommand] } });
    await server.open(uri, regex);
    const items = await server.problems(uri);
    expect(items.map(({ code, relatedInformation }) => [code, relatedInformation])).toContainEqual([
      'forbidden-predicate',
      [
        {
          location: { uri: configUri, range: { start: { line: 2, character: 13 }, end: { line: 2, character: 21 } } },
          message: '"forbid": ["matches regex"]',
        },
      ],
    ]);
    const found = (await actions()).find(({ title }) => title === 'Show "forbid" in targeting.config.json');
    expect(found?.command?.arguments).toMatchObject([{ uri: configUri, range: { start: { line: 2, character: 13 } } }]);
    const places = await server.ask(brokenRulesRequest, { uri });
    expect(places?.map(({ place }) => place.text)).toEqual(['"forbid": ["matches regex"]']);
  });
});

describe('a prerequisite on a toggle without a file', () => {
  const required = '{ "content": { "prerequisites": [{ "key": "chekcout", "value": "a", "type": "string" }] } }';
  const proposed = async () => (await titles()).filter((title) => title.startsWith('Change'));

  it('can be changed to a similar toggle of the service, but not to a toggle that the service lacks', async () => {
    const readable = config.replace(
      '"dev": {} }',
      '"dev": { "api": "featureprobe" } },\n  "files": "team/{toggle}.targeting.json"',
    );
    folder.write('targeting.config.json', readable);
    folder.write('team/chekout.targeting.json', '{ "content": { "variations": [{ "value": "a" }] } }');
    await start();
    await server.open(uri, required);
    await expect.poll(proposed).toEqual(['Change to "chekout"']);
    const known: ServiceKnowledge = {
      ...{ baseUrl: 'https://toggles.example.com', project: 'P', age: 0 },
      ...{ toggles: [{ key: 'checkout', name: 'The checkout', returnType: 'string' }], hasAllToggles: true },
      ...{ segments: [], hasAllSegments: true, attributes: [] },
    };
    server.notify(serviceKnowledgeNotification.method, known);
    await expect.poll(proposed).toEqual(['Change to "checkout"']);
  });
});
