/** Tests a push with only the keyboard in a real VS Code. toggles.slow.ts and many.test.ts test the views. */
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { canary, openWindow, seedOf, targeting } from './editor.js';

const { trial, user } = await openWindow(
  { seed: seedOf(['search'], { dev: { targetings: { search: targeting() } } }) },
  ({ write, writeConfig }) => {
    writeConfig({ dev: { api: 'featureprobe' } });
    write('search.targeting.json', { comment: 'Keys', ...targeting([], 1) });
  },
  { open: 'search.targeting.json' },
);

it('A user can push with only the keyboard: key binding, token, Tab and Enter', async () => {
  await press('Control+k', 'Shift+p');
  await user.answer(canary, trial.service.url);
  await user.dialog().waitFor();
  await tabTo(user.dialog().locator('.monaco-button', { hasText: 'Push to dev' }).first());
  await press('Enter');
  await user.toast('Pushed search to dev').waitFor();
  expect(trial.service.targeting('P', 'dev', 'search').content.defaultServe?.select).toBe(1);
});

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await user.page.keyboard.press(key);
}

async function tabTo(control: Locator): Promise<void> {
  const isFocused = (element: { readonly matches: (selector: string) => boolean }) => element.matches(':focus');
  const hasFocus = () => control.evaluate(isFocused);
  for (let tries = 0; tries < 40 && !(await hasFocus()); tries += 1) await press('Tab');
  expect(await hasFocus()).toBe(true);
}
