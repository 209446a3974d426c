/** Conflict markers that Git left in a file, and the merge from what Git has of both sides, in a real VS Code with a real Git repository. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { commitAll, openWindow } from './editor.js';

const file = 'checkout.targeting.json';
const [off, on] = [{ value: 'off' }, { value: 'on' }];
const saying = (comment: string, select: number, variations: readonly object[]) => ({
  comment,
  content: { defaultServe: { select }, variations },
});

const { trial, user } = await openWindow(
  {},
  ({ workspace, write }) => {
    const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: workspace });
    const commit = (content: object) => {
      write(file, content);
      commitAll(workspace, 'x');
    };
    commit(saying('about it', 0, [off, on]));
    git('checkout', '--quiet', '-b', 'theirs');
    // The same as before, in another order.
    commit(saying('theirs', 1, [on, off]));
    git('checkout', '--quiet', 'main');
    // Now it serves on.
    commit(saying('ours', 1, [off, on]));
    git('-c', 'user.name=anna', '-c', 'user.email=anna@example.com', 'merge', '--quiet', 'theirs');
  },
  { settings: { 'git.enabled': true } },
);

it('A person merges the file again, and what ours serves is served, also where Git saw the same lines', async () => {
  // To Git, both sides say 1, and all that it asks about is the comment.
  expect(trial.read(file)).toContain('"select": 1');
  expect(trial.read(file).match(/<<<<<<</g)).toHaveLength(1);
  await user.open(file);
  await user.goTo(3, 1);
  await user.quickFix('Merge the whole file again, rule by rule');
  await user.page.locator('.tab.active.dirty').waitFor();
  await user.page.keyboard.press('Control+s');
  await user.page.locator('.tab.active:not(.dirty)').waitFor();
  const merged = JSON.stringify(saying('?', 0, [on, off]), null, 2);
  const conflict = '<<<<<<< ours\n  "comment": "ours",\n=======\n  "comment": "theirs",\n>>>>>>> theirs';
  expect(trial.read(file)).toBe(merged.replace('  "comment": "?",', conflict));
});
