/**
 * The keyboard alone, in a real VS Code: a push, a diff, a merge, a push of a folder and a view (the other one is in toggles.slow.ts). Nothing
 * here clicks; a control is reached by Tab, by arrows, by a key of its own or by the palette.
 */
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { canary, openWindow, seedOf, targeting } from './editor.js';

const variations = ['none', 'mine', 'theirs'].map((value) => ({ value, name: value, description: '' }));
const serving = (byDefault: number) => targeting([], byDefault, variations);
const toggles = ['search', 'banner'];
const targetings = Object.fromEntries(toggles.map((toggle) => [toggle, serving(0)]));

const { trial, user } = await openWindow(
  { seed: seedOf(toggles, { dev: { targetings } }) },
  ({ write, writeConfig }) => {
    writeConfig({ dev: { api: 'featureprobe' } });
    write('targeting.users.json', { users: [{ name: 'Anna', key: 'anna' }] });
    for (const toggle of toggles) write(`${toggle}.targeting.json`, { comment: 'Keys', ...serving(1) });
  },
  { open: 'search.targeting.json' },
);

/** What is served by default. */
const live = (toggle: string) => trial.service.targeting('P', 'dev', toggle).content.defaultServe?.select;

it('A push: its key, the token typed, and the question answered by Tab and Enter', async () => {
  await press('Control+k', 'Shift+p');
  await user.answer(canary, trial.service.url);
  await answer('Push to dev');
  await user.toast('Pushed search to dev').waitFor();
  expect(live('search')).toBe(1);
});

it('A diff: its key opens it, and F7 goes to the first change', async () => {
  trial.write('search.targeting.json', { comment: 'Keys', ...serving(2) });
  await user.page
    .locator('.view-line', { hasText: /"select":.2/ })
    .first()
    .waitFor();
  await press('Control+k', 'Shift+d');
  await user.page.locator('.tab.active', { hasText: 'live in dev' }).waitFor();
  await user.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
  await press('F7');
  await user.page.locator('.statusbar-item', { hasText: /Ln (?!1,)/ }).waitFor();
  await user.command('View: Close Editor');
  await user.page.locator('.tab', { hasText: 'live in dev' }).waitFor({ state: 'detached' });
});

it('A merge: asked for by Tab and Enter, decided and completed from the palette', async () => {
  await trial.colleague('dev', 'search', serving(0));
  await user.open('search.targeting.json');
  await press('Control+k', 'Shift+p');
  await answer('Merge…');
  const merge = user.page.locator('.merge-editor');
  await merge.filter({ hasText: '1 Conflict Remaining' }).waitFor();
  await user.command('Merge Editor: Accept All Incoming Changes from Left');
  await merge.filter({ hasText: '0 Conflicts Remaining' }).waitFor();
  await user.command('Targeting: Complete Merge');
  await merge.waitFor({ state: 'detached' });
  await user.page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
});

it('A folder: asked for from the palette, a file ticked by Space, and pushed by Enter on the first row', async () => {
  await user.command('Targeting: Push Targeting Files…');
  await user.acceptPick('Push the targeting files of which folder?');
  const focused = user.page.locator('.pane .monaco-list:focus-within .monaco-list-row.focused');
  await user.page.locator('.monaco-list-row', { hasText: 'Tick the files to push.' }).waitFor();
  await user.command('Toggles: Focus on Push Targeting Files View');
  await press('Home');
  const banner = focused.filter({ hasText: 'banner' });
  for (let tries = 0; tries < 10 && !(await banner.isVisible()); tries += 1) await press('ArrowDown');
  await press('Space');
  await user.page.locator('.monaco-list-row', { hasText: 'Push 1 file…' }).waitFor();
  await press('Home', 'Enter');
  await user.page.locator('.monaco-list-row[aria-label^="The push is finished."]').waitFor();
  await user.page.locator('.monaco-list-row[aria-label^="Toggle banner, Pushed"]').waitFor();
  expect(live('banner')).toBe(1);
  await user.command('Targeting: Cancel or Close Push of Files');
});

it('Who Gets What: focused from the palette', async () => {
  await user.open('search.targeting.json');
  await user.command('Toggles: Focus on Who Gets What View');
  await user.page.locator('.customview-tree .monaco-list-row', { hasText: 'Anna' }).first().waitFor();
  await press('Home');
  await user.page.locator('.customview-tree .monaco-list-row.focused').first().waitFor();
});

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await user.page.keyboard.press(key);
}

/** Of the question that is open. */
async function answer(button: string): Promise<void> {
  await user.dialog().waitFor();
  await tabTo(user.dialog().locator('.monaco-button', { hasText: button }).first());
  await press('Enter');
  await user.dialog().waitFor({ state: 'detached' });
}

async function tabTo(control: Locator): Promise<void> {
  const isFocused = (element: { readonly matches: (selector: string) => boolean }) => element.matches(':focus');
  const hasFocus = () => control.evaluate(isFocused);
  for (let tries = 0; tries < 40 && !(await hasFocus()); tries += 1) await press('Tab');
  expect(await hasFocus()).toBe(true);
}
