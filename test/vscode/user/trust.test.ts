/** Tests an untrusted folder: problems are shown and nothing is sent until it is trusted, which needs no reload. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commitAll } from '../git.js';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, clean, pictureOfFailure, startTrial, targeting } from './editor.js';

const refusal = 'This command needs a workspace that you trust.';
let trial: Trial;
let user: User;
const file = 'dev/checkout.targeting.json';

beforeAll(async () => {
  trial = await startTrial();
  const [api, files] = ['featureprobe', '{environment}/{toggle}.targeting.json'];
  trial.writeConfig({ dev: { api }, online: { api } }, { files });
  trial.write('online/checkout.targeting.json', targeting());
  trial.write(file, targeting());
  commitAll(trial.workspace, 'First');
  trial.write(file, { ...targeting([], 1), coment: 'mistyped' });
  const settings = { 'git.enabled': true };
  ({ user } = await trial.openEditor({ settings, trust: true, openFiles: [join(trial.workspace, file)] }));
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

const openToggles = (page: User['page']) =>
  page.locator('.activitybar .action-item:has([aria-label^="Toggles"])').click();
const row = (page: User['page'], label: string) => page.locator('.pane .monaco-list-row', { hasText: label }).first();

/** The texts of the file's lenses, of the view of toggles and of our commands in the palette. */
async function shown() {
  const { page } = user;
  const texts = async (rows: string) =>
    (await page.locator(rows).allInnerTexts()).map((text) => text.trim()).toSorted();
  await user.lens('since').waitFor({ timeout: 60_000 });
  await user.lens('set token').waitFor();
  await row(page, 'Set token to compare 2 files').waitFor();
  const [lenses, rows] = [await texts('.codelens-decoration'), await texts('.pane .monaco-list-row')];
  // VS Code separates the lenses of a line by bars.
  expect(lenses.filter((line) => line.split('|').length > (line.includes('since') ? 2 : 1))).toEqual([]);
  await page.keyboard.press('F1');
  await user.quickInput().fill('>Targeting: ');
  await user.quickPick('Targeting: Push…').waitFor();
  const commands = await texts('.quick-input-widget .monaco-list-row');
  await page.keyboard.press('Escape');
  return { lenses, rows, commands };
}

describe('in an untrusted folder', () => {
  it('mistakes are shown', async () => {
    await user.squiggles('warning').first().waitFor();
  });

  it('pushing, pulling, serving and Git are refused, with a button to manage trust', async () => {
    for (const title of ['Push…', 'Pull Toggles into Files…', 'Show Diff', 'Serve This Env', 'Promote']) {
      await user.command(`Targeting: ${title}`);
      await user.toast(refusal).getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
      await user.dismissToasts();
    }
    await openToggles(user.page);
    await row(user.page, 'checkout').waitFor();
    await user.pressPush();
    await user.pressInToast(refusal, 'Manage Workspace Trust');
    await user.page.locator('.workspace-trust-editor').waitFor();
    expect(trial.service.requests).toEqual([]);
  });

  it('the lenses, views and commands of a trusted folder appear as soon as it is trusted', async () => {
    await user.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await user.open(file);
    const granted = await shown();
    await user.command('Developer: Reload Window');
    await user.page.locator('.monaco-workbench .statusbar').waitFor({ state: 'detached' });
    await openToggles(user.page);
    expect(await shown()).toEqual(granted);
  });
});

describe('a table that was created while the folder was trusted', () => {
  let before: Trial;
  let later: User;

  const again = async (page: User['page']) => {
    await openToggles(page);
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

  it('sends nothing if its failed files are pushed again, and shows the reason', async () => {
    const sent = before.service.requests.length;
    expect(sent).toBeGreaterThan(0);
    await (await again(later.page)).click({ timeout: 60_000 });
    await later.toast(refusal).waitFor();
    expect(before.service.requests.length).toBe(sent);
  });
});
