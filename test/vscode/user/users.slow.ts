/** Who gets what, who gets something else since the last commit, and rules that nobody comes to, in a real VS Code with a real Git repository. */
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cityRule, commitAll, openWindow, targeting } from './editor.js';

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
    const dead = [cityRule('south', { select: 1 }, 'Paris', 'Rome'), cityRule('Romans', { select: 0 }, 'Rome', 'Oslo')];
    write('dead/dead.targeting.json', targeting(dead, 1));
    commitAll(workspace, 'First');
    write('unknown.targeting.json', targeting([versions]));
  },
  { settings: { 'git.enabled': true } },
);

/** A row of the view, by words that it has in their order. */
function row(...words: readonly string[]): Locator {
  const rows = user.page.locator('.customview-tree .monaco-list-row');
  return rows.filter({ hasText: new RegExp(words.join('.*')) }).first();
}

/** Words alone are no link. */
const sinceCommit = (words = '') =>
  user.page.locator('.codelens-decoration', { hasText: `since last commit: ${words}` }).first();

/** Makes `2.5.0` of the `2.4.0` in the rule. */
async function raiseVersion(): Promise<void> {
  await user.open(file);
  const lines = trial.read(file).split('\n');
  const line = lines.findIndex((each) => each.includes('"2.4.0"'));
  await user.goTo(line + 1, (lines[line]?.indexOf('.4') ?? 0) + 3);
  await user.page.keyboard.press('Backspace');
  await user.type('5');
}

describe('a person who wants to know who gets what', () => {
  it('sees each user with the variation and the rule, in the view and above the rules', async () => {
    await user.open(file);
    // Before the view has the focus: VS Code asks for lenses only while the editor has it.
    await user.lens('2 of 3 users: ada, bob').waitFor();
    expect(await sinceCommit().count()).toBe(0);
    await user.command('Targeting: Show Who Gets What');
    await row('ada', 'Rule 1 · new versions').waitFor();
    const rows = await user.page.locator('.customview-tree .monaco-list-row .label-name').allInnerTexts();
    expect(rows.slice(-5)).toEqual(['0 · off', 'cy', '1 · on', 'ada', 'bob']);
  });

  it('sees why, and goes there with a click', async () => {
    await row('cy').locator('.monaco-tl-twistie').click();
    await row('^Rule 1 · new versions').locator('.monaco-tl-twistie').click();
    await row('app_version >= 2.4.0', 'lacks "app_version"').click();
    await user.page.locator('.statusbar-item', { hasText: 'Ln 11, Col' }).waitFor();
  });

  it('sees view and lenses follow what is typed, before it is saved, and who changes since the last commit', async () => {
    await raiseVersion();
    await row('ada', 'default \\(was 1 · on\\)').waitFor();
    await sinceCommit('1 of 3 users change').waitFor();
    expect(await user.page.locator('.tab.active.dirty').count()).toBe(1);
    await user.lens('since last commit').click();
    await user.quickInputTitle('Whose value changes since the last commit').waitFor();
    await user.quickPick('For example: app_version = "2.4.0"').waitFor();
    await user.quickPick('ada').filter({ hasText: 'on → off' }).click();
    const line = trial
      .read(file)
      .split('\n')
      .findIndex((each) => each.includes('defaultServe'));
    await user.page.locator('.statusbar-item', { hasText: `Ln ${line + 1}, ` }).waitFor();
  });

  it('sees nothing of that once it is committed, or where the file never was', async () => {
    await user.page.keyboard.press('Control+Home');
    await user.command('File: Save');
    await user.page.locator('.tab.active:not(.dirty)').waitFor();
    await sinceCommit('1 of 3 users change').waitFor();
    commitAll(trial.workspace, 'Later versions alone');
    await sinceCommit().waitFor({ state: 'detached' });
    trial.write('new.targeting.json', targeting([versions]));
    await user.open('new.targeting.json');
    await user.lens('2 of 3 users: ada, bob').waitFor();
    expect(await sinceCommit().count()).toBe(0);
  });

  it('asks about someone who stands in no file, until they are removed', async () => {
    await user.command('Targeting: Evaluate for…');
    await user.choose('app_version');
    await user.answer('3.5.0', 'Evaluate for…');
    await user.choose('Show what this user gets');
    await row('app_version=3.5.0', 'Rule 1').hover();
    await row('app_version=3.5.0').locator('.action-label[aria-label^="Remove"]').click();
    await row('app_version=3.5.0').waitFor({ state: 'detached' });
  });

  it('sees the users that the file of users has now, and is led there while it is not valid JSON', async () => {
    const header = user.page.locator('.pane-header[aria-label^="Who Gets What"]');
    await header.hover();
    await header.locator('.action-label[aria-label^="Open or Create"]').click();
    await user.page.locator('.tab.active', { hasText: 'targeting.users.json' }).waitFor();
    // By another program, while nothing is done in the editor.
    trial.write('targeting.users.json', { users: [{ name: 'dee', attributes: { app_version: '9.0.0' } }] });
    await row('dee', 'Rule 1').waitFor();
    trial.write('targeting.users.json', '{ "users": [{ "name": "dee", "attributes": { "app_version": "9.0.0" } }, {');
    await row('targeting.users.json is not valid JSON yet').click();
    await row('dee', 'Rule 1').waitFor();
  });

  it('sees nothing more of a file whose tab is closed, and is led to one by a question about someone', async () => {
    await user.command('View: Close All Editors');
    await row('dee').waitFor({ state: 'detached' });
    await user.command('Targeting: Evaluate for…');
    await user.choose('checkout');
    await user.page.locator('.tab.active', { hasText: 'checkout.targeting.json' }).waitFor();
    await user.choose('Show what this user gets');
    await row('dee').waitFor();
  });
});

it('A rule that nobody comes to is faded, leads to the reason on a page, and is moved by its fix', async () => {
  const faded = user.page.locator('.squiggly-inline-unnecessary').first();
  await user.open('dead/dead.targeting.json');
  const romans = user.page.locator('.view-line span span', { hasText: '"Romans"' }).first();
  await user.hover(romans, 'For example: city = "Oslo"');
  await user.page.mouse.move(5, 5);
  const lines = trial.read('dead/dead.targeting.json').split('\n');
  const [name, oslo] = ['"Romans"', '"Oslo"'].map((text) => lines.findIndex((each) => each.includes(text)) + 1);
  await user.goTo(oslo ?? 0, 1);
  await user.page.keyboard.press('Control+Shift+K');
  await user.goTo((oslo ?? 0) - 1, (lines[(oslo ?? 0) - 2]?.length ?? 0) + 1);
  await user.page.keyboard.press('Backspace');
  await faded.waitFor();
  await user.goTo(name ?? 0, 20);
  await user.quickFix('Show why: shadowed-rule');
  const page = user.page.locator('.editor-instance .view-line');
  await page.filter({ hasText: 'city equals "Rome": rule 1 "south" decides' }).first().waitFor();
  // Its lines are wrapped, by a setting of this language.
  await user.page.locator('.statusbar-item', { hasText: 'Proof of Dead Targeting' }).first().waitFor();
  await user.showTab('dead.targeting.json');
  await user.goTo(name ?? 0, 20);
  await user.quickFix('Move the rule above rule "south": users who reach it then get off');
  await faded.waitFor({ state: 'detached' });
});
