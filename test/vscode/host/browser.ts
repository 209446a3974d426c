/** Opens VS Code's page in a headless Chromium that reaches only this machine. The caller drives the page. */
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import type { HostPaths } from './install';
import { developmentScript, type Development, languageScript, pageAddress, type PageContent } from './pageAddress';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
];

/** Secrets are encrypted with half a key that the page asks for; without it they are lost at a reload. */
const TEST_KEY = Buffer.alloc(32, 7);

export interface BrowserOptions extends PageContent, Development {
  readonly paths: HostPaths;
  readonly origin: string;
  /** By default, the page of VS Code's own server. */
  readonly address?: string | undefined;
  /** Absolute. Keeps the browser's storage, including secrets, for the next start on the same port. */
  readonly profileDir: string;
  /** In CSS pixels. */
  readonly viewport?: { readonly width: number; readonly height: number } | undefined;
  readonly deviceScaleFactor?: number | undefined;
  /** Lets another process drive the page with `chromium.connectOverCDP('http://127.0.0.1:<port>')`. */
  readonly remoteDebuggingPort?: number | undefined;
  /** Called at the end of a suite, with 0 if it passed. */
  readonly onSuiteEnd?: ((code: number) => void) | undefined;
  readonly onCrash?: (() => void) | undefined;
  readonly onOutput?: ((line: string) => void) | undefined;
}

export interface Browser {
  readonly context: BrowserContext;
  readonly page: Page;
  dispose(): Promise<void>;
}

/** Resolves once the page begins to load; wait for `.monaco-workbench` or for what the test is about. */
export async function openBrowser(options: BrowserOptions): Promise<Browser> {
  const { paths, profileDir, viewport, deviceScaleFactor, remoteDebuggingPort: port } = options;
  const libraries = paths.chromiumLibraries === undefined ? {} : { LD_LIBRARY_PATH: paths.chromiumLibraries };
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath: paths.chromium,
    env: definedOnly({ ...process.env, ...libraries }),
    args: [...ARGUMENTS, ...(port === undefined ? [] : [`--remote-debugging-port=${port}`])],
    viewport: viewport ?? { width: 1280, height: 800 },
    ...(deviceScaleFactor !== undefined && { deviceScaleFactor }),
    permissions: ['clipboard-read', 'clipboard-write'],
    // Otherwise Playwright exits this process before the server is ended.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await prepare(page, options);
    await page.goto(options.address ?? pageAddress(options.origin, options), { timeout: 120_000, waitUntil: 'commit' });
    return { context, page, dispose: () => context.close() };
  } catch (error) {
    await context.close();
    throw error;
  }
}

async function prepare(page: Page, options: BrowserOptions): Promise<void> {
  const { origin, onOutput } = options;
  if (onOutput) page.on('console', (message) => onOutput(`${message.type()} ${message.text()}`));
  page.on('crash', () => options.onCrash?.());
  // The workbench calls these two by name when it runs an extension's tests. The first only logs.
  await page.exposeFunction('codeAutomationLog', () => undefined);
  await page.exposeFunction('codeAutomationExit', (code: number) => options.onSuiteEnd?.(code));
  await page.addInitScript({ content: developmentScript(origin, options) });
  await page.addInitScript({ content: languageScript(options) });
  await page.route(`${origin}/mint-key`, (route) =>
    route.fulfill({ contentType: 'application/octet-stream', body: TEST_KEY }),
  );
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return Object.fromEntries(entries);
}
