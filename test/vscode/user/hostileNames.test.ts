/**
 * A repository whose names are made to deceive, as a person reads it in a real VS Code: what is asked and said names the place
 * that a push reaches, runs no command, and takes orders from the person alone.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, clean, pictureOfFailure, startTrial } from './editor.js';

const toggle = 'x[Run](command:workbench.action.toggleZenMode)$(lock)\u202E\u200By';
/** As people read it where the editor makes links, but no icons. */
const shown = 'x[Run] (command:workbench.action.toggleZenMode)$(lock)��y';
const pictures = process.env['PICTURES_OF_NAMES'];

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial();
  const { service, write } = trial;
  const config = { baseUrl: service.url, project: 'P' };
  write('hidden/targeting.config.json', { ...config, environments: { dev: { key: 'online', protected: true } } });
  write('hidden/checkout.targeting.json', clean);
  write('hostile/targeting.config.json', { ...config, environments: { dev: {}, staging: { key: 'dev' } } });
  write(`hostile/${toggle}.targeting.json`, clean);
  write('link/targeting.config.json', {
    ...config,
    environments: {
      'online[Run](command:workbench.action.toggleZenMode)': { key: 'online', api: 'featureprobe', protected: true },
    },
  });
  write('link/checkout.targeting.json', { ...clean, disabled: true });
  write('long/targeting.config.json', {
    ...config,
    baseUrl: `https://toggles.example.com.${'wwwwwwwwww.'.repeat(20)}evil.example:8443/base`,
    environments: { dev: { api: 'featureprobe' } },
  });
  write('long/checkout.targeting.json', clean);
  write('lowered/targeting.config.json', {
    ...config,
    environments: { dev: {} },
    problems: { 'wrong-type': 'off', 'select-out-of-range': 'off' },
  });
  write('lowered/checkout.targeting.json', { ...clean, content: { ...clean.content, defaultServe: { select: 7 } } });
  write('lowered/wrong.targeting.json', { ...clean, disabled: 'yes' });
  write('guard/targeting.config.json', {
    ...config,
    environments: { online: { api: 'featureprobe', protected: true } },
  });
  write('guard/other.targeting.json', clean);
  write('.vscode/settings.json', { 'toggleTargeting.push.typedShare': 100 });
  ({ user } = await trial.openEditor({
    openFiles: [join(trial.workspace, 'hidden/checkout.targeting.json')],
    settings: { 'files.autoSaveDelay': 10_000 },
  }));
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));
beforeEach(() => user.dismissToasts());

it('The status bar, the boxes, the question and the result say both the name and the key of an environment', async () => {
  await user.statusBar('dev (key online)').waitFor();
  await user.pressPush();
  await user.answer('Ten per cent', 'Push checkout to dev (key online): comment');
  await user.dialog().waitFor();
  expect(await user.dialog().innerText()).toContain('\ndev (key online) of P on ');
  await picture('question');
  await user.pressInDialog('Push to dev (key online)');
  await user.answer('online', 'Push checkout to dev (key online)?');
  await user.page.locator('.quick-input-message', { hasText: 'make sure that it is your service' }).waitFor();
  await picture('token');
  await user.answer(canary, trial.service.url);
  await user.toast('Pushed checkout to dev (key online). Project P on').waitFor();
});

it('A place that was protected once stays protected until the person takes that back with a push', async () => {
  const { write, service } = trial;
  write('hidden/targeting.config.json', {
    baseUrl: service.url,
    project: 'P',
    environments: { harmless: { key: 'ONLINE' } },
  });
  write('hidden/checkout.targeting.json', { ...clean, comment: 'Again', disabled: true });
  await user.page.locator('.view-line', { hasText: 'Again' }).waitFor();
  await user.pressPush();
  await user.answer('Again', 'Push checkout to harmless (key ONLINE): comment');
  await user.dialog().waitFor();
  expect(await user.dialog().innerText()).toContain('no longer protects it');
  await picture('taken-back');
  await user.pressInDialog('Push and Stop Protecting It');
  await user.answer('ONLINE', 'Push checkout to harmless (key ONLINE)?');
  await user.toast('harmless (key ONLINE)').waitFor();
  await user.dismissToasts();
  // Now the config alone counts: one click is enough.
  write('hidden/checkout.targeting.json', { ...clean, comment: 'And again' });
  await user.page.locator('.view-line', { hasText: 'And again' }).waitFor();
  await user.pressPush();
  await user.toast('Pushed checkout to harmless (key ONLINE)').waitFor();
});

it('The name of a toggle makes no link, no icon and no other line', async () => {
  const explorer = user.page.locator('.explorer-folders-view .monaco-list-row');
  await explorer.filter({ hasText: 'hostile' }).click();
  await explorer.filter({ hasText: 'command:' }).dblclick();
  await user.page.locator('.tab.active', { hasText: 'command:' }).waitFor();
  await user.pressPush();
  await user.quickPick('staging (key dev)').waitFor();
  await picture('list');
  await user.choose('staging (key dev)');
  await user.toast(shown).waitFor();
  expect(await user.toast(shown).locator('.notification-list-item-message a').count()).toBe(0);
  await picture('notification');
});

it('The name of an environment makes no link where its key must be typed', async () => {
  await user.open('link/checkout.targeting.json');
  await user.pressPush();
  await user.answer('Off', 'Push checkout to online[Run]');
  await user.dialog().waitFor();
  await user.pressInDialog('Push to online[Run]');
  const prompt = user.page.locator('.quick-input-message', {
    hasText: 'This disables checkout in online[Run] (command:',
  });
  await prompt.waitFor();
  expect(await prompt.locator('a').count()).toBe(0);
  await picture('prompt');
  await user.page.keyboard.press('Escape');
});

it('The box that asks for the token shows the end of a long host', async () => {
  await user.open('long/checkout.targeting.json');
  await user.pressPush();
  const title = user.page.locator('.quick-input-title', { hasText: 'evil.example:8443' });
  await title.waitFor();
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  await picture('long-host');
  await user.page.keyboard.press('Escape');
});

it('A push asks about an error that a config has switched off, and says which one it is', async () => {
  await user.open('lowered/checkout.targeting.json');
  await user.pressPush();
  await user.dialog().waitFor();
  expect(await user.dialog().innerText()).toContain('Variation 7 does not exist');
  await picture('lowered');
  await user.pressInDialog('Cancel');
  await user.open('lowered/wrong.targeting.json');
  await user.pressPush();
  await user.toast('1 error in the file. Line 3: "disabled" must be a boolean').waitFor();
});

it('A push asks for the typed name from the share that the person has set, whatever the workspace has set', async () => {
  const { service } = trial;
  const before = service.targeting('P', 'online', 'other');
  await user.open('guard/other.targeting.json');
  await user.pressPush();
  await user.answer('Ten per cent', 'Push other to online: comment');
  await user.dialog().waitFor();
  await user.pressInDialog('Push to online');
  await user.page
    .locator('.quick-input-message', { hasText: 'Everyone changes from old to new. Type online to continue.' })
    .waitFor();
  await picture('typed-share');
  await user.page.keyboard.press('Escape');
  expect(service.targeting('P', 'online', 'other')).toEqual(before);
});

async function picture(name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await user.page.screenshot({ path: join(pictures, `${name}.png`) });
}
