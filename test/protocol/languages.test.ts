/** Tests that the server speaks the language of the editor from the first answer on. */
import { CompletionRequest, HoverRequest } from 'vscode-languageserver-protocol/node';
import { afterEach, describe, expect, it } from 'vitest';
import { targetsRequest } from '../../server/src/core/protocol.js';
import { cursorIn } from '../support/cursor.js';
import { temporaryFolder } from '../support/folder.js';
import type { ServerTrial } from '../support/serverTrial.js';
import { spawnedTrial } from '../support/spawnedServer.js';

const uri = 'file:///nowhere/checkout.targeting.json';
const configUri = 'file:///nowhere/targeting.config.json';

let running: ServerTrial | undefined;

async function started(locale?: string): Promise<ServerTrial> {
  running = await spawnedTrial(locale === undefined ? {} : { locale });
  return running;
}

afterEach(async () => {
  await running?.stop();
  expect(running?.logged).toEqual([]);
});

describe('an editor in Chinese', () => {
  it.each(['zh-cn', 'zh-CN', 'zh', 'zh-Hans', 'zh_CN', 'zh-tw'])(
    'reads messages in Chinese with the locale %s',
    async (locale) => {
      const server = await started(locale);
      expect(await messages(server, uri, '{ "disabled": "yes" }')).toEqual(['"disabled"必须是布尔值，而不是字符串。']);
    },
  );

  it('reads in Chinese what is wrong with a config, with the texts of its schema', async () => {
    const server = await started('zh-cn');
    expect(await messages(server, configUri, '{ "baseUrl": "ftp://h" }')).toEqual([
      '缺少"environments"。',
      '"baseUrl"的格式不正确。只能使用 `https`；只有本机（localhost、127.0.0.1、[::1]）可以使用 `http`。不能有用户名、密码、`?` 和 `#`。',
    ]);
  });

  it('shows the texts of the schema in Chinese in hovers and proposals', async () => {
    const server = await started('zh-cn');
    const { text, position } = cursorIn('{ "dis|abled": true }');
    await server.open(uri, text);
    const textDocument = { uri };
    expect(await server.connection.sendRequest(HoverRequest.type, { textDocument, position })).toMatchObject({
      contents: { value: expect.stringMatching(/^\*\*停用时?\*\*\n\n开关在该环境中是否停用。/) as string },
    });
    const proposed = await server.connection.sendRequest(CompletionRequest.type, {
      textDocument,
      position: { line: 0, character: 1 },
    });
    expect(JSON.stringify(proposed)).toContain('说明此次更改的任意文字。');
  });

  it('reads in Chinese why a file cannot be pushed anywhere', async () => {
    const folder = temporaryFolder();
    folder.write('targeting.config.json', '{\n  "environments": {} }');
    const server = await started('zh-cn');
    const targets = await server.connection.sendRequest(targetsRequest, { uri: folder.uri('a.targeting.json') });
    expect(targets).toMatchObject({ reason: 'targeting.config.json 第 2 行："environments"不能为空。' });
    folder.dispose();
  });
});

it.each([undefined, 'en', 'en-US', 'de', 'zhx', ''])(
  'every other editor reads messages in English with the locale %s',
  async (locale) => {
    const server = await started(locale);
    expect(await messages(server, uri, '{ "disabled": "yes" }')).toEqual([
      '"disabled" must be a boolean, not a string.',
    ]);
  },
);

async function messages(server: ServerTrial, of: string, text: string): Promise<readonly unknown[]> {
  await server.open(of, text);
  return (await server.shown(of)).diagnostics.map(({ message }) => message);
}
