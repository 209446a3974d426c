/** Starts VS Code's own server, which has no connection token, so it must listen only on loopback. */
import { spawn } from 'node:child_process';
import type { HostPaths } from './install';
import { type Settings, writeSettings } from './settings';
import { endGroup, killGroup } from './processGroup';

export interface ServerOptions {
  readonly paths: HostPaths;
  /** Absolute. Settings, logs and state; the caller may keep it for a restart. */
  readonly dataDir: string;
  readonly extensionsDir: string;
  readonly settings?: Settings | undefined;
  /** Added to the environment of this process; all of it reaches the extension host. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** By default, or with 0, any free port. */
  readonly port?: number | undefined;
  /** Whether the user must trust a folder first, as on a desktop. */
  readonly trust?: boolean | undefined;
  /** Called if the server ends without dispose. */
  readonly onExit?: ((log: string) => void) | undefined;
}

export interface Server {
  readonly origin: string;
  readonly port: number;
  readonly dataDir: string;
  log(): string;
  dispose(): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const { paths, dataDir, env, port = 0, trust = false } = options;
  await writeSettings(dataDir, { 'security.workspace.trust.enabled': trust, ...options.settings });
  const args = [
    ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
    ...commonArguments(options),
    ...['--builtin-extensions-dir', paths.builtins, '--disable-telemetry', '--disable-experiments'],
    // The extension host gets the variables of this process, not those of a login shell.
    ...['--disable-update-check', '--disable-getting-started-override', '--force-disable-user-env'],
    ...(trust ? [] : ['--disable-workspace-trust']),
  ];
  // A group of its own, so that extension hosts and language servers end with it.
  const child = spawn(paths.node, [paths.server, ...args], {
    env: serverEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let log = '';
  let disposing: Promise<void> | undefined;
  const { pid } = child;
  const lastResort = () => killGroup(pid);
  process.once('exit', lastResort);
  const dispose = () => (disposing ??= endGroup(pid).finally(() => process.off('exit', lastResort)));

  const listening = new Promise<number>((resolve, reject) => {
    const read = (text: string) => {
      log += text;
      const found = /listening on (\d+)/.exec(log)?.[1];
      if (found !== undefined) resolve(Number(found));
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.on('error', reject);
    child.on('exit', (code) => {
      reject(new Error(`The VS Code server ended with ${String(code)} before it was listening:\n${log}`));
      if (!disposing) options.onExit?.(log);
    });
  });
  try {
    const found = await listening;
    return { origin: `http://127.0.0.1:${found}`, port: found, dataDir, log: () => log, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Installs a package (.vsix) as the user would; takes a second. Throws with the server's output if it is refused. */
export async function installExtension(
  vsix: string,
  options: Pick<ServerOptions, 'paths' | 'dataDir' | 'extensionsDir'>,
): Promise<void> {
  const { paths } = options;
  const child = spawn(paths.node, [paths.server, ...commonArguments(options), '--force', '--install-extension', vsix], {
    env: serverEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`${vsix} could not be installed:\n${log}`);
}

function commonArguments({ dataDir, extensionsDir }: Pick<ServerOptions, 'dataDir' | 'extensionsDir'>): string[] {
  return [
    '--accept-server-license-terms',
    ...['--server-data-dir', dataDir, '--extensions-dir', extensionsDir, '--telemetry-level', 'off'],
  ];
}

/**
 * The extension host gets the environment of this process, without that of a VS Code around it (an integrated terminal,
 * an outer test run), and without a marketplace.
 */
const OF_A_VS_CODE_AROUND_US =
  /^(ELECTRON_RUN_AS_NODE|VSCODE_(IPC_HOOK|IPC_HOOK_CLI|PID|CWD|NLS_CONFIG|HANDLES_UNCAUGHT_ERRORS|HANDLES_SIGPIPE|ESM_ENTRYPOINT|AGENT_FOLDER|PORTABLE|DEV))$/;

function serverEnvironment(added: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !OF_A_VS_CODE_AROUND_US.test(name));
  return { ...Object.fromEntries(own), ...added, EXTENSIONS_GALLERY: '{"serviceUrl":""}' };
}
