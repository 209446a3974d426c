/** The comparison of environments, in a real VS Code: one toggle in three of them, and all toggles in two. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { pictureOfFailure, root, startTrial } from './editor.js';

const variations = ['off', 'on'].map((name) => ({ name, value: String(name === 'on'), description: '' }));
const beta = (on: number) => ({
  ...{ name: 'beta', serve: { split: [10_000 - on, on] } },
  conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris', 'Rome'] }],
});
const staff = {
  ...{ name: 'staff', serve: { select: 1 } },
  conditions: [{ type: 'string', subject: 'email', predicate: 'ends with', objects: ['@example.com'] }],
};
const targeting = (...rules: readonly object[]) => ({
  disabled: false,
  content: { rules, disabledServe: { select: 0 }, defaultServe: { select: 0 }, variations },
});

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial();
  trial.write('.vscode/settings.json', { 'files.autoSave': 'off' });
  trial.write('targeting.config.json', {
    ...{ baseUrl: trial.service.url, project: 'P', files: '{environment}/{toggle}.targeting.json' },
    environments: { dev: {}, staging: {}, online: {} },
  });
  trial.write('dev/checkout.targeting.json', targeting(staff, beta(2_500)));
  trial.write('staging/checkout.targeting.json', targeting(staff, beta(2_500), { ...staff, name: 'again' }));
  trial.write('online/checkout.targeting.json', targeting(beta(1_000)));
  for (const environment of ['dev', 'staging', 'online'])
    trial.write(`${environment}/banner.targeting.json`, targeting(staff));
  trial.write('dev/pay.targeting.json', targeting(staff));
  ({ user } = await trial.openEditor());
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

const line = (text: string) => user.page.locator('.editor-instance .view-line', { hasText: text }).first();

it('A person compares a toggle in all environments, and the page follows what they type', async () => {
  await user.open('dev/checkout.targeting.json');
  await user.command('Targeting: Compare Environments…');
  await line('dev → online').waitFor();
  await line('Equivalent: everyone is served the same, though the files differ.').waitFor();
  await line('15% of those who').waitFor();
  await picture('compare');
  await user.command('View: Keep Editor');
  await user.open('staging/checkout.targeting.json');
  await user.page.keyboard.press('Control+Home');
  await user.page.keyboard.type('x');
  await user.page.locator('.tab', { hasText: 'checkout in dev, staging, online' }).click();
  await line('staging: The toggle vanishes').waitFor();
  await user.page.locator('.tab.dirty').click();
  await user.command('File: Revert File');
  await user.page.locator('.tab.dirty').waitFor({ state: 'detached' });
  await user.command('View: Close All Editors');
});

it('A person sees which toggles are the same in two environments, and goes to the comparison of one', async () => {
  await user.command('Targeting: Compare Toggles of Two Environments…');
  await user.acceptPick('Compare which environment?');
  await user.acceptPick('Compare dev with…');
  await user.page.locator('.tab.active', { hasText: 'dev ↔ staging' }).waitFor();
  await line('pay').waitFor();
  await picture('compare-all');
  await user.goTo(8, 5);
  await user.command('Open Link');
  await user.page.locator('.tab.active', { hasText: 'checkout in dev, staging, online' }).waitFor();
  expect(trial.service.requests).toEqual([]);
});

async function picture(name: string): Promise<void> {
  await user.page.screenshot({ path: join(root, 'test/vscode/artifacts', `${name}.png`) });
}
