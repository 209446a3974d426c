/** A push that a reload of the window interrupts is reported once the window is back, with the live version. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, clean, pictureOfFailure, startTrial } from './editor.js';

let trial: Trial;
let user: User;
let hangs = false;
let late: Promise<void> | undefined;
let patches = 0;

beforeAll(async () => {
  trial = await startTrial({
    answer: async ({ method }) => {
      if (method !== 'PATCH') return undefined;
      patches += 1;
      await late;
      return hangs ? { kind: 'hang' } : undefined;
    },
  });
  trial.write('flags/targeting.config.json', {
    baseUrl: trial.service.url,
    project: 'P',
    environments: { dev: { api: 'featureprobe' } },
    files: '{environment}/{toggle}.targeting.json',
  });
  trial.write('flags/dev/checkout.targeting.json', clean);
  ({ user } = await trial.openEditor({
    openFiles: [join(trial.workspace, 'flags/dev/checkout.targeting.json')],
    settings: { 'toggleTargeting.drift': true },
  }));
  await user.statusBar('dev').waitFor();
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

it('A push that a reload interrupts is reported after it, with the version that is live', async () => {
  hangs = true;
  await user.pressPush();
  await user.answer(canary, trial.service.url);
  await user.dialog().waitFor();
  await user.pressInDialog('Push to dev');
  await expect.poll(() => patches).toBe(1);
  await user.command('Developer: Reload Window');
  await user.page.locator('.monaco-workbench .statusbar').waitFor({ state: 'detached' });
  await user.toast('The editor was closed while it pushed checkout').waitFor({ timeout: 60_000 });
  await user.toast('dev still has version 1: so far, it was not applied.').waitFor();
  await user.statusBar('last try').locator('.codicon-error').waitFor();
  expect(patches, 'nothing is sent again by itself').toBe(1);
});

it('It is reported once', async () => {
  await user.dismissToasts();
  await user.command('Developer: Reload Window');
  await user.page.locator('.monaco-workbench .statusbar').waitFor({ state: 'detached' });
  await user.statusBar('dev').waitFor({ timeout: 60_000 });
  expect(await user.toast('The editor was closed while it pushed').count()).toBe(0);
});

it('A push that the service applies after the reload is reported as applied', async () => {
  let respond = (): void => undefined;
  late = new Promise((resolve) => (respond = resolve));
  [hangs, patches] = [false, 0];
  await user.pressPush();
  await expect.poll(() => patches).toBe(1);
  await user.command('Developer: Reload Window');
  await user.page.locator('.monaco-workbench .statusbar').waitFor({ state: 'detached' });
  respond();
  await user.toast('The editor was closed while it pushed checkout').waitFor({ timeout: 60_000 });
  await user.toast('It was applied: version 2 is live.').waitFor();
  await user.statusBar('pushed').locator('.codicon-cloud-upload').waitFor();
  expect(trial.service.targeting('P', 'dev', 'checkout').content).toMatchObject({ defaultServe: { select: 1 } });
  expect(patches, 'nothing is sent again by itself').toBe(1);
});
