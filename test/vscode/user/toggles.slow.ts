/** Tests the view of all toggles in a real VS Code, by mouse and keyboard, and by the requests of the service. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { canary, openWindow, seedOf, targeting } from './editor.js';

const clean = { comment: 'c', ...targeting([], 1) };

const { trial, user } = await openWindow(
  { seed: seedOf(['checkout', 'basket'], { dev: {}, staging: {}, online: {} }) },
  async ({ write, writeConfig, colleague }) => {
    const api = 'featureprobe';
    writeConfig({ dev: { api }, staging: { api }, online: { api, protected: true } });
    write('checkout.targeting.json', clean);
    for (const environment of ['dev', 'online']) await colleague(environment, 'checkout', clean);
  },
);

/** A row of the tree that has these words in order. */
function row(...words: readonly string[]): Locator {
  const rows = user.page.locator('.customview-tree .monaco-list-row');
  return rows.filter({ hasText: new RegExp(words.join('.*')) }).first();
}

async function focusRow(word: string): Promise<void> {
  await user.command('Toggles: Focus on Toggles View');
  await user.page.locator('.customview-tree .monaco-list:focus-within').waitFor();
  await user.page.keyboard.press('Home');
  const focused = user.page.locator('.customview-tree .monaco-list-row.focused');
  for (let tries = 0; tries < 5 && !(await focused.innerText()).includes(word); tries += 1)
    await user.page.keyboard.press('ArrowDown');
  expect(await focused.innerText()).toContain(word);
}

/** Presses the key again, because VS Code ignores it while it redraws the view after a refresh. */
const pressAtToggleUntil = (key: string, state: 'detached' | 'visible') =>
  vi.waitFor(
    async () => {
      await focusRow('checkout');
      await user.page.keyboard.press(key);
      await row('dev').waitFor({ state, timeout: 3_000 });
    },
    { timeout: 60_000 },
  );

async function press(at: Locator, label: string): Promise<void> {
  await at.hover();
  await at.locator(`.action-label[aria-label^="${label}"]`).first().click();
}

/** Presses again if VS Code has redrawn the row at that moment. */
async function pressUntilAsked(at: Locator, label: string): Promise<void> {
  const drawnAnew = user.toast('The item that you clicked was just refreshed');
  for (;;) {
    await press(at, label);
    await user.dialog().or(drawnAnew).first().waitFor();
    if (!(await drawnAnew.isVisible())) return;
    await user.dismissToasts();
  }
}

/** The view appears once the extension has found targeting files. */
const showView = () => user.page.locator('.activitybar .action-item:has([aria-label^="Toggles"])').click();
const header = () => user.page.locator('.pane-header[aria-label^="Toggles"]');
const refresh = () => press(header(), 'Refresh Toggles');
const badge = () => user.page.locator('.activitybar .badge[aria-label^="Toggles"]', { hasText: '1' });

it('The view shows the environments of a file, and reads nothing before a token is set', async () => {
  const before = trial.service.requests.length;
  await showView();
  await row('checkout').waitFor();
  await row('online', 'not compared yet').waitFor();
  await row('Set token to compare 1 file').waitFor();
  expect(trial.service.requests.length).toBe(before);
  await row('dev', 'not compared yet').click();
  await user.answer(canary, trial.service.url);
  await row('dev', 'up to date · version 2').waitFor();
  await row('online', 'up to date · version 2').waitFor();
  await row('staging', 'differs in').waitFor();
  await row('Set token').waitFor({ state: 'detached' });
  expect(await badge().count()).toBe(0);
});

it("A refresh shows a colleague's push, with a badge for a protected environment", async () => {
  await trial.colleague('dev', 'checkout', { ...clean, disabled: true });
  await trial.colleague('online', 'checkout', { content: { defaultServe: { select: 0 } } });
  await refresh();
  await row('dev', 'changed by bob · disabled').waitFor();
  await row('online', 'changed by bob').waitFor();
  await badge().waitFor();
  await pressAtToggleUntil('ArrowLeft', 'detached');
  await row('checkout', 'changed by bob \\(dev, online\\)').waitFor();
  await pressAtToggleUntil('ArrowRight', 'visible');
});

it('The button of an environment pushes the file to that environment', async () => {
  await pressUntilAsked(row('staging'), 'Push…');
  await user.pressInDialog('Push to staging');
  await user.toast('Pushed checkout to staging. Project P on').waitFor();
  await row('staging', 'up to date · version 2').waitFor();
  expect(trial.service.targeting('P', 'staging', 'checkout')).toMatchObject({ disabled: false });
});

it('Keyboard users can reach an environment, its diff, and the other actions in its menu', async () => {
  await focusRow('dev');
  await user.page.keyboard.press('Enter');
  await user.page.locator('.tab.active', { hasText: 'checkout: your file ↔ live in dev' }).waitFor();
  await user.toast('bob has changed dev since the version that your file is based on: Disables the toggle.').waitFor();
  await focusRow('online');
  await user.page.keyboard.press('Shift+F10');
  const entries = user.page.locator('.context-view .action-item .action-label');
  await entries.first().waitFor();
  expect(await entries.allInnerTexts()).toEqual([
    'Push…',
    'Show Diff…',
    'Pull…',
    'Show History…',
    'Promote to Other Environments…',
  ]);
  await user.page.keyboard.press('End');
  await user.page.keyboard.press('Enter');
  await user.quickInputTitle('Promote checkout from online to…').waitFor();
  await user.page.keyboard.press('Escape');
  await user.quickInput().waitFor({ state: 'hidden' });
});

it('A file in a new folder appears, and disappears together with the folder', async () => {
  trial.write('new/folder/fresh.targeting.json', clean);
  await row('fresh').waitFor();
  rmSync(join(trial.workspace, 'new'), { recursive: true });
  await row('fresh').waitFor({ state: 'detached' });
});

it('A toggle with a file for each environment is one row, with the environments below it', async () => {
  const environments = { dev: { api: 'featureprobe' }, online: { api: 'featureprobe' } };
  trial.writeConfig(environments, { files: '{environment}/{toggle}.targeting.json' }, 'shop/targeting.config.json');
  for (const environment of ['online', 'dev']) trial.write(`shop/${environment}/basket.targeting.json`, clean);
  await row('basket').waitFor();
  await expect
    .poll(() => user.page.locator('.customview-tree .monaco-list-row', { hasText: 'basket' }).count())
    .toBe(1);
  const below = user.page.locator('.customview-tree .monaco-list-row[aria-level="2"] .label-name');
  await expect.poll(() => below.allInnerTexts()).toEqual(['dev', 'online', 'dev', 'staging', 'online']);
  rmSync(join(trial.workspace, 'shop'), { recursive: true });
  await row('basket').waitFor({ state: 'detached' });
});

it('Nothing is read while the view is hidden, even if a token is stored', async () => {
  await user.command('View: Close All Editors');
  await user.command('View: Show Explorer');
  await user.page.locator('.explorer-folders-view').waitFor();
  const before = trial.service.requests.length;
  await user.troubleshoot('Manage Access Tokens');
  await user.choose('Another service…');
  await user.answer('https://other.example.com', 'Manage Access Tokens');
  await user.answer('api-other', 'https://other.example.com');
  await user.toast('is stored.').waitFor();
  // There is nothing to wait for: a read would begin at once.
  await setTimeout(2_000);
  expect(trial.service.requests.length).toBe(before);
  await showView();
  await expect.poll(() => trial.service.requests.length, { timeout: 60_000 }).toBeGreaterThan(before);
});
