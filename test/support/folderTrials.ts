/** Servers and folders that end with the test; a server must not have logged anything. */
import { expect, onTestFinished } from 'vitest';
import type { Folder } from './folder.js';
import { temporaryFolder } from './folder.js';
import type { ServerTrial, ServerTrialOptions } from './languageServer.js';
import { pulls, serverTrial } from './languageServer.js';

export async function testServer(options?: ServerTrialOptions): Promise<ServerTrial> {
  const server = await serverTrial(options);
  onTestFinished(async () => {
    await server.stop();
    expect(server.logged).toEqual([]);
  });
  return server;
}

export function testFolder(files: Readonly<Record<string, string>> = {}): Folder {
  const folder = temporaryFolder();
  onTestFinished(() => folder.dispose());
  for (const [path, text] of Object.entries(files)) folder.write(path, text);
  return folder;
}

/** A server for an editor that asks for problems, with a folder of files. */
export async function startedWith(
  files: Readonly<Record<string, string>>,
  options: ServerTrialOptions = {},
): Promise<readonly [ServerTrial, Folder]> {
  const folder = testFolder(files);
  return [await testServer({ capabilities: pulls, folders: [folder.uri('')], ...options }), folder];
}
