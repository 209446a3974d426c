/**
 * The view of all toggles: how their files stand to each environment, as a person sees it in a real VS Code, and what is done from
 * there. The requests that the service received tell what was read.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, clean as short, pictureOfFailure, startTrial } from './editor.js';

/** It leaves nothing to the service, so that the view remembers what it has seen. */
const clean = { ...short, content: { ...short.content, rules: [], disabledServe: { select: 0 } } };

let trial: Trial;
let user: User;

beforeAll(async () => {
  const { variations } = clean.content;
  trial = await startTrial({
    seed: {
      tokens: [{ token: canary, account: 'anna' }],
      projects: { P: { toggles: { checkout: { variations } }, environments: { dev: {}, staging: {}, online: {} } } },
    },
  });
  const api = 'featureprobe';
  trial.write('targeting.config.json', {
    baseUrl: trial.service.url,
    project: 'P',
    environments: { dev: { api }, staging: { api }, online: { api, protected: true } },
  });
  trial.write('checkout.targeting.json', clean);
  await colleague('dev', clean);
  await colleague('online', clean);
  ({ user } = await trial.openEditor());
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));
beforeEach(() => user.dismissToasts());

/** A colleague changes what is live. */
async function colleague(environment: string, change: object): Promise<void> {
  const path = `/api/projects/P/environments/${environment}/toggles/checkout/targeting`;
  const headers = { Authorization: canary, 'Content-Type': 'application/json' };
  const sent = { method: 'PATCH', headers, body: JSON.stringify(change) };
  const { status } = await fetch(trial.service.url + path, sent);
  expect(status).toBe(200);
}

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
const fold = () => pressAtToggleUntil('ArrowLeft', 'detached');
const unfold = () => pressAtToggleUntil('ArrowRight', 'visible');
const pressAtToggleUntil = (key: string, state: 'detached' | 'visible') =>
  vi.waitFor(
    async () => {
      await focusRow('checkout');
      await user.page.keyboard.press(key);
      await row('dev').waitFor({ state, timeout: 3_000 });
    },
    { timeout: 60_000 },
  );

/** What a screen reader says: the label, else the text; and the title. */
async function spokenOf(element: Locator): Promise<string> {
  const label = (await element.getAttribute('aria-label')) ?? (await element.innerText());
  return `${label} ${(await element.getAttribute('title')) ?? ''}`;
}

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
const refresh = () => press(user.page.locator('.pane-header[aria-label^="Toggles"]'), 'Refresh Toggles');
const badge = () => user.page.locator('.activitybar .badge[aria-label^="Toggles"]', { hasText: '1' });

describe('a person who opens the view of toggles', () => {
  it('sees the environments of a file, nothing of which is read before a token is set', async () => {
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

  it('reads after a refresh that colleagues have pushed, and has a badge where the environment is protected', async () => {
    await colleague('dev', { ...clean, disabled: true });
    await colleague('online', { content: { ...clean.content, defaultServe: { select: 0 } } });
    await refresh();
    await row('dev', 'changed by anna · disabled').waitFor();
    await row('online', 'changed by anna').waitFor();
    await badge().waitFor();
  });

  it('pushes to the environment whose button is pressed', async () => {
    await pressUntilAsked(row('staging'), 'Push…');
    await user.pressInDialog('Push to staging');
    await user.toast('Pushed checkout to staging. Project P on').waitFor();
    await row('staging', 'up to date · version 2').waitFor();
    expect(trial.service.targeting('P', 'staging', 'checkout')).toMatchObject({ disabled: false });
  });

  it('reaches an environment and its diff with the keyboard alone', async () => {
    await focusRow('dev');
    await user.page.keyboard.press('Enter');
    await user.page.locator('.tab.active', { hasText: 'checkout: your file ↔ live in dev' }).waitFor();
    await user.toast('anna has changed dev since your file was made from it: Turns the toggle off.').waitFor();
  });

  it('does all else with an environment by the keyboard alone, from its menu', async () => {
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

  it('reaches the filter and the refresh of the view with the keyboard alone', async () => {
    await focusRow('dev');
    const focused = () => user.page.evaluate("document.activeElement?.getAttribute('aria-label') ?? ''");
    for (let tries = 0; tries < 5 && !String(await focused()).startsWith('Filter Toggles'); tries += 1)
      await user.page.keyboard.press('Shift+Tab');
    expect(await focused()).toContain('Filter Toggles…');
    await user.page.keyboard.press('ArrowRight');
    expect(await focused()).toContain('Refresh Toggles');
    await user.page.keyboard.press('Enter');
    await user.page.keyboard.press('ArrowLeft');
    await user.page.keyboard.press('Enter');
    await user.quickInputTitle('Which toggles are shown?').waitFor();
    await user.page.keyboard.press('Escape');
  });

  it('sees of a folded toggle what needs a look most', async () => {
    await fold();
    await row('checkout', 'changed by anna \\(dev, online\\)').waitFor();
    await colleague('staging', { ...clean, disabled: true });
    await refresh();
    await row('checkout', 'changed by anna \\(dev, staging, online\\)').waitFor();
    await unfold();
    await row('checkout', 'changed by anna \\(').waitFor({ state: 'detached' });
  });

  it('sees of a file with an error, in row and lens alike, that it is not compared', async () => {
    const words = 'not compared: the file has 1 error';
    trial.write('checkout.targeting.json', { ...clean, disabled: 'no' });
    await row('dev', words).waitFor();
    await fold();
    await row('checkout', words).waitFor();
    await user.open('checkout.targeting.json');
    await user.lens(words).waitFor();
    expect(await user.page.locator('.codelens-decoration', { hasText: 'changed by' }).count()).toBe(0);
    trial.write('checkout.targeting.json', clean);
    await row('checkout', 'changed by anna').waitFor();
    await user.command('View: Close All Editors');
    await unfold();
  });

  it('hears no names of icons', async () => {
    await user.open('checkout.targeting.json');
    await user.lens('online: changed by anna').waitFor();
    const labels = await Promise.all(
      ['.customview-tree .monaco-list-row', '.statusbar-item[id*="toggle-targeting"]', '.codelens-decoration a'].map(
        async (selector) => {
          const all = await user.page.locator(selector).all();
          return Promise.all(all.map((one) => spokenOf(one)));
        },
      ),
    );
    for (const some of labels) expect(some.length).toBeGreaterThan(0);
    expect(labels.flat().filter((label) => label.includes('$('))).toEqual([]);
    expect(labels.flat().join()).toContain('Protected: a push to it always asks.');
  });

  it('sees a file that comes in new folders, until they go', async () => {
    trial.write('new/folder/fresh.targeting.json', clean);
    await row('fresh').waitFor();
    rmSync(join(trial.workspace, 'new'), { recursive: true });
    await row('fresh').waitFor({ state: 'detached' });
  });

  it('sees only those that differ somewhere, when the filter says so', async () => {
    trial.write('other.targeting.json', clean);
    await row('other').waitFor();
    await press(user.page.locator('.pane-header[aria-label^="Toggles"]'), 'Filter Toggles');
    await user.choose('Toggles that differ somewhere');
    await user.page.getByText('1 of 2 shown: Toggles that differ somewhere.').waitFor();
    await row('checkout').waitFor();
    await row('other').waitFor({ state: 'detached' });
  });

  it('reads nothing while the view is hidden, though something else may be live or may be read now', async () => {
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
});
