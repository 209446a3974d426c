import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { serverFile, spawnedTrial } from '../support/spawnedServer.js';

const targetingFiles = { filters: [{ pattern: { glob: '**/*.targeting.json' } }] };

describe('the server', () => {
  it('declares its capabilities', async () => {
    const server = await spawnedTrial();
    expect(server.initialized).toEqual({
      serverInfo: { name: 'toggle-targeting', version: manifest.version },
      capabilities: {
        textDocumentSync: { openClose: true, change: 2, save: true },
        hoverProvider: true,
        inlayHintProvider: true,
        completionProvider: { triggerCharacters: ['"', ':', ' '] },
        codeActionProvider: {
          codeActionKinds: [
            'quickfix',
            'source.fixAll.toggleTargeting',
            'refactor',
            'refactor.move',
            'refactor.rewrite',
          ],
          resolveProvider: true,
        },
        definitionProvider: true,
        referencesProvider: true,
        documentHighlightProvider: true,
        renameProvider: true,
        codeLensProvider: {},
        workspaceSymbolProvider: true,
        documentSymbolProvider: true,
        executeCommandProvider: { commands: ['toggleTargeting.server.addTest'] },
        foldingRangeProvider: true,
        selectionRangeProvider: true,
        workspace: {
          workspaceFolders: { supported: true, changeNotifications: true },
          fileOperations: { didDelete: targetingFiles, didRename: targetingFiles },
        },
      },
    });
    await server.stop();
  });

  it("does not enable V8's code cache", () => {
    // A damaged code cache once made every start of the server fail.
    expect(readFileSync(serverFile, 'utf8')).not.toMatch(/cachedData|enableCompileCache/);
  });

  it('exits with 0 after shutdown and exit, without output on stderr', async () => {
    const server = await spawnedTrial();
    await server.stop();
  });

  it('exits if the editor closes the connection without shutdown', async () => {
    const server = await spawnedTrial();
    const ended = once(server.process, 'exit');
    server.process.stdin.end();
    await ended;
    expect(server.process.signalCode).toBeNull();
  });

  it('registers for file changes if the editor supports registration', async () => {
    const capable = await spawnedTrial({
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
    });
    expect(await capable.registered()).toMatchObject({
      method: 'workspace/didChangeWatchedFiles',
      registerOptions: {
        watchers: [
          { globPattern: '**/targeting.config.json' },
          { globPattern: '**/*.targeting.json' },
          { globPattern: '**/*.targeting.test.json' },
          { globPattern: '**/targeting.users.json' },
          { globPattern: '**/CODEOWNERS' },
          { globPattern: '**', kind: 5 },
        ],
      },
    });
    await capable.stop();
    expect(capable.logged).toEqual([]);
  });

  it('prints its version', async () =>
    expect(await run('--version')).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' }));

  it('without arguments prints its usage and exits with 2', async () => {
    const { code, stdout, stderr } = await run();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('A language server for *.targeting.json. Start it from an editor, with --stdio.\n');
  });
});

async function run(...options: readonly string[]) {
  const server = spawn(process.execPath, [serverFile, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(server.stdout), text(server.stderr), once(server, 'close')]);
  return { code: server.exitCode, stdout, stderr };
}
