/** A VS Code to use, server and page together. Nothing that it starts outlives `dispose` or this process. */
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { type Browser, type BrowserOptions, openBrowser } from './browser';
import { freePort } from './freePort';
import { installHost } from './install';
import { onInterruption } from './interruption';
import { type Server, type ServerOptions, startServer } from './server';

type FromServer = 'settings' | 'env' | 'port' | 'trust';
type FromBrowser =
  | 'workspace'
  | 'openFiles'
  | 'logLevel'
  | 'locale'
  | 'extensionDevelopmentPath'
  | 'extensionTestsPath'
  | 'viewport'
  | 'deviceScaleFactor'
  | 'remoteDebuggingPort';

export interface LaunchOptions extends Pick<ServerOptions, FromServer>, Pick<BrowserOptions, FromBrowser> {
  /**
   * Keeps settings, state, extensions and browser storage after dispose. For a restart, launch again with the same
   * folder and `port`. By default, everything is temporary.
   */
  readonly home?: string | undefined;
  /** Folder of installed extensions, by default `<home>/extensions`. */
  readonly extensionsDir?: string | undefined;
  /** Called with the reason if the session ends before dispose, and with nothing after a suite that passed. */
  readonly onExit?: ((failure?: string) => void) | undefined;
  /** Progress of an installation, which may take half a minute at the first launch on a machine. */
  readonly say?: ((line: string) => void) | undefined;
}

export interface Host {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly origin: string;
  readonly port: number;
  readonly dataDir: string;
  readonly extensionsDir: string;
  readonly remoteDebuggingPort: number | undefined;
  dispose(): Promise<void>;
}

export async function launch(options: LaunchOptions): Promise<Host> {
  const { onExit, say = (line) => console.error(line) } = options;
  const temporary = await mkdtemp(join(tmpdir(), 'vscode-host-'));
  const home = options.home === undefined ? temporary : resolve(options.home);
  const dataDir = join(home, 'server');
  const extensionsDir = resolve(options.extensionsDir ?? join(home, 'extensions'));
  let server: Server | undefined;
  let browser: Browser | undefined;
  let disposing: Promise<void> | undefined;
  const installing = new AbortController();
  const dispose = () => (disposing ??= end());
  const ignoreInterruptions = onInterruption(() => void dispose().then(() => process.exit(130)));

  const lastResort = () => rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

  async function end(): Promise<void> {
    installing.abort();
    try {
      await browser?.dispose();
    } finally {
      await server?.dispose();
      await rm(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      ignoreInterruptions();
      process.off('exit', lastResort);
    }
  }

  try {
    const paths = await installHost(say, installing.signal);
    await mkdir(extensionsDir, { recursive: true });
    const remoteDebuggingPort = options.remoteDebuggingPort === 0 ? await freePort() : options.remoteDebuggingPort;
    const env = {
      ...options.env,
      // VS Code leaves sockets behind in this folder when it is ended.
      XDG_RUNTIME_DIR: temporary,
      // A suite inside the host finds the page by this variable.
      ...(remoteDebuggingPort !== undefined && { VSCODE_REMOTE_DEBUGGING_PORT: String(remoteDebuggingPort) }),
    };
    server = await startServer({
      ...options,
      env,
      paths,
      dataDir,
      extensionsDir,
      onExit: (log) => onExit?.(`The VS Code server died. It had printed:\n${log}`),
    });
    const { origin, port } = server;
    browser = await openBrowser({
      ...options,
      paths,
      origin,
      profileDir: join(home, 'profile'),
      remoteDebuggingPort,
      onSuiteEnd: (code) => onExit?.(code === 0 ? undefined : 'The suite failed.'),
      onCrash: () => onExit?.('The page crashed.'),
    });
    // After the handlers of server and browser, which end the processes that still write there.
    process.once('exit', lastResort);
    const { page, context } = browser;
    return { page, context, origin, port, dataDir, extensionsDir, remoteDebuggingPort, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
