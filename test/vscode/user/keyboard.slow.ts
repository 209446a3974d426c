/**
 * The keyboard alone, in a real VS Code: a push, a diff and a view. The other views are in toggles.slow.ts and many.test.ts. Nothing here
 * clicks; a control is reached by Tab, by arrows, by a key of its own or by the palette.
 */
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { canary, openWindow, seedOf, targeting } from './editor.js';

const variations = ['none', 'mine', 'theirs'].map((value) => ({ value, name: value, description: '' }));
const serving = (byDefault: number) => targeting([], byDefault, variations);

const { trial, user } = await openWindow(
  { seed: seedOf(['search'], { dev: { targetings: { search: serving(0) } } }) },
  ({ write, writeConfig }) => {
    writeConfig({ dev: { api: 'featureprobe' } });
    write('targeting.users.json', { users: [{ name: 'Anna', key: 'anna' }] });
    write('search.targeting.json', { comment: 'Keys', ...serving(1) });
  },
  { open: 'search.targeting.json' },
);

it('A push: its key, the token typed, and the question answered by Tab and Enter', async () => {
  await press('Control+k', 'Shift+p');
  await user.answer(canary, trial.service.url);
  await answer('Push to dev');
  await user.toast('Pushed search to dev').waitFor();
  expect(trial.service.targeting('P', 'dev', 'search').content.defaultServe?.select).toBe(1);
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
