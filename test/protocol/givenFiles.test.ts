/** Tests a server on a machine with a disk, for one workspace folder on the disk and one elsewhere. */
import { expect, it } from 'vitest';
import { givenFilesNotification } from '../../server/src/core/protocol.js';
import { startedWith } from '../support/folderTrials.js';

const elsewhere = 'vscode-vfs://github/a/b';
const off = '{ "problems": { "unknown-property": "off" } }';

it('the server reads files on disk itself, and takes other files from the client', async () => {
  const [server, folder] = await startedWith(
    { 'targeting.config.json': off },
    { folders: [elsewhere], initializationOptions: { givesFiles: true } },
  );
  const here = folder.uri('here.targeting.json');
  const there = `${elsewhere}/there.targeting.json`;
  await server.open(here, '{ "query": 1 }');
  await server.open(there, '{ "query": 1 }');
  expect(await server.codes(here)).toEqual([]);
  expect(await server.codes(there)).toEqual(['unknown-property']);
  const files = [
    { uri: folder.uri('targeting.config.json'), text: '{}' },
    { uri: `${elsewhere}/targeting.config.json`, text: off },
  ];
  await server.connection.sendNotification(givenFilesNotification, { files, isComplete: true });
  expect(await server.codes(there)).toEqual([]);
  expect(await server.codes(here)).toEqual([]);
});
