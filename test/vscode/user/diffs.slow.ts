/**
 * A comparison in a real VS Code: what its numbers mean stands in both sides, and its title has buttons that act on what it
 * shows. The requests that the service received tell what was sent.
 */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, clean as short, pictureOfFailure, seedOf, startTrial } from './editor.js';

const content = { ...short.content, rules: [], disabledServe: { select: 0 } };
const stored = { disabled: false, content: { ...content, defaultServe: { select: 0 } } };

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial({
    seed: seedOf(['checkout'], {
      dev: { targetings: { checkout: stored } },
      online: { targetings: { checkout: stored } },
    }),
  });
  const api = 'featureprobe';
  const environments = { dev: { api }, online: { api, protected: true } };
  trial.write('targeting.config.json', { baseUrl: trial.service.url, project: 'P', environments });
  trial.write('checkout.targeting.json', { ...short, content });
  ({ user } = await trial.openEditor({ openFiles: [join(trial.workspace, 'checkout.targeting.json')] }));
  await user.statusBar('2 environments').waitFor();
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));
beforeEach(() => user.dismissToasts());

const patches = () => trial.service.requests.filter(({ method }) => method === 'PATCH').length;
const button = (label: string) => user.page.locator(`.editor-actions .action-label[aria-label^="${label}"]`).first();
const tab = (text: string) => user.page.locator('.tab.active', { hasText: text });
const lines = (side: string) => user.page.locator(`.monaco-diff-editor .${side} .view-line`);

describe('a person who looks at a comparison', () => {
  it('reads the names of the variations behind their numbers, in both sides', async () => {
    await showDiff('dev');
    await lines('original')
      .filter({ hasText: /"select":.0.*old/ })
      .first()
      .waitFor();
    await lines('modified')
      .filter({ hasText: /"select":.1.*new/ })
      .first()
      .waitFor();
    expect(await button('Roll Back').count()).toBe(0);
  });

  it('pushes the file to the environment that is shown, after the question, and the comparison is closed', async () => {
    await button('Push…').click();
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toContain('Push checkout to dev?');
    expect(patches()).toBe(0);
    await user.pressInDialog('Push to dev');
    await user.toast('Pushed checkout to dev. Project P on').waitFor();
    await tab('live in dev').waitFor({ state: 'detached' });
    expect(trial.service.targeting('P', 'dev', 'checkout').version).toBe(2);
    expect(trial.service.targeting('P', 'online', 'checkout').version).toBe(1);
  });

  it('pushes without a question what was seen before, and the comparison is closed, too', async () => {
    trial.write('checkout.targeting.json', { ...short, comment: 'Off', disabled: true, content });
    await showDiff('dev');
    await lines('modified')
      .filter({ hasText: /"disabled":.true/ })
      .waitFor();
    await button('Push…').click();
    await user.toast('Pushed checkout to dev. Project P on').waitFor();
    await tab('live in dev').waitFor({ state: 'detached' });
    expect(trial.service.targeting('P', 'dev', 'checkout')).toMatchObject({ version: 3, disabled: true });
  });

  it('rolls back to the version that is shown, after the question', async () => {
    await user.open('checkout.targeting.json');
    await user.command('Targeting: Show History…');
    await user.choose('dev');
    await user.quickInputTitle('Versions of checkout in dev').waitFor();
    await user.choose('Version 1');
    await tab('version 1 in dev ↔ your file').waitFor();
    await button('Roll Back').click();
    await user.answer('Back', 'Roll back checkout in dev to version 1: comment');
    await user.dialog().waitFor();
    expect(patches()).toBe(2);
    await user.pressInDialog('Push to dev');
    await user.toast('Rolled back checkout in dev to version 1').waitFor();
    await tab('version 1 in dev').waitFor({ state: 'detached' });
    expect(trial.service.targeting('P', 'dev', 'checkout').version).toBe(4);
  });

  it('pulls from the environment that is shown', async () => {
    await showDiff('online');
    await button('Pull…').click();
    await user.pressInDialog('Replace');
    await user.toast('Pulled version 1 of checkout').waitFor();
    await tab('live in online').waitFor({ state: 'detached' });
    expect(patches()).toBe(3);
  });
});

async function showDiff(environment: string): Promise<void> {
  await user.open('checkout.targeting.json');
  await user.command('Targeting: Show Diff…');
  await user.choose(environment);
  if (trial.service.requests.length === 0) await user.answer(canary, trial.service.url);
  await tab(`live in ${environment} ↔ your file`).waitFor();
  // What pushes is in the title, and goes with the comparison.
  const told = user.toast(`A push to ${environment} changes:`);
  await told.waitFor();
  expect(await told.locator('.monaco-button').count()).toBe(0);
  await user.dismissToasts();
}
