/** Tests an untrusted folder: problems are shown, and nothing is sent, even from a table made while it was trusted. */
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

  it('serving to local applications is refused with a reason', async () => {
    await user.command('Targeting: Serve This Environment to Local Applications');
    await user.toast('Nothing is served from a workspace that you have not trusted.').waitFor();
    expect(await user.statusBar(/dev → :/).count()).toBe(0);
  });
});

describe('a table that was made while the folder was trusted', () => {
  let before: Trial;
  let later: User;

  const row = (page: User['page'], label: string) => page.locator('.pane .monaco-list-row', { hasText: label }).first();
  const again = async (page: User['page']) => {
    await page.locator('.activitybar .action-item:has([aria-label^="Toggles"])').click();
    return row(page, 'Push again…');
  };

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
    await row(page, 'Tick the files to push').waitFor();
    await row(page, 'checkout').getByRole('checkbox').check();
    await row(page, 'Push 1 file…').click();
    await row(page, 'Push again…').waitFor();
    await first.command('Developer: Reload Window');
    await page.locator('.monaco-workbench .statusbar').waitFor({ state: 'detached' });
    await (await again(page)).waitFor({ timeout: 60_000 });
    await host.dispose();
    ({ user: later } = await before.openEditor({ trust: true, port: host.port }));
  }, 240_000);

  afterAll(() => before.dispose());
  afterEach((context) => pictureOfFailure(later, context));

  it('sends nothing if its failed files are pushed again, and says why', async () => {
    const sent = before.service.requests.length;
    expect(sent).toBeGreaterThan(0);
    await (await again(later.page)).click({ timeout: 60_000 });
    await later.toast('Nothing is sent from a workspace that you have not trusted').waitFor();
    expect(before.service.requests.length).toBe(sent);
  });
});
