/** Conflict markers that Git left in a file, and the merge from what Git has of both sides, in a real VS Code with a real Git repository. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { pictureOfFailure, root, startTrial } from './editor.js';

const file = 'checkout.targeting.json';
const [off, on] = [{ value: 'off' }, { value: 'on' }];
const targeting = (comment: string, select: number, variations: readonly object[]) => ({
  comment,
  content: { defaultServe: { select }, variations },
});

let trial: Trial;
let user: User;

function git(...args: readonly string[]): void {
  const person = ['-c', 'user.name=anna', '-c', 'user.email=anna@example.com', '-c', 'commit.gpgsign=false'];
  spawnSync('git', [...person, ...args], { cwd: trial.workspace });
}

function commit(content: object): void {
  trial.write(file, content);
  git('add', '.');
  git('commit', '--quiet', '--message', 'x');
}

const text = () => readFileSync(join(trial.workspace, file), 'utf8');

beforeAll(async () => {
  trial = await startTrial();
  trial.write('.vscode/settings.json', { 'files.autoSave': 'off' });
  git('init', '--quiet', '--initial-branch', 'main');
  commit(targeting('about it', 0, [off, on]));
  git('checkout', '--quiet', '-b', 'theirs');
  // The same as before, in another order.
  commit(targeting('theirs', 1, [on, off]));
  git('checkout', '--quiet', 'main');
  // Now it serves on.
  commit(targeting('ours', 1, [off, on]));
  git('merge', '--quiet', 'theirs');
  ({ user } = await trial.openEditor({ settings: { 'git.enabled': true } }));
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

it('A person reads in which lines the conflict is, in the list of problems and from a push that it stops', async () => {
  trial.write('targeting.config.json', { baseUrl: trial.service.url, project: 'P', environments: { dev: {} } });
  const words = 'Git conflict, lines 2–6: keep one side or merge both, and remove the markers.';
  await user.open(file);
  await user.pressPush();
  await user.toast(`1 error in the file. Line 2: ${words}`).waitFor();
  await user.command('Problems: Focus on Problems View');
  const ours = user.page.locator('.markers-panel .monaco-list-row', { hasText: 'toggle-targeting' });
  await ours.filter({ hasText: words }).waitFor();
  expect(await ours.count()).toBe(1);
  await user.page.screenshot({ path: join(root, 'test/vscode/artifacts/conflict-problem.png') });
  await user.command('View: Hide Panel');
  await user.dismissToasts();
});

it('A person merges the file again, and what ours serves is served, also where Git saw the same lines', async () => {
  // To Git, both sides say 1, and all that it asks about is the comment.
  expect(text()).toContain('"select": 1');
  expect(text().match(/<<<<<<</g)).toHaveLength(1);
  await user.open(file);
  await user.goTo(3, 1);
  await user.quickFix('Merge the whole file again, rule by rule');
  await user.page.locator('.tab.active.dirty').waitFor();
  await user.page.screenshot({ path: join(root, 'test/vscode/artifacts/conflict-markers.png') });
  await user.page.keyboard.press('Control+s');
  await user.page.locator('.tab.active:not(.dirty)').waitFor();
  const merged = JSON.stringify(targeting('?', 0, [on, off]), null, 2);
  const conflict = '<<<<<<< ours\n  "comment": "ours",\n=======\n  "comment": "theirs",\n>>>>>>> theirs';
  expect(text()).toBe(merged.replace('  "comment": "?",', conflict));
});
