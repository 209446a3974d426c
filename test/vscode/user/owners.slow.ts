/** Owners by CODEOWNERS, as a person sees them in a real VS Code: in the hover, and in the question of a push. */
import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { clean, pictureOfFailure, startTrial } from './editor.js';

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial();
  execFileSync('git', ['init', '-q'], { cwd: trial.workspace });
  trial.write('shop/targeting.config.json', {
    ...{ baseUrl: trial.service.url, project: 'P', environments: { online: { protected: true } } },
    rules: { require: ['owner', 'tests'] },
  });
  trial.write('shop/checkout.targeting.json', clean);
  ({ user } = await trial.openEditor());
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

it('A person is told that owner and tests are missing, adds both, and reads who owns the file', async () => {
  await user.open('shop/checkout.targeting.json');
  await user.squiggles('error').first().waitFor();
  const content = user.page.locator('.monaco-editor .view-line', { hasText: '"content"' }).getByText('"content"');
  await user.hover(content, 'No line of CODEOWNERS gives the file an owner ("require").');
  trial.write('CODEOWNERS', '/shop/ @shop @ops\n');
  trial.write('shop/checkout.targeting.test.json', { cases: [{ user: {}, expect: { variation: 'new' } }] });
  await user.squiggles('error').first().waitFor({ state: 'detached' });
  await user.hover(content, 'Owners: @shop, @ops');
  await user.page.keyboard.press('Escape');
  await user.pressPush();
  await user.answer('Ready');
  await user.dialog().waitFor();
  expect(await user.dialog().innerText()).toContain('Owners: @shop, @ops');
  await user.pressInDialog('Cancel');
});
