/** An application with the official client SDK for JavaScript in a page of a real browser, which asks another origin. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { installHost } from '../vscode/host/install.js';
import { ORIGIN } from './against.js';
import type { Answers, Application, Question } from './applications.js';
import { askClient } from './applications/javascript/askClient.mjs';

declare const answer: (question: Question) => Promise<Answers>;

export async function startPage(): Promise<Application> {
  const paths = await installHost(console.error);
  const libraries = paths.chromiumLibraries === undefined ? {} : { LD_LIBRARY_PATH: paths.chromiumLibraries };
  const browser = await chromium.launch({
    executablePath: paths.chromium,
    env: { ...(process.env as Record<string, string>), ...libraries },
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const page = await browser.newPage();
  await page.route(`${ORIGIN}/`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(`${ORIGIN}/`);
  const { resolve } = createRequire(import.meta.url);
  const path = resolve('featureprobe-client-sdk-js/dist/featureprobe-client-sdk-js.min.js');
  await page.addScriptTag({ content: readFileSync(path, 'utf8') });
  await page.addScriptTag({
    content: `${askClient.toString()}
      const current = { clients: new Map() };
      window.answer = (question) => askClient(featureProbe, current, question);`,
  });
  return {
    sdk: 'client',
    answer: (question) => page.evaluate((asked) => answer(asked), question),
    end: () => browser.close(),
  };
}
