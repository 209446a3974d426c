/** Tests that the server survives messages that no editor should send. */
import { describe, expect, it } from 'vitest';
import { testServer } from '../support/folderTrials.js';
import { pulls } from '../support/languageServer.js';

const uri = 'file:///nowhere/checkout.targeting.json';
const closed = 'file:///nowhere/closed.targeting.json';

describe('the server continues', () => {
  const text = '{\r\n  "disabled": 1,\r  "comment": "\uD83D\uDE00"\n}';
  const oddRanges = {
    'beyond the end of a line': [0, 999, 0, 999],
    'beyond the end of the text': [999, 0, 999, 5],
    'that ends before it starts': [3, 0, 1, 2],
    'in the middle of a character of two units': [2, 14, 2, 14],
    'between CR and LF': [0, 2, 0, 2],
    'at the largest position that there can be': [2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1],
  } as const;
  for (const [where, [line, character, endLine, endCharacter]] of Object.entries(oddRanges))
    it(`after a change ${where}`, async () => {
      const server = await testServer({ capabilities: pulls });
      await server.open(uri, text);
      const range = { start: { line, character }, end: { line: endLine, character: endCharacter } };
      await server.change(uri, 2, [{ range, text: ' ' }]);
      await server.pull(uri);
      await server.change(uri, 3, [{ text: '{ "disabled": 1 }' }]);
      expect(await server.pull(uri)).toMatchObject({ items: [{ code: 'wrong-type' }] });
    });

  it('after messages about closed files', async () => {
    const server = await testServer({ capabilities: pulls });
    const textDocument = { uri: closed };
    const position = { line: 0, character: 0 };
    server.notify('textDocument/didChange', {
      textDocument: { uri: closed, version: 2 },
      contentChanges: [{ text: '' }],
    });
    server.notify('textDocument/didClose', { textDocument });
    server.notify('$/nobodyKnows', {});
    expect(await server.pull(closed)).toEqual({ kind: 'full', items: [] });
    expect(await server.request('textDocument/hover', { textDocument, position }).answered).toBeNull();
    expect(await server.request('textDocument/completion', { textDocument, position }).answered).toEqual([]);
  });

  it('after requests are canceled in any order', async () => {
    const server = await testServer({ capabilities: pulls });
    await server.open(uri, '{ "disabled": 1 }');
    const ask = () => server.request('textDocument/diagnostic', { textDocument: { uri } });
    const [first, second, third] = [ask(), ask(), ask()];
    second.cancel();
    first.cancel();
    await Promise.all([first.answered, second.answered]);
    expect(await third.answered).toMatchObject({ items: [{ code: 'wrong-type' }] });
  });
});
