/** For suites inside VS Code: the window's own page, over the debugging port of the runner. */
import { chromium } from 'playwright-core';
import { User } from './user.js';

export * from './waiting.js';

/** The person at this window of a desktop VS Code, or at the page of the VS Code server. */
export async function userOfThisWindow(): Promise<User> {
  const port = process.env['VSCODE_REMOTE_DEBUGGING_PORT'];
  if (port === undefined) throw new Error('VSCODE_REMOTE_DEBUGGING_PORT is not set: start this suite with npm test.');
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    if ((await page.locator('.monaco-workbench').count()) > 0) return new User(page);
  }
  throw new Error('No page of this browser is a VS Code window.');
}
