/** Tests the first hour in a real VS Code: file, config and first push by commands, and a file made by hand. */
import { describe, expect, it } from 'vitest';
import { canary, openWindow, seedOf, serverProcesses } from './editor.js';

const { trial, user } = await openWindow(
  { seed: seedOf(['checkout', 'other', 'banner', 'search']) },
  ({ write }) => write('plain.json', { nothing: 'of ours' }),
  { settings: { 'files.autoSave': 'afterDelay' } },
);
await user.open('plain.json');
const served = { disabledServe: { select: 0 }, defaultServe: { select: 7 } };
/** The notifications in sight, without the progress of a command, which can be canceled. */
const notifications = () =>
  user.page.locator('.notifications-toasts .notification-list-item', { hasNotText: 'Cancel' }).allInnerTexts();

describe('a user in a folder without targeting files', () => {
  it('has neither our server nor our folder menu entries, even if a JSON file is open', async () => {
    await user.page.locator('.monaco-editor .view-line', { hasText: 'nothing' }).waitFor();
    await user.page.locator('.explorer-folders-view .monaco-list-row').first().click({ button: 'right' });
    const menu = user.page.locator('.context-view .action-item');
    await menu.first().waitFor();
    expect((await menu.allInnerTexts()).filter((entry) => entry.includes('Targeting'))).toEqual([]);
    await user.page.keyboard.press('Escape');
    expect(serverProcesses()).toEqual([]);
  });

  it('is offered to pull toggles or create a file if a walkthrough button needs a file', async () => {
    await user.command('Targeting: Get Started with Targeting Files');
    await user.page.locator('[data-step-id$="#push"]').first().click();
    await user.page.locator('.getting-started-step.expanded .monaco-button', { hasText: 'Push…' }).first().click();
    const toast = user.toast('There is no *.targeting.json file in this workspace yet.');
    await toast.locator('.monaco-button', { hasText: 'New Targeting File…' }).first().waitFor();
    await user.pressInToast('There is no *.targeting.json file', 'Pull Toggles into Files…');
    await user.page.locator('.quick-input-message', { hasText: 'The address of your service.' }).waitFor();
    await user.page.keyboard.press('Escape');
    await user.quickInput().waitFor({ state: 'hidden' });
    await user.command('View: Close Editor');
  });

  it('sees the problems of a manually created file', async () => {
    trial.write('hand.targeting.json', {
      content: { variations: ['a', 'b'].map((value) => ({ value, name: value })), rules: [], ...served },
    });
    await user.open('hand.targeting.json');
    await user.squiggles('warning').first().waitFor();
    await user.command('Explorer: Focus on Outline View');
    await user.page.locator('.outline-tree .monaco-list-row', { hasText: '1 b · not served' }).waitFor();
    expect(serverProcesses()).toHaveLength(1);
  });

  it('creates a first file without problems by a command', async () => {
    await user.command('Targeting: New Targeting File…');
    await user.answer('a/b', 'New Targeting File (1 of 3)');
    await user.page.locator('.quick-input-message', { hasText: 'cannot have "/" in it' }).waitFor();
    await user.answer('checkout');
    await user.quickInputTitle('New Targeting File (2 of 3)').waitFor();
    await user.choose('Boolean');
    // A folder without other files offers only one place.
    await user.page.locator('.tab.active', { hasText: 'checkout.targeting.json' }).waitFor();
    await user.command('Explorer: Focus on Outline View');
    const outline = user.page.locator('.outline-tree .monaco-list-row');
    await outline.filter({ hasText: 'Default → on' }).first().waitFor();
    // Before the outline of VS Code's JSON support.
    expect(await outline.first().innerText()).toContain('Toggle Targeting');
    await user.page.locator('.breadcrumbs-control', { hasText: 'Toggle Targeting' }).first().waitFor();
    expect(await user.squiggles('warning').count()).toBe(0);
    expect(read('checkout.targeting.json')).toMatchObject({
      disabled: true,
      content: { defaultServe: { select: 1 }, variations: [{ value: 'false' }, { value: 'true' }] },
    });
  });

  it('pushes the file, and creates a config with the environments of the service', async () => {
    await user.pressPush();
    await user.page.locator('.quick-input-message', { hasText: 'The address of your service.' }).waitFor();
    await user.answer('http://127.0.0.1:9', 'Connect to Your Service');
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toContain('127.0.0.1:9 does not respond.');
    await user.pressInDialog('Edit Address');
    await user.answer(`${trial.service.url}/P/dev/toggles`, 'Connect to Your Service');
    await user.answer(canary, `Access token for ${trial.service.url}`);
    await user.quickInputTitle('Connect to Your Service').waitFor();
    await user.quickPick('online').filter({ hasText: 'protected' }).waitFor();
    await user.acceptPick('Connect to Your Service');
    await user.choose('dev');
    await user.answer('First', 'Push checkout to dev: comment');
    await user.pressInDialog('Push to dev');
    await user.toast('Pushed checkout to dev. Project P on').waitFor();
    expect(await notifications()).toEqual([expect.any(String)]);
    await user.page.locator('.tab.active', { hasText: 'checkout.targeting.json' }).waitFor();
    expect(read('targeting.config.json')).toEqual({
      baseUrl: trial.service.url,
      project: 'P',
      environments: { dev: { api: 'featureprobe' }, online: { protected: true, api: 'featureprobe' } },
    });
    expect(trial.service.targeting('P', 'dev', 'checkout')).toMatchObject({ disabled: true });
    expect(trial.service.requests.filter(({ headers }) => headers.authorization === undefined)).toHaveLength(1);
  });

  it('finds all actions with a click on the status bar or a key binding, without sending a change', async () => {
    const before = trial.service.requests.length;
    await user.page.locator('.statusbar-item', { hasText: /2 environments · pushed to dev \d/ }).click();
    await user.quickPick('Push…').waitFor();
    const entries = await user.page.locator('.quick-input-widget .monaco-list-row').allInnerTexts();
    expect(entries.join()).toMatch(
      /Push.*Diff.*Pull.*History.*Promote.*Compare.*New Targeting.*Pull Toggles.*Choose Lenses.*Troubleshoot/s,
    );
    await user.page.keyboard.press('Escape');
    await user.quickInput().waitFor({ state: 'hidden' });
    await user.page.keyboard.press('Control+K');
    await user.page.keyboard.press('Shift+A');
    await user.quickPick('Push…').waitFor();
    await user.page.keyboard.press('Escape');
    expect(trial.service.requests.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('is offered to pull a toggle that already exists at the service', async () => {
    await user.command('Targeting: New Targeting File…');
    await user.answer('banner', 'New Targeting File (1 of 3)');
    await user.quickInputTitle('New Targeting File (2 of 3)').waitFor();
    const offer = user.quickPick('Pull It Instead…');
    await offer.waitFor();
    expect(await offer.innerText()).toMatch(/banner already exists in P on 127\.0\.0\.1:\d+/);
    await offer.click();
    await user.choose('dev');
    await user.toast('banner.targeting.json was created from dev.').waitFor();
    expect(await notifications()).toEqual([expect.any(String)]);
    expect(read('banner.targeting.json')).toMatchObject({
      content: { variations: [{ name: 'old' }, { name: 'new' }] },
    });
  });

  it('replaces a rejected token, and ticks the toggles of the service that get a file', async () => {
    await setWrongToken();
    await user.command('Targeting: Pull Toggles into Files…');
    await user.choose('dev');
    await user.quickInputTitle(trial.service.url).waitFor();
    await user.page.locator('.quick-input-message', { hasText: 'does not accept the access token' }).waitFor();
    await user.answer('api-wrong-again', trial.service.url);
    // The next question has the same words.
    await expect.poll(() => user.quickInput().inputValue()).toBe('');
    await user.page.locator('.quick-input-message', { hasText: 'does not accept the access token' }).waitFor();
    await user.answer(canary, trial.service.url);
    await user.quickInputTitle('Pull Toggles into Files').waitFor();
    await user.choose('other');
    await user.acceptPick('Pull Toggles into Files');
    await user.toast('other.targeting.json was created from dev.').waitFor();
    expect(read('other.targeting.json')).toHaveProperty('content.variations');
  });
});

async function setWrongToken(): Promise<void> {
  await user.troubleshoot('Manage Access Tokens');
  await user.choose(trial.service.url);
  await user.choose('Replace');
  await user.answer('api-mistyped', `Access token for ${trial.service.url}`);
  await user.toast('is stored').waitFor();
}

function read(path: string): unknown {
  return JSON.parse(trial.read(path));
}
