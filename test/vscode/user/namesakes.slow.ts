/** Two folders of one name in a workspace, in a real VS Code: a person sees which of them is pushed. */
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { clean, pictureOfFailure, root, startTrial } from './editor.js';

let trial: Trial;
let user: User;

afterEach(async (context) => {
  await pictureOfFailure(user, context);
  await trial.dispose();
});

it('A person tells the folders apart when they choose what to push', async () => {
  trial = await startTrial();
  const { service, workspace, write } = trial;
  for (const team of ['shop', 'bank']) {
    write(`${team}/flags/targeting.config.json`, { baseUrl: service.url, project: 'P', environments: { dev: {} } });
    write(`${team}/flags/dev/checkout.targeting.json`, clean);
  }
  const [shop, bank] = ['shop/flags', 'bank/flags'];
  write('both.code-workspace', { folders: [shop, bank].map((path) => ({ path })) });
  ({ user } = await trial.openEditor({ workspace: join(workspace, 'both.code-workspace') }));
  await user.command('Targeting: Push Targeting Files…');
  await user.quickInputTitle('Push the targeting files of which folder?').waitFor();
  await user.quickPick('dev').waitFor();
  const labels = user.page.locator('.quick-input-widget .monaco-list-row .label-name');
  const folders = [bank, shop].flatMap((path) => [join(workspace, path), join(workspace, path, 'dev')]);
  await expect.poll(() => labels.allInnerTexts()).toEqual(folders);
  await user.page.screenshot({ path: join(root, 'test/vscode/artifacts/namesakes.png') });
}, 180_000);
