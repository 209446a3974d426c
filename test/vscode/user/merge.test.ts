/** Tests merging with a colleague in a real VS Code: conflicts, the file during the merge, and the push afterwards. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { canary, cityRule, openWindow, seedOf, targeting } from './editor.js';

const variations = ['none', 'mine', 'theirs'].map((value) => ({ value, name: value, description: '' }));
/** Variations that the rules and the default serve. */
const stored = (first: number, second: number, byDefault: number) => {
  const rule = (name: string, select: number) => cityRule(name, { select }, `City of the ${name} rule`);
  return targeting([rule('first', first), rule('second', second)], byDefault, variations);
};
/** Changed for each push, so that no push asks for a comment. */
let comment = 'From the suite';
const file = 'search.targeting.json';

const { trial, user } = await openWindow(
  { seed: seedOf(['search'], { dev: { targetings: { search: stored(0, 0, 0) } } }, 'string') },
  ({ write, writeConfig }) => {
    writeConfig({ dev: { api: 'featureprobe' } });
    write(file, { comment, ...stored(0, 0, 0) });
  },
  { open: file },
);
await user.page.keyboard.press('Control+Home');
await user.lens('dev: set token').click();
await user.answer(canary, trial.service.url);
await user.lens('dev: up to date · version 1').waitFor();

describe("a change that conflicts with a colleague's change", () => {
  it('is attributed to the colleague even without a local push, because the lens was up to date', async () => {
    await colleague(stored(2, 0, 0));
    await write(stored(1, 0, 0));
    await user.pressPush();
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toMatch(
      /search has changed in dev[^]*Changed by bob:\s+Rule "first" now serves "theirs" instead of "none"\./,
    );
    await user.pressInDialog('Cancel');
    await user.dialog().waitFor({ state: 'detached' });
    expect(live()).toMatchObject(stored(2, 0, 0));
  });

  it('is a conflict in the merge editor, and the file stays unchanged', async () => {
    await user.open(file);
    await pushAndMerge();
    await mergeEditor('1 Conflict Remaining').waitFor();
    expect(onDisk()).toEqual({ comment, ...stored(1, 0, 0) });
  });

  it('stays a conflict if the merge editor is closed, and the next push asks again', async () => {
    await abandonMerge();
    expect(onDisk()).toEqual({ comment, ...stored(1, 0, 0) });
    await user.dismissToasts();
    await user.open(file);
    await pushAndMerge();
    await mergeEditor('1 Conflict Remaining').waitFor();
  });

  it('keeps its decisions if a closed merge is continued', async () => {
    await accept('search live in dev');
    await mergeEditor('0 Conflicts Remaining').waitFor();
    await user.page.locator('.tab.active [aria-label^="Close"]').click();
    await user.pressInDialog('Save');
    await mergeEditor().waitFor({ state: 'detached' });
    await user.pressInToast('was closed before it was complete', 'Continue the Merge');
    await mergeEditor('Your file').waitFor();
    await user.page.locator('.merge-editor').getByText('"select": 2').last().waitFor();
    expect(onDisk()).toEqual({ comment, ...stored(1, 0, 0) });
    await abandonMerge();
    await user.dismissToasts();
    await user.open(file);
    await pushAndMerge();
    await mergeEditor('1 Conflict Remaining').waitFor();
  });

  it('goes live after the diff as it was decided in the merge', async () => {
    await accept('Your file');
    await mergeEditor('0 Conflicts Remaining').waitFor();
    await completeMerge();
    await merged(stored(1, 0, 0));
    await user.toast('search is merged with dev, and not pushed yet.').waitFor();
    await push('Rule "first" now serves "mine" instead of "theirs".');
    expect(live()).toMatchObject(stored(1, 0, 0));
  });

  it('is a conflict, while changes of only one side are merged outside of the file', async () => {
    await colleague(stored(2, 2, 0));
    await write(stored(0, 0, 1));
    await pushAndMerge();
    await mergeEditor('1 Conflict Remaining').waitFor();
    expect(onDisk()).toEqual({ comment, ...stored(0, 0, 1) });
    await accept('search live in dev');
    await completeMerge();
    await merged(stored(2, 2, 1));
    await push('The default now serves "mine" (before: "none").');
    expect(live()).toMatchObject(stored(2, 2, 1));
  });

  it('does not overwrite edits in the file during the merge', async () => {
    await colleague(stored(0, 2, 1));
    await write(stored(1, 2, 1));
    await pushAndMerge();
    await mergeEditor('1 Conflict Remaining').waitFor();
    await write(stored(1, 2, 2));
    await user.lens('dev: differs in 1 rule and the default').waitFor();
    await user.page.locator('.tab', { hasText: 'Merging: search merged with dev' }).click();
    await accept('search live in dev');
    await completeMerge();
    await user.toast('The merge of search cannot be completed').waitFor();
    expect(onDisk()).toEqual({ comment, ...stored(1, 2, 2) });
    await abandonMerge();
  });

  it('keeps the value of the file without a decision, even if Auto Save saves the merge', async () => {
    await colleague(stored(1, 1, 1));
    await write(stored(0, 0, 1));
    await pushAndMerge();
    await mergeEditor('2 Conflicts Remaining').waitFor();
    await user.command('File: Toggle Auto Save');
    await acceptFirst('search live');
    await mergeEditor('1 Conflict Remaining').waitFor();
    await user.page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
    expect(onDisk()).toEqual({ comment, ...stored(0, 0, 1) });
    await completeWithConflicts();
    await merged(stored(1, 0, 1));
    await user.command('File: Toggle Auto Save');
    await push('Rule "second" now serves "none" instead of "mine".');
  });
});

describe('a merge without conflicts', () => {
  it('asks one question next to its diff, and Undo restores the file', async () => {
    await colleague(stored(2, 0, 1));
    await write(stored(1, 2, 1));
    const before = trial.read(file);
    await user.pressPush();
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toMatch(
      /search is merged with dev, and not pushed yet\.\s+Changed by bob:\s+Rule "first" now serves "theirs" instead of "mine"\.\s+Changed by you:\s+Rule "second" now serves "theirs" instead of "none"\./,
    );
    await user.page.locator('.tab.active', { hasText: 'search: your file ↔ merged' }).waitFor();
    expect([onDisk(), await mergeEditor().count()]).toEqual([{ comment, ...stored(2, 2, 1) }, 0]);
    await user.pressInDialog('Undo');
    await expect.poll(() => trial.read(file)).toBe(before);
  });

  it('asks before it merges again, and pushes without another question', async () => {
    await user.open(file);
    await pushAndMerge();
    await user.dialog().getByText('search is merged with dev').waitFor();
    await user.pressInDialog('Push to dev');
    await user.toast('Pushed search to dev.').waitFor();
    expect(await user.page.locator('.notifications-toasts .notification-list-item').count()).toBe(1);
    expect(live()).toMatchObject(stored(2, 2, 1));
  });

  it('stays in the file after Escape, and the next push shows its diff', async () => {
    await colleague(stored(1, 2, 1));
    await write(stored(2, 2, 0));
    await user.pressPush();
    await user.dialog().getByText('search is merged with dev').waitFor();
    await user.page.keyboard.press('Escape');
    await user.dialog().waitFor({ state: 'detached' });
    expect(onDisk()).toEqual({ comment, ...stored(1, 2, 0) });
    await push('The default now serves "none" (before: "mine").');
  });
});

describe('a reload of the window', () => {
  it('keeps what was decided in a merge', async () => {
    await colleague(stored(2, 1, 0));
    await write(stored(0, 0, 0));
    await pushAndMerge();
    await mergeEditor('2 Conflicts Remaining').waitFor();
    await acceptFirst('search live');
    await mergeEditor('1 Conflict Remaining').waitFor();
    // In a browser, VS Code needs a second to back up what is not saved.
    const backups = join(trial.home, 'server/data/User/Backups');
    const isBackedUp = () => readdirSync(backups, { recursive: true }).some((path) => String(path).includes('-merge/'));
    await expect.poll(isBackedUp).toBe(true);
    await reload();
    await mergeEditor('1 Conflict Remaining').waitFor();
    await completeWithConflicts();
    await merged(stored(2, 0, 0));
    await push('Rule "second" now serves "none" instead of "mine".');
  });

  it('offers to merge again if the file changed in the meantime', async () => {
    await colleague(stored(1, 1, 1));
    await write(stored(2, 2, 0));
    await pushAndMerge();
    await mergeEditor('1 Conflict Remaining').waitFor();
    comment += ' again';
    trial.write(file, { comment, ...stored(2, 2, 2) });
    await reload();
    await user.toast('The merge of search cannot be completed').waitFor();
    await user.pressInToast('The merge of search cannot be completed', 'Merge Again');
    await user.dialog().getByText('Replace your search file').waitFor();
    await user.pressInDialog('Cancel');
    await user.page.locator('.tab', { hasText: 'Merging: search merged with dev' }).click();
    await abandonMerge();
  });
});

describe('a merge', () => {
  it('stays open in the editor if the file cannot be saved', async () => {
    await colleague(stored(2, 2, 0));
    await write(stored(0, 1, 1));
    await user.pressPush();
    await user.dialog().waitFor();
    const path = join(trial.workspace, file);
    rmSync(path);
    mkdirSync(path);
    await user.pressInDialog('Merge…');
    await mergeEditor('1 Conflict Remaining').waitFor();
    await accept('search live in dev');
    await completeMerge();
    await user.toast("Failed to save 'search.targeting.json'").waitFor();
    expect(live()).toMatchObject(stored(2, 2, 0));
  });
});

function onDisk(): unknown {
  return JSON.parse(trial.read(file));
}

function live(): unknown {
  return trial.service.targeting('P', 'dev', 'search');
}

/** Writes the file from outside, and waits until the editor has compared it again. */
async function write(says: object): Promise<void> {
  comment += ' again';
  trial.write(file, { comment, ...says });
  await user.open(file);
  await user.page.keyboard.press('Control+Home');
  await user.lens(/dev: (changed by|differs)/).waitFor();
}

async function pushAndMerge(): Promise<void> {
  await user.pressPush();
  await user.dialog().waitFor();
  expect(await user.dialog().innerText()).toContain('Changed by bob:');
  await user.pressInDialog('Merge…');
}

function mergeEditor(text = ''): Locator {
  return user.page.locator('.merge-editor', { hasText: text });
}

async function accept(side: string): Promise<void> {
  await user.page.locator('.merge-editor .merge-editor-conflict-actions a', { hasText: `Accept ${side}` }).click();
}

async function acceptFirst(side: string): Promise<void> {
  const actions = user.page.locator('.merge-editor .merge-editor-conflict-actions a');
  await actions
    .filter({ hasText: `Accept ${side}` })
    .first()
    .click();
}

/** VS Code asks twice: to complete the merge, and to close its editor. */
async function completeWithConflicts(): Promise<void> {
  await completeMerge();
  await user.pressInDialog('Complete with Conflicts');
  await user.pressInDialog('Close with Conflicts');
}

/** Reloads without the file of the first start, because VS Code then restores its tabs. */
async function reload(): Promise<void> {
  await user.page.evaluate(`history.replaceState(null, '', location.href.replace(/&payload=[^&]*/, ''))`);
  await user.command('Developer: Reload Window');
  await user.page.locator('.monaco-workbench .statusbar').waitFor({ state: 'detached' });
}

/** Closes the merge editor, whatever is undecided. */
async function abandonMerge(): Promise<void> {
  await user.page.locator('.tab.active [aria-label^="Close"]').click();
  const question = user.dialog();
  const told = user.toast('was closed before it was complete. Your file is unchanged.');
  await question.or(told).first().waitFor();
  if (await question.isVisible())
    await user
      .dialog()
      .locator('.monaco-button', { hasText: /Close with Conflicts|Don't Save/ })
      .click();
  await mergeEditor().waitFor({ state: 'detached' });
  await told.waitFor();
}

/** Waits until a completed merge is in the file. */
async function merged(says: object): Promise<void> {
  await mergeEditor().waitFor({ state: 'detached' });
  await expect.poll(onDisk).toEqual({ comment, ...says });
  await user.page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
}

async function completeMerge(): Promise<void> {
  await user.page.locator('.editor-actions .action-label', { hasText: 'Complete Merge' }).click();
}

/** Pushes the file, after a diff that names the change. */
async function push(change: string): Promise<void> {
  await user.open(file);
  await user.pressPush();
  await user.dialog().waitFor();
  expect(await user.dialog().innerText()).toContain(change);
  await user.pressInDialog('Push to dev');
  await user.toast('Pushed search to dev. Project P on').waitFor();
  await user.dismissToasts();
}

const colleague = (body: object) => trial.colleague('dev', 'search', body);
