/** An application with the official client SDK in a page of a real browser, with another origin. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { installHost } from '../vscode/host/install.js';
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
  // Browsers do not let pages of other machines send requests to this one.
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Application</title>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await page.goto(origin);
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
    origins: [origin],
    answer: (question) => page.evaluate((asked) => answer(asked), question),
    end: async () => {
      await browser.close();
      server.close();
    },
  };
}
