/** Tests the request that writes the attributes used by a config's files into the config. */
import { describe, expect, it } from 'vitest';
import type { ShowDocumentParams, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { ApplyWorkspaceEditRequest, ShowDocumentRequest } from 'vscode-languageserver-protocol';
import { writeAttributesRequest } from '../../server/src/core/protocol.js';
import { startedWith } from '../support/folderTrials.js';
import { pulls } from '../support/languageServer.js';

const condition = (type: string, subject: string) => ({ type, subject, predicate: '=', objects: ['1'] });
const targeting = (...conditions: readonly object[]) => JSON.stringify({ content: { rules: [{ conditions }] } });
const config = '{\n  "baseUrl": "https://a.b",\n  "project": "P",\n  "environments": { "dev": {} }\n}\n';

async function started(files: Readonly<Record<string, string>>) {
  const capabilities = { ...pulls, window: { showDocument: { support: true } } };
  const [server, folder] = await startedWith(files, { capabilities });
  const edits: WorkspaceEdit[] = [];
  const shown: ShowDocumentParams[] = [];
  server.connection.onRequest(ApplyWorkspaceEditRequest.type, ({ edit }) => {
    edits.push(edit);
    return { applied: true };
  });
  server.connection.onRequest(ShowDocumentRequest.type, (params) => {
    shown.push(params);
    return { success: true };
  });
  const write = async (path: string) => server.ask(writeAttributesRequest, { uri: folder.uri(path) });
  return { server, folder, edits, shown, write };
}

describe('writing the used attributes', () => {
  it('lists the attributes in unsaved files of the config, and shows the list', async () => {
    const { server, folder, edits, shown, write } = await started({
      'targeting.config.json': config,
      'a.targeting.json': targeting(condition('string', 'city')),
      'deep/b.targeting.json': targeting(condition('number', 'age')),
      'other/targeting.config.json': config,
      'other/c.targeting.json': targeting(condition('string', 'plan')),
    });
    await server.open(folder.uri('a.targeting.json'), targeting(condition('semver', 'version')));
    const uri = folder.uri('targeting.config.json');
    for (const path of ['targeting.config.json', 'deep/b.targeting.json']) expect(await write(path)).toBeNull();
    const range = { start: { line: 3, character: 31 }, end: { line: 3, character: 31 } };
    const newText = ',\n  "rules": {\n    "attributes": { "age": "number", "version": "semver" }\n  }';
    expect(edits).toEqual(Array.from({ length: 2 }, () => ({ changes: { [uri]: [{ newText, range }] } })));
    expect(shown[0]).toMatchObject({ uri, selection: { start: { line: 5, character: 4 } } });
  });

  it('returns the reason if there is nothing to write', async () => {
    const listed = config.replace(
      '"project"',
      '"rules": { "attributes": { "city": "any", "age": "number" } }, "project"',
    );
    const { edits, write } = await started({
      'a.targeting.json': targeting(condition('string', 'city')),
      'listed/targeting.config.json': listed,
      'listed/a.targeting.json': targeting(condition('string', 'city')),
      'wrong/targeting.config.json': '{ "rules": [',
      'wrong/a.targeting.json': targeting(condition('string', 'city')),
      'none/targeting.config.json': config,
      'none/a.targeting.json': targeting(),
    });
    const mistake = 'targeting.config.json has an error. Fix it, then write the attributes again.';
    expect(await write('a.targeting.json')).toBe('There is no targeting.config.json for this file.');
    expect(await write('listed/a.targeting.json')).toBe('The list already has all attributes in use.');
    expect(await write('wrong/a.targeting.json')).toBe(mistake);
    expect(await write('none/targeting.config.json')).toBe(
      'No condition in the files of this config uses an attribute.',
    );
    expect(edits).toEqual([]);
  });
});
