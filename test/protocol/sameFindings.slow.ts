/** Tests the same of 200 files of 1 to 8,000 rules, after each of ten edits. */
import { expect, test } from 'vitest';
import { pulls, serverTrial } from '../support/languageServer.js';
import { fileOf, findingsAfterEdits } from './sameFindings.js';

test('Of 200 files, the editor and check find the same after each of ten edits', async () => {
  const server = await serverTrial({ capabilities: pulls });
  for (let index = 0; index < 200; index += 1) {
    const rules = Math.ceil(8_000 ** (index / 199));
    const uri = `file:///nowhere/t${index}.targeting.json`;
    const lists = await findingsAfterEdits(server, uri, fileOf(rules, index), 10);
    for (const { editor, check } of lists) expect(editor, `${rules} rules`).toEqual(check);
    await server.close(uri);
  }
  await server.stop();
});
