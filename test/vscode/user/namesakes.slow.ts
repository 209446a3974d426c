/** Tests a workspace with two folders of the same name in a real VS Code. */
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { clean, startTrial } from './editor.js';

const trial = await startTrial();
afterAll(() => trial.dispose());

it('A user can distinguish two folders with the same name when choosing a push', async () => {
  const [shop, bank] = ['shop/flags', 'bank/flags'];
  for (const folder of [shop, bank]) {
    trial.writeConfig({ dev: {} }, {}, `${folder}/targeting.config.json`);
    trial.write(`${folder}/dev/checkout.targeting.json`, clean);
  }
  trial.write('both.code-workspace', { folders: [shop, bank].map((path) => ({ path })) });
  const { user } = await trial.openEditor({ workspace: join(trial.workspace, 'both.code-workspace') });
  await user.command('Targeting: Push Targeting Files…');
  await user.quickInputTitle('Push targeting files from which folder?').waitFor();
  await user.quickPick('dev').waitFor();
  const labels = user.page.locator('.quick-input-widget .monaco-list-row .label-name');
  const folders = [bank, shop].flatMap((path) => [join(trial.workspace, path), join(trial.workspace, path, 'dev')]);
  await expect.poll(() => labels.allInnerTexts()).toEqual(folders);
}, 180_000);
