/**
 * The view of all toggles in a real VS Code: what is done from there, by mouse and by keyboard, and what is read for it, as the requests that
 * the service received tell.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { canary, openWindow, seedOf, targeting } from './editor.js';

const clean = { comment: 'c', ...targeting([], 1) };

const { trial, user } = await openWindow(
  { seed: seedOf(['checkout'], { dev: {}, staging: {}, online: {} }) },
  async ({ write, writeConfig, colleague }) => {
    const api = 'featureprobe';
    writeConfig({ dev: { api }, staging: { api }, online: { api, protected: true } });
    write('checkout.targeting.json', clean);
    for (const environment of ['dev', 'online']) await colleague(environment, 'checkout', clean);
  },
);

/** A row of the tree, by words that it has in their order. */
function row(...words: readonly string[]): Locator {
  const rows = user.page.locator('.customview-tree .monaco-list-row');
  return rows.filter({ hasText: new RegExp(words.join('.*')) }).first();
}

/** With the keyboard alone. */
async function focusRow(word: string): Promise<void> {
  await user.command('Toggles: Focus on Toggles View');
  await user.page.locator('.customview-tree .monaco-list:focus-within').waitFor();
  await user.page.keyboard.press('Home');
  const focused = user.page.locator('.customview-tree .monaco-list-row.focused');
  for (let tries = 0; tries < 5 && !(await focused.innerText()).includes(word); tries += 1)
    await user.page.keyboard.press('ArrowDown');
  expect(await focused.innerText()).toContain(word);
}

/** The key is pressed again where VS Code ignores it, which it does while it draws what a refresh has found. */
const pressAtToggleUntil = (key: string, state: 'detached' | 'visible') =>
  vi.waitFor(
    async () => {
      await focusRow('checkout');
      await user.page.keyboard.press(key);
      await row('dev').waitFor({ state, timeout: 3_000 });
    },
    { timeout: 60_000 },
  );

/** A button of a row or of the view's title. */
async function press(at: Locator, label: string): Promise<void> {
  await at.hover();
  await at.locator(`.action-label[aria-label^="${label}"]`).first().click();
}

/** Presses again where VS Code has drawn the row anew at that moment. */
async function pressUntilAsked(at: Locator, label: string): Promise<void> {
  const drawnAnew = user.toast('The item that you clicked was just refreshed');
  for (;;) {
    await press(at, label);
    await user.dialog().or(drawnAnew).first().waitFor();
    if (!(await drawnAnew.isVisible())) return;
    await user.dismissToasts();
  }
}

/** The view comes once the extension has found files of ours. */
const showView = () => user.page.locator('.activitybar .action-item:has([aria-label^="Toggles"])').click();
const header = () => user.page.locator('.pane-header[aria-label^="Toggles"]');
const refresh = () => press(header(), 'Refresh Toggles');
const badge = () => user.page.locator('.activitybar .badge[aria-label^="Toggles"]', { hasText: '1' });

it('A person sees the environments of a file, nothing of which is read before a token is set', async () => {
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

it('They read after a refresh that a colleague has pushed, and have a badge where the environment is protected', async () => {
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

it('They push to the environment whose button is pressed', async () => {
  await pressUntilAsked(row('staging'), 'Push…');
  await user.pressInDialog('Push to staging');
  await user.toast('Pushed checkout to staging. Project P on').waitFor();
  await row('staging', 'up to date · version 2').waitFor();
  expect(trial.service.targeting('P', 'staging', 'checkout')).toMatchObject({ disabled: false });
});

it('They reach an environment and its diff with the keyboard alone, and all else from its menu', async () => {
  await focusRow('dev');
  await user.page.keyboard.press('Enter');
  await user.page.locator('.tab.active', { hasText: 'checkout: your file ↔ live in dev' }).waitFor();
  await user.toast('bob has changed dev since your file was made from it: Turns the toggle off.').waitFor();
  await focusRow('online');
  await user.page.keyboard.press('Shift+F10');
  const entries = user.page.locator('.context-view .action-item .action-label');
  await entries.first().waitFor();
  expect(await entries.allInnerTexts()).toEqual([
    'Push…',
    'Show Diff…',
    'Pull…',
    'Show History…',
    'Promote to Another Environment…',
  ]);
  await user.page.keyboard.press('End');
  await user.page.keyboard.press('Enter');
  await user.quickInputTitle('Promote checkout from online to…').waitFor();
  await user.page.keyboard.press('Escape');
  await user.quickInput().waitFor({ state: 'hidden' });
});

it('They see a file that comes in new folders, until they go', async () => {
  trial.write('new/folder/fresh.targeting.json', clean);
  await row('fresh').waitFor();
  rmSync(join(trial.workspace, 'new'), { recursive: true });
  await row('fresh').waitFor({ state: 'detached' });
});

it('Nothing is read while the view is hidden, though something else may be live or may be read now', async () => {
  await user.command('View: Close All Editors');
  await user.command('View: Show Explorer');
  await user.page.locator('.explorer-folders-view').waitFor();
  const before = trial.service.requests.length;
  await user.command('Targeting: Manage Access Tokens…');
  await user.choose('Another service…');
  await user.answer('https://other.example.com', 'Manage Access Tokens');
  await user.answer('api-other', 'https://other.example.com');
  await user.toast('is stored.').waitFor();
  // There is nothing to wait for: a look would begin at once.
  await setTimeout(2_000);
  expect(trial.service.requests.length).toBe(before);
  await showView();
  await expect.poll(() => trial.service.requests.length, { timeout: 60_000 }).toBeGreaterThan(before);
});
