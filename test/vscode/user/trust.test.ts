/**
 * In a folder that the person has not trusted: problems are shown, and nothing is sent, also not from a table that was made
 * while everything was trusted.
 */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, clean, pictureOfFailure, startTrial } from './editor.js';

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial();
  trial.write('targeting.config.json', { baseUrl: trial.service.url, project: 'P', environments: { dev: {} } });
  trial.write('checkout.targeting.json', { ...clean, coment: 'mistyped' });
  ({ user } = await trial.openEditor({ trust: true, openFiles: [join(trial.workspace, 'checkout.targeting.json')] }));
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

describe('in an untrusted folder', () => {
  it('mistakes are shown', async () => {
    await user.squiggles('warning').first().waitFor();
  });

  it('a push says why it is refused', async () => {
    await user.pressPush();
    await user.toast('nothing is sent from a workspace that you have not trusted').waitFor();
    expect(trial.service.requests).toEqual([]);
  });

  it('nothing is served to local applications, which is said', async () => {
    await user.command('Targeting: Serve This Environment to Local Applications');
    await user.toast('Nothing is served from a workspace that you have not trusted.').waitFor();
    expect(await user.statusBar(/dev → :/).count()).toBe(0);
  });
});

describe('a table that was made while the folder was trusted', () => {
  let before: Trial;
  let later: User;

  const table = (page: User['page']) =>
    page.frameLocator('iframe.webview.ready').frameLocator('#active-frame').locator('body');

  beforeAll(async () => {
    before = await startTrial({
      answer: ({ method }) => (method === 'PATCH' ? { kind: 'respond', status: 500, body: '{}' } : undefined),
    });
    before.write('flags/targeting.config.json', {
      baseUrl: before.service.url,
      project: 'P',
      environments: { dev: { api: 'featureprobe' } },
    });
    before.write('flags/checkout.targeting.json', clean);
    const settings = { 'security.workspace.trust.enabled': true };
    const { host, user: first } = await before.openEditor({ settings });
    later = first;
    const { page } = first;
    await first.chooseOfFolder('flags', 'Push Targeting Files…');
    await first.answer(canary, before.service.url);
    await table(page).locator('tbody').getByRole('checkbox').check();
    await table(page).getByRole('button', { name: 'Push 1 File' }).click();
    await table(page).locator('#summary', { hasText: 'Failed: 1' }).waitFor();
    // What is open is kept when the window goes.
    await first.command('Developer: Reload Window');
    await page.locator('.monaco-workbench .statusbar').waitFor({ state: 'detached' });
    await table(page).getByRole('button', { name: 'Push Failed Files Again' }).waitFor({ timeout: 60_000 });
    await host.dispose();
    ({ user: later } = await before.openEditor({ trust: true, port: host.port }));
  }, 240_000);

  afterAll(() => before.dispose());
  afterEach((context) => pictureOfFailure(later, context));

  it('sends nothing when its failed files are pushed again, and says why', async () => {
    const sent = before.service.requests.length;
    expect(sent).toBeGreaterThan(0);
    await table(later.page).getByRole('button', { name: 'Push Failed Files Again' }).click({ timeout: 60_000 });
    await later.toast('Nothing is sent from a workspace that you have not trusted').waitFor();
    expect(before.service.requests.length).toBe(sent);
  });
});
