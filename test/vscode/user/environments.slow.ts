/** Tests one toggle in several environments in a real VS Code with Git: comparing, and carrying over a change. */
import { describe, expect, it } from 'vitest';
import { commitAll } from '../git.js';
import { cityRule, openWindow, targeting } from './editor.js';

const checkout = (on: number, byDefault = 0, ...cities: readonly string[]) =>
  targeting([cityRule('beta', { split: [10_000 - on, on] }, ...(cities.length > 0 ? cities : ['Paris']))], byDefault);
const shares = { dev: 1000, staging: 500, online: 1000 };

const { trial, user } = await openWindow(
  {},
  ({ workspace, write, writeConfig }) => {
    const files = '{environment}/{toggle}.targeting.json';
    writeConfig({ dev: {}, staging: {}, online: { protected: true } }, { files });
    for (const [environment, share] of Object.entries(shares)) {
      write(`${environment}/checkout.targeting.json`, checkout(share));
      write(`${environment}/banner.targeting.json`, targeting());
    }
    write('dev/pay.targeting.json', targeting());
    commitAll(workspace, 'First');
  },
  { settings: { 'git.enabled': true } },
);

const line = (text: string) => user.page.locator('.editor-instance .view-line', { hasText: text }).first();
const saved = (environment: string): unknown => JSON.parse(trial.read(`${environment}/checkout.targeting.json`));

describe('a user who compares environments', () => {
  it('sees how a toggle differs, on a page that follows typing', async () => {
    await user.open('dev/checkout.targeting.json');
    await user.command('Targeting: Compare Environments…');
    await line('dev → online').waitFor();
    await line('5% of those who').waitFor();
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
});

describe('a user who promotes a change to other environments', () => {
  it('promotes the change to two environments, one with a conflict, and saves it', async () => {
    trial.write('dev/checkout.targeting.json', checkout(2000, 1));
    await user.open('dev/checkout.targeting.json');
    await user.command('Targeting: Promote to Other Environments…');
    await user.choose('Promote This Change');
    await user.quickPick('staging').filter({ hasText: 'with conflicts' }).waitFor();
    await user.quickPick('online').filter({ hasText: 'The default now serves "on" (before: "off").' }).waitFor();
    await user.quickPick('online').filter({ hasText: 'protected' }).waitFor();
    await user.acceptPick('Promote dev/checkout.targeting.json to the files of other environments');
    await bothShown();
    // Unsaved, so it is not on disk.
    expect(saved('online')).toEqual(checkout(1000));
    await user.command('File: Save All Files');
    await expect.poll(() => saved('online')).toEqual(checkout(2000, 1));
    // The share differs there, so it stays; the default changes.
    expect(saved('staging')).toEqual(checkout(500, 1));
    expect(trial.service.requests).toEqual([]);
  });
});

/** The file that is shown last gets the focus, which would close a box. */
async function bothShown(): Promise<void> {
  await user.page.locator('.tab.dirty', { hasText: 'checkout.targeting.json' }).nth(1).waitFor();
  await user.page.locator('.monaco-editor.focused[data-uri$="online/checkout.targeting.json"]').waitFor();
}
