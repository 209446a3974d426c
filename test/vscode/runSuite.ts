/**
 * Runs the suites of test/vscode/suite inside a real VS Code, through @vscode/test-electron: the editor that
 * VSCODE_EXECUTABLE names, else a desktop VS Code that it downloads, else, where there is no display, the VS Code server.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { freePort } from './host/freePort.js';

const root = process.cwd();
const noDisplay = process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'];
const server = noDisplay ? join(root, 'test/vscode/host/code-web') : undefined;
const workspace = await mkdtemp(join(tmpdir(), 'targeting-workspace-'));
const port = await freePort();
try {
  await runTests({
    ...optional('vscodeExecutablePath', process.env['VSCODE_EXECUTABLE'] ?? server),
    extensionDevelopmentPath: root,
    extensionTestsPath: join(root, 'dist/suite/index.cjs'),
    launchArgs: [
      workspace,
      '--disable-extensions',
      '--disable-workspace-trust',
      `--remote-debugging-port=${port}`,
      `--artifacts=${join(root, 'test/vscode/artifacts')}`,
    ],
    extensionTestsEnv: {
      // Seconds, for all suites together: the hostile service alone has some eighty cases.
      VSCODE_HOST_TIMEOUT: '900',
      ...process.env,
      VSCODE_REMOTE_DEBUGGING_PORT: String(port),
    },
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(workspace, { recursive: true, force: true });
}

function optional<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> | object {
  return value === undefined ? {} : { [key]: value };
}
