/** What changed for users since the last commit, as a person sees it in a real VS Code with a real Git repository. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { pictureOfFailure, root, startTrial } from './editor.js';

const file = 'checkout.targeting.json';
const targeting = {
  disabled: false,
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
};

let trial: Trial;
let user: User;

function git(...args: readonly string[]): void {
  const person = ['-c', 'user.name=anna', '-c', 'user.email=anna@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...person, ...args], { cwd: trial.workspace, stdio: 'pipe' });
}

beforeAll(async () => {
  trial = await startTrial();
  trial.write('.vscode/settings.json', { 'files.autoSave': 'off' });
  trial.write('targeting.users.json', {
    users: [
      { name: 'ada', attributes: { app_version: '2.4.0' } },
      { name: 'bob', attributes: { app_version: '3.0.0' } },
    ],
  });
  trial.write(file, targeting);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Two users');
  trial.write('unknown.targeting.json', targeting);
  ({ user } = await trial.openEditor({ settings: { 'git.enabled': true } }));
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

/** Words alone are no link. */
const lens = (words = '') =>
  user.page.locator('.codelens-decoration', { hasText: `since last commit: ${words}` }).first();

/** Makes `2.5.0` of the `2.4.0` in the rule. */
async function raiseVersion(): Promise<void> {
  await user.goTo(16, 19);
  await user.page.keyboard.press('Backspace');
  await user.type('5');
}

describe('a person who changes a committed file', () => {
  it('sees nothing of it until something differs', async () => {
    await user.open(file);
    await user.lens('served by').waitFor();
    expect(await lens().count()).toBe(0);
  });

  it('sees how many users change, before the file is saved', async () => {
    await raiseVersion();
    await lens('1 of 2 users change').waitFor();
    expect(await user.page.locator('.tab.active.dirty').count()).toBe(1);
    await user.page.screenshot({ path: join(root, 'test/vscode/artifacts/since-commit.png') });
  });

  it('sees with a click who, from what, to what, and goes to what decides now', async () => {
    await user.lens('since last commit').click();
    await user.quickInputTitle('Whose value changes since the last commit').waitFor();
    await user.quickPick('ada').filter({ hasText: 'on → off' }).waitFor();
    await user.quickPick('For example: app_version = "2.4.0"').waitFor();
    await user.page.screenshot({ path: join(root, 'test/vscode/artifacts/since-commit-who.png') });
    await user.choose('ada');
    const line = readFileSync(join(trial.workspace, file), 'utf8')
      .split('\n')
      .findIndex((each) => each.includes('defaultServe'));
    await user.page.locator('.statusbar-item', { hasText: `Ln ${line + 1}, ` }).waitFor();
  });

  it('sees that no value changes where only the text is different', async () => {
    for (let times = 0; times < 2; times += 1) await user.page.keyboard.press('Control+z');
    await lens().waitFor({ state: 'detached' });
    await user.goTo(6, 18);
    await user.type('very ');
    await lens("nobody's value changes").waitFor();
  });

  it('sees nothing of it while the file has an error', async () => {
    await user.goTo(2, 15);
    await user.page.keyboard.press('Control+Delete');
    await user.type('1');
    await user.page.locator('.squiggly-error').first().waitFor();
    await lens().waitFor({ state: 'detached' });
    for (let times = 0; times < 2; times += 1) await user.page.keyboard.press('Control+z');
    await lens("nobody's value changes").waitFor();
  });

  it('sees in Who Gets What the same users change, also once the file is saved', async () => {
    await raiseVersion();
    await lens('1 of 2 users change').waitFor();
    await user.page.keyboard.press('Control+s');
    await user.page.locator('.tab.active:not(.dirty)').waitFor();
    await user.command('Targeting: Show Who Gets What');
    await user.page.locator('.customview-tree .monaco-list-row', { hasText: /ada.*\(was 1 · on\)/ }).waitFor();
    await user.open(file);
  });

  it('sees nothing any more once it is committed', async () => {
    git('commit', '--quiet', '--all', '--message', 'Later versions alone');
    await lens().waitFor({ state: 'detached' });
  });
});

it('A file that was never committed has no such lens', async () => {
  await user.open('unknown.targeting.json');
  await user.lens('served by').waitFor();
  await raiseVersion();
  await user.lens('1 of 2 users: bob').waitFor();
  expect(await lens().count()).toBe(0);
});
