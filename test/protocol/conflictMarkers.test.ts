/** Tests conflict markers: the server's quick fix, and the merge request of a client that knows both sides. */
import type { CodeAction } from 'vscode-languageserver-protocol/node';
import { CodeActionRequest } from 'vscode-languageserver-protocol/node';
import { expect, it } from 'vitest';
import { mergeRequest } from '../../server/src/core/protocol.js';
import { editsApplied } from '../support/fixes.js';
import type { ServerTrial } from '../support/languageServer.js';
import { testServer } from '../support/folderTrials.js';

const uri = 'file:///nowhere/checkout.targeting.json';
const file = (...lines: readonly string[]) => ['{', ...lines, '  "content": {}', '}', ''].join('\n');
const comment = (words: string) => `  "comment": "${words}",`;

let server: ServerTrial;

it('an editor gets a quick fix at a conflict marker that merges both sides', async () => {
  server = await testServer();
  const owner = (team: number) => `  "owner": ${team},`;
  const text = file(
    ...['<<<<<<< HEAD', comment('new'), owner(1)],
    ...['||||||| base', comment('old'), owner(1)],
    ...['=======', comment('old'), owner(2), '>>>>>>> branch'],
  );
  await server.open(uri, text);
  const start = { line: 1, character: 0 };
  const context = { diagnostics: [], only: ['quickfix'] };
  const params = { textDocument: { uri }, range: { start, end: start }, context };
  const offered = (await server.ask(CodeActionRequest.type, params)) as CodeAction[];
  const action = offered.find(({ title }) => title === 'Merge rule by rule');
  expect(editsApplied(text, action?.edit?.changes?.[uri] ?? [])).toBe(file(comment('new'), owner(2)));
});

it('a merge request returns the merged text, or null if one side is not JSON', async () => {
  server = await testServer();
  const [base, ours, theirs] = ['a', 'b', 'c'].map((words) => file(comment(words))) as [string, string, string];
  expect(await server.ask(mergeRequest, { base, ours, theirs: base })).toBe(ours);
  const contested = file('<<<<<<< ours', comment('b'), '=======', comment('c'), '>>>>>>> theirs');
  expect(await server.ask(mergeRequest, { base, ours, theirs })).toBe(contested);
  expect(await server.ask(mergeRequest, { ours, theirs })).toBe(contested);
  expect(await server.ask(mergeRequest, { base, ours, theirs: '{' })).toBeNull();
});
