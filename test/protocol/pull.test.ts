/** Tests the requests with which the client pulls the live version into files. */
import { beforeEach, describe, expect, it } from 'vitest';
import { filesForRequest, newFileRequest, pullRequest } from '../../server/src/core/protocol.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';

const uri = 'file:///nowhere/checkout.targeting.json';
const body = '{"disabled":true,"content":{"rules":[]}}';

let server: ServerTrial;
let folder: Folder;

beforeEach(async () => {
  folder = testFolder();
  server = await testServer();
});

describe('a pull', () => {
  it('returns edits for the current version of an open file', async () => {
    await server.open(uri, '{ "disabled": true }');
    await server.change(uri, 2, [{ text: '{\r\n\t"comment": "c",\r\n\t"disabled": false\r\n}\r\n' }]);
    expect(await server.ask(pullRequest, { uri, body })).toEqual({
      kind: 'ready',
      version: 2,
      edits: [
        {
          range: { start: { line: 2, character: 13 }, end: { line: 2, character: 18 } },
          newText: 'true,\r\n\t"content": { "rules": [] }',
        },
      ],
      text: '{\r\n\t"comment": "c",\r\n\t"disabled": true,\r\n\t"content": { "rules": [] }\r\n}\r\n',
    });
  });

  it('is refused for a file that is not a JSON object, and returns null for a closed file', async () => {
    await server.open(uri, '{ "disabled": true, }');
    expect(await server.ask(pullRequest, { uri, body })).toEqual({ kind: 'not-an-object' });
    const other = uri.replace('checkout', 'other');
    expect(await server.ask(pullRequest, { uri: other, body })).toBeNull();
  });

  it('returns the text of a new file', async () =>
    expect(await server.ask(newFileRequest, { body })).toBe(
      '{\n  "disabled": true,\n  "content": { "rules": [] }\n}\n',
    ));
});

describe('the files of toggles', () => {
  const configUri = () => folder.uri('targeting.config.json');

  it('are at the paths in the current config on disk', async () => {
    expect(await server.ask(filesForRequest, { configUri: configUri(), toggles: [] })).toEqual({ kind: 'none' });
    const config = {
      baseUrl: 'https://h',
      project: 'P',
      environments: { dev: {} },
      files: '{environment}/{toggle}.targeting.json',
    };
    folder.write('targeting.config.json', JSON.stringify(config));
    const toggles = ['a', '..', 'b/c'];
    expect(await server.ask(filesForRequest, { configUri: configUri(), toggles })).toMatchObject({
      kind: 'found',
      configUri: configUri(),
      environments: [
        {
          place: { environment: 'dev', project: 'P' },
          files: [
            { uri: folder.uri('dev/a.targeting.json') },
            { toggle: '..', reason: '"...targeting.json" begins with a dot, so it would be hidden.' },
            { toggle: 'b/c' },
          ],
        },
      ],
    });
  });
});
