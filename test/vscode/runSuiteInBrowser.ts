/**
 * Runs suites inside a VS Code that is only in a browser, as vscode.dev is: the extension and its server are Web
 * Workers, and the folder is not on a disk. Exits with 0 if all passed.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from './host/browser.js';
import { openBrowser } from './host/browser.js';
import { installHost } from './host/install.js';
import { serve } from './web/serve.js';

/** Milliseconds, for all suites together. */
const limit = 300_000;

const profileDir = await mkdtemp(join(tmpdir(), 'targeting-browser-'));
const paths = await installHost(console.error);
const artifacts = join(process.cwd(), 'test/vscode/artifacts');
let opened: Browser | undefined;
const served = await serve({ vsCode: dirname(dirname(paths.server)), extension: process.cwd(), fromSuite });
const isVerbose = process.env['VSCODE_HOST_VERBOSE'] !== undefined;

const results = { passed: 0, failed: [] as string[] };
let code = 0;
for (const scheme of ['memory', 'unsearched']) {
  code = await ended(scheme);
  await opened?.dispose();
  if (code !== 0) break;
}
served.dispose();
await rm(profileDir, { recursive: true, force: true });
process.exit(code);

function ended(scheme: string): Promise<number> {
  return new Promise<number>((resolve) => {
    const failed = (why: unknown) => {
      console.error(why instanceof Error ? why.message : why);
      resolve(1);
    };
    setTimeout(() => failed(`No result after ${limit / 1000} s.`), limit).unref();
    openBrowser({
      ...{ paths, profileDir, origin: served.origin, address: `${served.origin}/?scheme=${scheme}` },
      onSuiteEnd: (ended) => resolve(ended),
      onCrash: () => failed('The page crashed.'),
      ...(isVerbose && { onOutput: (line: string) => console.error(line) }),
    }).then((browser) => (opened = browser), failed);
  });
}

async function fromSuite(what: string, about: unknown): Promise<unknown> {
  if (what === 'line') console.log(about);
  if (what === 'end') {
    const [file, { passed, failed }] = [process.env['TEST_RESULTS'], about as typeof results];
    results.passed += passed;
    results.failed.push(...failed);
    if (file !== undefined) await writeFile(file, JSON.stringify(results));
  }
  if (opened === undefined || !['sees', 'count'].includes(what)) return {};
  const { selector, hasText } = about as { readonly selector: string; readonly hasText?: string };
  const found = opened.page.locator(selector, hasText === undefined ? {} : { hasText });
  if (what === 'count') return found.count();
  try {
    await found.first().waitFor();
    return {};
  } catch (error) {
    await mkdir(artifacts, { recursive: true });
    await opened.page.screenshot({ path: join(artifacts, 'in-browser.png'), timeout: 5000 }).catch(console.error);
    throw error;
  }
}
