/**
 * Runs test/vscode/suite inside a real VS Code: the editor that VSCODE_EXECUTABLE names, else a desktop VS Code that
 * @vscode/test-electron downloads, else, if there is no display, the VS Code server.
 */
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { freePort } from './host/freePort.js';
import { launch } from './host/launch.js';

/** For all suites together. */
const LIMIT_MS = 900_000;

const root = process.cwd();
const artifacts = join(root, 'test/vscode/artifacts');
const folder = await mkdtemp(join(tmpdir(), 'targeting-suite-'));
const workspace = join(folder, 'workspace');
const suite = { extensionDevelopmentPath: root, extensionTestsPath: join(root, 'dist/suite/index.cjs') };
const executable = process.env['VSCODE_EXECUTABLE'];
const hasNoDisplay = process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'];
await mkdir(workspace);
const failure = await (hasNoDisplay && executable === undefined ? inServer() : onDesktop()).catch((error: unknown) =>
  error instanceof Error ? error.message : String(error),
);
await rm(folder, { recursive: true, force: true });
if (failure !== undefined) console.error(failure);
process.exit(failure === undefined ? 0 : 1);

async function onDesktop(): Promise<undefined> {
  const port = String(await freePort());
  await runTests({
    ...(executable !== undefined && { vscodeExecutablePath: executable }),
    ...suite,
    launchArgs: [workspace, '--disable-extensions', '--disable-workspace-trust', `--remote-debugging-port=${port}`],
    extensionTestsEnv: { ...process.env, VSCODE_REMOTE_DEBUGGING_PORT: port },
  });
}

async function inServer(): Promise<string | undefined> {
  // On the console, the lines of the suite would come with the log of the workbench.
  const output = join(folder, 'output.txt');
  const env = { SUITE_OUTPUT: output };
  let onExit: (failure?: string) => void = () => undefined;
  const ended = new Promise<string | undefined>((resolve) => (onExit = resolve));
  const host = await launch({ workspace, ...suite, env, remoteDebuggingPort: 0, onExit });
  setTimeout(() => onExit(`No result after ${LIMIT_MS / 1000} s.`), LIMIT_MS).unref();
  const why = await ended;
  console.log(await readFile(output, 'utf8').catch(() => 'The suite has printed nothing.'));
  if (why !== undefined) {
    await mkdir(artifacts, { recursive: true });
    await host.page.screenshot({ path: join(artifacts, 'last.png'), timeout: 5000 }).catch(console.error);
    await cp(join(host.dataDir, 'data', 'logs'), join(artifacts, 'server-logs'), { recursive: true });
  }
  await host.dispose();
  return why;
}
