/** Tests who gets what, and who changes since the last commit, in a real VS Code with a Git repository. */
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { commitAll } from '../git.js';
import { openWindow, targeting } from './editor.js';

const file = 'checkout.targeting.json';
const users = [
  { name: 'ada', attributes: { city: 'Paris', app_version: '2.4.0' } },
  { name: 'bob', attributes: { city: 'Lyon', app_version: '3.0.0' } },
  { name: 'cy', attributes: { city: 'Lyon' } },
];
const condition = { type: 'semver', subject: 'app_version', predicate: '>=', objects: ['2.4.0'] };
const versions = { name: 'new versions', serve: { select: 1 }, conditions: [condition] };

const { trial, user } = await openWindow(
  {},
  ({ workspace, write }) => {
    write('targeting.users.json', { users });
    write(file, targeting([versions]));
    commitAll(workspace, 'First');
  },
  { settings: { 'git.enabled': true } },
);

/** A row of the view that has these words in order. */
function row(...words: readonly string[]): Locator {
  const rows = user.page.locator('.customview-tree .monaco-list-row');
  return rows.filter({ hasText: new RegExp(words.join('.*')) }).first();
}

/** Finds a lens that is not a link, too. */
const sinceCommit = (words = '') =>
  user.page.locator('.codelens-decoration', { hasText: `since last commit: ${words}` }).first();

/** Changes the `2.4.0` in the rule to `2.5.0`. */
async function raiseVersion(): Promise<void> {
  await user.open(file);
  const lines = trial.read(file).split('\n');
  const line = lines.findIndex((each) => each.includes('"2.4.0"'));
  await user.goTo(line + 1, (lines[line]?.indexOf('.4') ?? 0) + 3);
  await user.page.keyboard.press('Backspace');
  await user.type('5');
}

describe('a user of the "Who gets what" view', () => {
  it('sees each evaluated user with variation and rule, in the view and above the rules', async () => {
    await user.open(file);
    // Before the view gets the focus, because VS Code asks for lenses only while the editor has it.
    await user.lens('2 of 3 users: ada, bob').waitFor();
    expect(await sinceCommit().count()).toBe(0);
    await user.command('Toggles: Focus on Who Gets What View');
    await row('ada', 'Rule 1 · new versions').waitFor();
    const rows = await user.page.locator('.customview-tree .monaco-list-row .label-name').allInnerTexts();
    expect(rows.slice(-5)).toEqual(['0 · off', 'cy', '1 · on', 'ada', 'bob']);
  });

  it('reaches the lenses of a rule from any of its lines by keyboard', async () => {
    await user.page.keyboard.press('Control+Shift+E');
    await row('ada').waitFor({ state: 'hidden' });
    await user.open(file);
    await user.goTo(
      trial
        .read(file)
        .split('\n')
        .findIndex((line) => line.includes('"2.4.0"')) + 1,
      1,
    );
    await user.page.keyboard.press('Control+K');
    await user.page.keyboard.press('Shift+A');
    await user.quickPick('2 of 3 users: ada, bob').filter({ hasText: '1 new versions → on' }).waitFor();
    expect(await user.quickPick('of 3 users').count()).toBe(1);
    await user.choose('2 of 3 users');
    await row('ada', 'Rule 1 · new versions').waitFor();
  });

  it('sees the reason for a value, and opens its position with a click', async () => {
    await row('cy').locator('.monaco-tl-twistie').click();
    await row('^Rule 1 · new versions').locator('.monaco-tl-twistie').click();
    await row('app_version >= 2.4.0', 'lacks "app_version"').click();
    await user.page.locator('.statusbar-item', { hasText: 'Ln 11, Col' }).waitFor();
  });

  it('sees the view and the lenses follow typing, and which users change since the last commit', async () => {
    await raiseVersion();
    await row('ada', 'default \\(was 1 · on\\)').waitFor();
    await sinceCommit('1 of 3 users change').waitFor();
    expect(await user.page.locator('.tab.active.dirty').count()).toBe(1);
    await user.lens('since last commit').click();
    await user.quickInputTitle('Value changes since the last commit').waitFor();
    await user.quickPick('For example: app_version = "2.4.0"').waitFor();
    await user.quickPick('ada').filter({ hasText: 'on → off' }).click();
    const line = trial
      .read(file)
      .split('\n')
      .findIndex((each) => each.includes('defaultServe'));
    await user.page.locator('.statusbar-item', { hasText: `Ln ${line + 1}, ` }).waitFor();
  });

  it('evaluates a user who is in no file, and removes that user again', async () => {
    await user.command('Toggles: Focus on Who Gets What View');
    await user.page.locator('.pane-header .action-label[aria-label^="Evaluate for"]').click();
    await user.choose('app_version');
    await user.answer('3.5.0', 'Evaluate for…');
    await user.choose('Show what this user gets');
    await row('app_version=3.5.0', 'Rule 1').hover();
    await row('app_version=3.5.0').locator('.action-label[aria-label^="Remove"]').click();
    await row('app_version=3.5.0').waitFor({ state: 'detached' });
  });
});
