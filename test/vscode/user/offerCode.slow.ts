/** Tests the offer to show toggles in code in a real VS Code: it comes once, and only Yes changes the config. */
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import type { User } from '../user.js';
import { pictureOfFailure, startTrial, targeting } from './editor.js';

const call = `import { FeatureProbe } from 'featureprobe-client-sdk-js';
export const count = (probe: FeatureProbe) => probe.numberValue('checkout', 1);
`;
const [config, file] = ['flags/targeting.config.json', 'flags/checkout.targeting.json'];
const question = `Show toggles in code? This adds "code" to ${config}.`;

let user: User;
afterEach((context) => pictureOfFailure(user, context));

async function opened() {
  const trial = await startTrial();
  onTestFinished(() => trial.dispose());
  trial.writeConfig({ dev: { api: 'featureprobe' } }, {}, config);
  trial.write(file, targeting());
  for (const name of ['a', 'b']) trial.write(`src/${name}.ts`, call);
  const settings = { 'files.autoSave': 'off' };
  ({ user } = await trial.openEditor({ settings, openFiles: [join(trial.workspace, 'src/a.ts')] }));
  return { trial, before: trial.read(config) };
}

it('Yes adds "code" to the config, which can be undone, and code then shows its toggles', async () => {
  const { trial, before } = await opened();
  await user.pressInToast(question, 'Yes');
  await user.page.locator('.tab.active.dirty', { hasText: 'targeting.config.json' }).waitFor();
  await user.page.keyboard.press('Control+s');
  await expect
    .poll(() => JSON.parse(trial.read(config)) as object)
    .toEqual({ ...(JSON.parse(before) as object), code: {} });
  await user.showTab('a.ts');
  await user.squiggles('warning').first().waitFor();
  await user.showTab('targeting.config.json');
  await user.page.keyboard.press('Control+z');
  await user.page.keyboard.press('Control+s');
  await expect.poll(() => trial.read(config)).toBe(before);
});

it('after No, nothing is asked about another file, or after a reload', async () => {
  const { trial, before } = await opened();
  await user.pressInToast(question, 'No');
  for (const isReloaded of [false, true]) {
    if (isReloaded) {
      await user.command('Developer: Reload Window');
      await user.page.locator('.monaco-workbench .statusbar').waitFor({ state: 'detached' });
      await user.open(file);
      await user.lens('set token').waitFor();
    }
    await user.open('src/b.ts');
    await user.open(file);
    await user.lens('set token').waitFor();
    expect(await user.toast(question).count()).toBe(0);
  }
  expect(trial.read(config)).toBe(before);
});
