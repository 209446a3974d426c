/**
 * Pulling into a file with changes of its own, as a person does it in a real VS Code: what is asked, and that neither side is
 * lost.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, clean, pictureOfFailure, startTrial } from './editor.js';

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial();
  const { service, write } = trial;
  const environments = { dev: { api: 'featureprobe' } };
  write('targeting.config.json', { baseUrl: service.url, project: 'P', environments });
  write('.vscode/settings.json', { 'files.autoSave': 'off' });
  write('checkout.targeting.json', file('false'));
  await colleague(clean);
  ({ user } = await trial.openEditor());
  await user.open('checkout.targeting.json');
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));
beforeEach(() => user.dismissToasts());

/** The file as someone wrote it, with a property of its own and with the given value. */
function file(select: string): string {
  const { comment, content } = clean;
  const { variations } = content;
  const rest = JSON.stringify({ rules: [], disabledServe: { select: 0 }, variations }).slice(1);
  return `{
  "owner": "team-a", "comment": ${JSON.stringify(comment)},
  "disabled": ${select},
  "content": {
    "defaultServe": { "select": 1 },
    ${rest}
}
`;
}

/** A colleague changes what is live. */
async function colleague(change: object): Promise<void> {
  const { url } = trial.service;
  const path = '/api/projects/P/environments/dev/toggles/checkout/targeting';
  const headers = { Authorization: canary, 'Content-Type': 'application/json' };
  const { status } = await fetch(url + path, { method: 'PATCH', headers, body: JSON.stringify(change) });
  expect(status).toBe(200);
}

const onDisk = () => readFileSync(join(trial.workspace, 'checkout.targeting.json'), 'utf8');

async function pull(): Promise<void> {
  await user.command('Targeting: Pull…');
}

/** Saves the file once its change has arrived (an undo comes after its key), and waits until the disk has it and VS Code knows that. */
async function saved(text: string): Promise<void> {
  await user.page.locator('.tab.active.dirty').waitFor();
  await user.page.keyboard.press('Control+s');
  await expect.poll(onDisk, { timeout: 60_000 }).toBe(text);
  // An undo before that leads back to what VS Code takes for saved.
  await user.page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
}

describe('a person who pulls', () => {
  it('is told when the file says already what is live', async () => {
    await pull();
    await user.answer(canary, trial.service.url);
    await user.toast('Nothing to pull: the file is up to date with version').waitFor();
  });

  it('sees the diff and is asked before changes of the file are replaced, and keeps them after a no', async () => {
    await user.goTo(3, 20);
    for (let count = 'false'.length; count > 0; count -= 1) await user.page.keyboard.press('Backspace');
    await user.type('true');
    await user.page.keyboard.press('Escape');
    await saved(file('true'));
    await pull();
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toContain('Turns the toggle on.');
    expect(await user.dialog().getByText('Merge').count()).toBe(0);
    await user.page.locator('.tab.active', { hasText: 'checkout: your file ↔ live in dev' }).waitFor();
    await user.pressInDialog('Cancel');
    await user.dialog().waitFor({ state: 'detached' });
    expect(onDisk()).toBe(file('true'));
  });

  it("replaces them, keeps what is the file's own, and has them back with one undo", async () => {
    await user.open('checkout.targeting.json');
    await pull();
    await user.pressInDialog('Replace');
    await user.toast('The file is not saved yet').waitFor();
    expect(onDisk()).toBe(file('true'));
    await saved(file('false'));
    await user.page.keyboard.press('Control+z');
    await saved(file('true'));
  });

  it('is shown the diff when what was put back is pushed, though the environment is not protected', async () => {
    await user.pressPush();
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toContain('Turns the toggle off.');
    await user.pressInDialog('Cancel');
    await user.dialog().waitFor({ state: 'detached' });
    expect(trial.service.targeting('P', 'dev', 'checkout').disabled).toBe(false);
  });

  it('merges them with what a colleague has changed meanwhile', async () => {
    await colleague({ content: { defaultServe: { select: 0 } } });
    await user.open('checkout.targeting.json');
    await pull();
    await user.dialog().waitFor();
    await user.pressInDialog('Merge…');
    await user.completeMerge();
    await expect
      .poll(onDisk)
      .toBe(file('true').replace('"defaultServe": { "select": 1 }', '"defaultServe": { "select": 0 }'));
  });
});
