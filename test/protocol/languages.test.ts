/** Tests that the server uses the editor's language from its first answer, with the translations next to its program. */
import { CompletionRequest, HoverRequest } from 'vscode-languageserver-protocol/node';
import { expect, it, onTestFinished } from 'vitest';
import { targetsRequest } from '../../server/src/core/protocol.js';
import { cursorIn } from '../support/cursor.js';
import { testFolder } from '../support/folderTrials.js';
import type { ServerTrial } from '../support/serverTrial.js';
import { spawnedTrial } from '../support/spawnedServer.js';

const uri = 'file:///nowhere/checkout.targeting.json';

async function started(locale: string): Promise<ServerTrial> {
  const server = await spawnedTrial({ locale });
  onTestFinished(async () => {
    await server.stop();
    expect(server.logged).toEqual([]);
  });
  return server;
}

async function messages(server: ServerTrial, of: string, text: string): Promise<readonly unknown[]> {
  await server.open(of, text);
  return (await server.shown(of)).diagnostics.map(({ message }) => message);
}

it.each([
  ['zh', '"disabled" 必须是布尔值，而不是字符串。'],
  ['ZH_TW', '"disabled" 必须是布尔值，而不是字符串。'],
  ['zhx', '"disabled" must be a boolean, not a string.'],
  ['en-US', '"disabled" must be a boolean, not a string.'],
])('the locale %s selects its language', async (locale, message) =>
  expect(await messages(await started(locale), uri, '{ "disabled": "yes" }')).toEqual([message]),
);

it('a Chinese editor shows Chinese problems, schema texts, hovers, completions and reasons', async () => {
  const folder = testFolder({ 'targeting.config.json': '{\n  "environments": {} }' });
  const server = await started('zh-cn');
  expect(await messages(server, 'file:///nowhere/targeting.config.json', '{ "baseUrl": "ftp://h" }')).toEqual([
    '缺少 "environments"。',
    '"baseUrl" 的格式不正确。只能使用 `https`；只有本机（localhost、127.0.0.1、[::1]）可以使用 `http`。须为小写，不能有用户名、密码、空白、`?` 和 `#`。',
  ]);
  const { text, position } = cursorIn('{ "dis|abled": true }');
  await server.open(uri, text);
  const textDocument = { uri };
  expect(await server.ask(HoverRequest.type, { textDocument, position })).toMatchObject({
    contents: { value: expect.stringMatching(/^\*\*停用时?\*\*\n\n开关在该环境中是否停用（/) as string },
  });
  const at = { textDocument, position: { line: 0, character: 1 } };
  const proposed = await server.ask(CompletionRequest.type, at);
  expect(JSON.stringify(proposed)).toContain('说明此次变更的任意文字。');
  const targets = await server.ask(targetsRequest, { uri: folder.uri('a.targeting.json') });
  expect(targets).toMatchObject({ reason: 'targeting.config.json 第 2 行："environments" 不能为空。' });
});
