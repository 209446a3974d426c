import { PassThrough } from 'node:stream';
import { StreamMessageReader } from 'vscode-languageserver-protocol/node';
import { expect, it } from 'vitest';
import { MessageWriter } from '../../server/src/lsp/messageWriter.js';

it('a message is written immediately with its length in bytes, and is read unchanged', async () => {
  const stream = new PassThrough();
  const writes: string[] = [];
  stream.on('data', (chunk: Buffer) => writes.push(chunk.toString()));
  const read = new Promise((resolve) => new StreamMessageReader(stream).listen(resolve));
  const message = { jsonrpc: '2.0', method: 'a', params: ['规则 😀 \ud800'] };
  await new MessageWriter(stream).write(message);
  expect(await read).toEqual(message);
  expect(writes).toEqual([`Content-Length: 62\r\n\r\n${JSON.stringify(message)}`]);
});

it('writing a message fails if the stream is destroyed, and the writer reports that error', async () => {
  const stream = new PassThrough();
  const writer = new MessageWriter(stream);
  const errors: string[] = [];
  writer.onError(([{ message }]) => errors.push(message));
  stream.destroy(new Error('gone'));
  await expect(writer.write({ jsonrpc: '2.0' })).rejects.toThrow();
  expect(errors).toContain('gone');
});
