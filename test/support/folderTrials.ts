/** Servers with a folder of files, one for a test: when it ends, none may have logged anything. */
import { afterEach, expect } from 'vitest';
import type { Folder } from './folder.js';
import { temporaryFolder } from './folder.js';
import type { ServerTrial, ServerTrialOptions } from './languageServer.js';
import { pulls, serverTrial } from './languageServer.js';

/** @returns starts one, for an editor that asks for problems; `files` are texts by paths */
export function folderTrials() {
  const running: (readonly [ServerTrial, Folder])[] = [];
  afterEach(async () => {
    for (const [server, folder] of running.splice(0)) {
      await server.stop();
      expect(server.logged).toEqual([]);
      folder.dispose();
    }
  });
  return async (
    files: Readonly<Record<string, string>>,
    options: ServerTrialOptions = {},
  ): Promise<readonly [ServerTrial, Folder]> => {
    const folder = temporaryFolder();
    for (const [path, text] of Object.entries(files)) folder.write(path, text);
    const server = await serverTrial({ capabilities: pulls, folders: [folder.uri('')], ...options });
    running.push([server, folder]);
    return [server, folder];
  };
}
