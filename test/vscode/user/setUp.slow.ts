/** From an empty folder to the first push, by lists: what a person who has a service answers, in a real VS Code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, pictureOfFailure, root, seedOf, startTrial } from './editor.js';

let trial: Trial;
let user: User;
let pictures = 0;

beforeAll(async () => {
  const serve = { select: 1 };
  const stored = { content: { disabledServe: serve, defaultServe: serve } };
  trial = await startTrial({
    seed: seedOf(['checkout', 'other'], { dev: { targetings: { checkout: stored } }, online: {} }),
  });
  ({ user } = await trial.openEditor());
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

async function picture(): Promise<void> {
  pictures += 1;
  await user.page.screenshot({ path: join(root, `test/vscode/artifacts/set-up-${pictures}.png`) });
}

it('a person whose address leads to no list of projects is told so, and can correct it', async () => {
  await user.command('Targeting: Pull Toggles into Files…');
  await user.answer(`${trial.service.url}/wrong`, 'Connect to Your Service');
  await user.answer(canary, 'Access token for');
  await user.dialog().filter({ hasText: 'cannot be listed' }).waitFor();
  expect(await user.dialog().innerText()).toContain('Reason: not found.');
  await user.pressInDialog('Edit Address');
  await user.quickInputTitle('Connect to Your Service').waitFor();
  expect(await user.quickInput().inputValue()).toBe(`${trial.service.url}/wrong`);
  await user.page.keyboard.press('Escape');
});

it('a person in an empty folder answers five questions until the first push: address, token, environment, toggle, comment', async () => {
  await user.command('Targeting: Pull Toggles into Files…');
  await user.quickInputTitle('Connect to Your Service').waitFor();
  await picture();
  await user.answer(`${trial.service.url}/P/dev/toggles`);
  await user.quickInputTitle('Access token for').waitFor();
  await picture();
  await user.answer(canary);
  // Those that are not wanted are unticked.
  await user.quickPick('online').waitFor();
  await user.choose('online');
  await picture();
  await user.acceptPick('Connect to Your Service');
  await user.quickInputTitle('Pull Toggles into Files').waitFor();
  await user.choose('checkout');
  await picture();
  await user.acceptPick('Pull Toggles into Files');
  await user.page.locator('.tab.active', { hasText: 'checkout.targeting.json' }).waitFor();
  await user.toast(/checkout\.targeting\.json was created from dev\./).waitFor();
  await picture();

  await user.goTo(2, 15);
  await user.page.keyboard.press('Control+Delete');
  await user.type('false');
  await user.pressPush();
  await user.quickInputTitle('Push checkout to dev: comment').waitFor();
  await user.page
    .locator('.quick-input-message', { hasText: /Enter pushes at once.* Nobody's value changes/ })
    .waitFor();
  await picture();
  await user.quickInput().press('Enter');
  await user.toast('Pushed checkout to dev').waitFor();
  await picture();
  expect(trial.service.targeting('P', 'dev', 'checkout')).toMatchObject({ disabled: false });
  expect(JSON.parse(readFileSync(join(trial.workspace, 'targeting.config.json'), 'utf8'))).toEqual({
    baseUrl: trial.service.url,
    project: 'P',
    environments: { dev: { api: 'featureprobe' } },
  });
});
