/** Who gets what, as a person sees it in a real VS Code while typing: the view, its reasons, lenses, *Evaluate for…*. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { pictureOfFailure, root, startTrial } from './editor.js';

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial();
  trial.write('.vscode/settings.json', { 'files.autoSave': 'off' });
  trial.write('targeting.users.json', {
    users: [
      { name: 'ada', attributes: { city: 'Paris', app_version: '2.4.0' } },
      { name: 'bob', attributes: { city: 'Lyon' } },
    ],
  });
  trial.write('checkout.targeting.json', {
    content: {
      rules: [
        {
          name: 'new versions',
          serve: { select: 1 },
          conditions: [{ type: 'semver', subject: 'app_version', predicate: '>=', objects: ['2.4.0'] }],
        },
      ],
      disabledServe: { select: 0 },
      defaultServe: { select: 0 },
      variations: [
        { name: 'off', value: 'false', description: '' },
        { name: 'on', value: 'true', description: '' },
      ],
    },
  });
  ({ user } = await trial.openEditor());
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

/** A row of the view, by words that it has in their order. */
function row(...words: readonly string[]): Locator {
  const rows = user.page.locator('.customview-tree .monaco-list-row');
  return rows.filter({ hasText: new RegExp(words.join('.*')) }).first();
}

describe('a person who wants to know who gets what', () => {
  it('sees each user with the variation and the rule, in the view and above the rules', async () => {
    await user.open('checkout.targeting.json');
    // Before the view has the focus: VS Code asks for lenses only while the editor has it.
    await user.lens('1 of 2 users: ada').waitFor();
    await user.lens('1 of 2 users: bob').waitFor();
    await user.command('Targeting: Show Who Gets What');
    await row('0 · off', '1').waitFor();
    await row('1 · on', '1').waitFor();
    await row('ada', 'Rule 1 · new versions').waitFor();
    await row('bob', 'default').waitFor();
    const rows = await user.page.locator('.customview-tree .monaco-list-row .label-name').allInnerTexts();
    expect(rows.slice(-4)).toEqual(['0 · off', 'bob', '1 · on', 'ada']);
  });

  it('sees why, and goes there with a click', async () => {
    await row('bob').locator('.monaco-tl-twistie').click();
    await row('^Rule 1 · new versions').locator('.monaco-tl-twistie').click();
    await row('app_version >= 2.4.0', 'lacks "app_version"').waitFor();
    await row('app_version >= 2.4.0').click();
    await user.page.locator('.statusbar-item', { hasText: 'Ln 10, Col 11' }).waitFor();
    await user.page.screenshot({ path: join(root, 'test/vscode/artifacts/who-gets-what.png') });
  });

  it('sees the view and the lens follow what is typed, before it is saved', async () => {
    await user.open('checkout.targeting.json');
    await user.goTo(15, 19);
    await user.page.keyboard.press('Backspace');
    await user.type('5');
    await row('0 · off', '2').waitFor();
    await row('ada', 'default \\(was 1 · on\\)').waitFor();
    await user.lens('of 2 users').waitFor({ state: 'detached' });
    expect(await user.page.locator('.tab.active.dirty').count()).toBe(1);
  });

  it('asks about someone who stands in no file, until they are removed', async () => {
    await user.command('Targeting: Evaluate for…');
    await user.choose('app_version');
    await user.answer('3.0.0', 'Evaluate for…');
    await user.choose('Show what this user gets');
    await row('app_version=3.0.0', 'Rule 1').waitFor();
    await row('app_version=3.0.0').hover();
    await row('app_version=3.0.0').locator('.action-label[aria-label^="Remove"]').click();
    await row('app_version=3.0.0').waitFor({ state: 'detached' });
  });

  it('sees the users that the file of users has now, also while that file is in front', async () => {
    await user.page.locator('.pane-header[aria-label^="Who Gets What"]').hover();
    await user.page
      .locator('.pane-header[aria-label^="Who Gets What"] .action-label[aria-label^="Open or Create"]')
      .click();
    await user.page.locator('.tab.active', { hasText: 'targeting.users.json' }).waitFor();
    await row('bob').waitFor();
    trial.write('targeting.users.json', { users: [{ name: 'cy', attributes: { app_version: '9.0.0' } }] });
    await row('cy', 'Rule 1').waitFor();
    // By another program, while nothing is done in the editor.
    trial.write('targeting.users.json', { users: [{ name: 'dee', attributes: { app_version: '9.0.0' } }] });
    await row('dee', 'Rule 1').waitFor();
  });

  it('is told that users may be missing while their file is not valid JSON, and goes there with a click', async () => {
    trial.write('targeting.users.json', '{ "users": [{ "name": "dee", "attributes": { "app_version": "9.0.0" } }, {');
    await row('dee', 'Rule 1').waitFor();
    await row('targeting.users.json is not valid JSON yet').click();
    await user.page.locator('.tab.active', { hasText: 'targeting.users.json' }).waitFor();
    trial.write('targeting.users.json', { users: [{ name: 'dee', attributes: { app_version: '9.0.0' } }] });
    await row('targeting.users.json is not valid JSON yet').waitFor({ state: 'detached' });
  });

  it('sees nothing more of a file whose tab is closed, and is led to one by a question about someone', async () => {
    await user.command('Notifications: Clear All Notifications');
    await user.command('File: Save All');
    await expect.poll(() => user.page.locator('.tab.dirty').count()).toBe(0);
    await user.command('View: Close All Editors');
    await row('dee').waitFor({ state: 'detached' });
    await user.command('Targeting: Evaluate for…');
    await user.page.locator('.tab.active', { hasText: 'checkout.targeting.json' }).waitFor();
    await user.choose('Show what this user gets');
    await row('dee', 'Rule 1').waitFor();
  });

  it('finds that step of the walkthrough ticked', async () => {
    await user.command('Welcome: Open Walkthrough...');
    await user.choose('Toggle Targeting');
    const step = user.page.locator('[data-done-step-id$="#users"]').first();
    await expect.poll(() => step.getAttribute('aria-checked'), { timeout: 60_000 }).toBe('true');
  });
});
