/** Tests comparing a file with the live version in a real VS Code, and pulling it, by the requests of the service. */
import { afterAll, describe, expect, it } from 'vitest';
import { startService } from '../../service/service.js';
import { canary, openWindow, seedOf, targeting } from './editor.js';

const file = 'both/checkout.targeting.json';
const pulled = 'one/pulled.targeting.json';
let hangs = false;

const { trial, user } = await openWindow(
  {
    seed: seedOf(['checkout', 'pulled', 'late'], {
      dev: { targetings: { checkout: targeting(), pulled: targeting([], 1) } },
      online: { targetings: { checkout: targeting() } },
    }),
    answer: ({ method }) => (hangs && method === 'PATCH' ? { kind: 'hang' } : undefined),
  },
  ({ write, writeConfig }) => {
    const api = 'featureprobe';
    writeConfig({ dev: { api }, online: { api, protected: true } }, {}, 'both/targeting.config.json');
    writeConfig({ dev: { api } }, {}, 'one/targeting.config.json');
    write(file, { comment: 'On', ...targeting([], 1) });
    write(pulled, own(1));
  },
  { open: file },
);
const other = await startService({ seed: seedOf(['checkout'], { dev: { targetings: { checkout: targeting() } } }) });
afterAll(() => other.close());

function own(byDefault: number, disabled = false) {
  return { owner: 'team-a', comment: 'c', ...targeting([], byDefault), disabled };
}

const patches = () => trial.service.requests.filter(({ method }) => method === 'PATCH').length;
const button = (label: string) => user.page.locator(`.editor-actions .action-label[aria-label^="${label}"]`).first();
const tab = (text: string) => user.page.locator('.tab.active', { hasText: text });
const line = (side: string, text: RegExp) =>
  user.page.locator(`.monaco-diff-editor .${side} .view-line`, { hasText: text }).first();

describe('a user who compares a file with the live version', () => {
  it('opens the comparison from the lens, and nothing is read before a token is set', async () => {
    await user.lens('dev, online: set token').click();
    expect(trial.service.requests).toEqual([]);
    await user.answer(canary, trial.service.url);
    await user.lens('differs in dev, online').waitFor();
    expect(await user.page.locator('.codelens-decoration').first().locator('a').allInnerTexts()).toHaveLength(1);
    await user.lens('differs in dev, online').click();
    await user.choose('dev');
    await tab('checkout: live in dev ↔ your file').waitFor();
    await user.toast('The default now serves "on" (before: "off").').waitFor();
    await line('original', /"select":.0.*off/).waitFor();
    await line('modified', /"select":.1.*on/).waitFor();
    expect(await button('Roll Back').count()).toBe(0);
  });

  it('pushes the file to the displayed environment after a question, which closes the comparison', async () => {
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
});

describe('a user who pulls into a changed file', () => {
  it('sees the diff, can keep the changes, and can undo their replacement in one step', async () => {
    await user.open(pulled);
    await pull();
    await user.toast('Nothing to pull: the file is up to date with version').waitFor();
    await user.dismissToasts();
    trial.write(pulled, own(1, true));
    await user.page.locator('.view-line', { hasText: /"disabled":.true/ }).waitFor();
    await pull();
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toContain('Enables the toggle.');
    expect(await user.dialog().getByText('Merge').count()).toBe(0);
    await tab('pulled: your file ↔ live in dev').waitFor();
    await user.pressInDialog('Cancel');
    await user.dialog().waitFor({ state: 'detached' });
    await user.open(pulled);
    await pull();
    await user.pressInDialog('Replace');
    await user.toast('The file is not saved yet').waitFor();
    expect(JSON.parse(trial.read(pulled))).toEqual(own(1, true));
    await user.command('File: Save');
    await expect.poll(() => JSON.parse(trial.read(pulled)) as unknown).toEqual(own(1));
    await user.page.locator('.tab.dirty').waitFor({ state: 'detached' });
    await user.page.keyboard.press('Control+z');
    await user.page.locator('.tab.active.dirty').waitFor();
    await user.command('File: Save');
    await expect.poll(() => JSON.parse(trial.read(pulled)) as unknown).toEqual(own(1, true));
  });
});

it('A service with a stored token is read for another folder only after a click on the lens', async () => {
  await user.troubleshoot('Manage Access Tokens');
  await user.choose('Another service…');
  await user.answer(other.url, 'Manage Access Tokens');
  await user.answer(canary, other.url);
  await user.toast('is stored.').waitFor();
  const environments = { dev: { api: 'featureprobe' } };
  trial.writeConfig(environments, { baseUrl: other.url }, 'other/targeting.config.json');
  trial.write('other/checkout.targeting.json', targeting());
  await user.open('other/checkout.targeting.json');
  const compare = user.lens(`Compare with dev on ${other.url.replace('http://', '')}…`);
  await compare.waitFor();
  expect(other.requests).toEqual([]);
  await compare.click();
  await user.lens('dev: up to date').waitFor();
});

it('A push that is interrupted by a reload is reported afterwards, and is not sent again', async () => {
  trial.write('one/late.targeting.json', { comment: 'c', ...targeting() });
  await user.open('one/late.targeting.json');
  await user.pressPush();
  await user.dialog().waitFor();
  const before = patches();
  hangs = true;
  await user.pressInDialog('Push to dev');
  await expect.poll(patches).toBe(before + 1);
  await reload();
  await user.toast('The editor was closed while pushing late').waitFor({ timeout: 60_000 });
  await user.toast('so far, it has not been applied.').waitFor();
  await user.open('one/late.targeting.json');
  await user.statusBar('last attempt').locator('.codicon-error').waitFor();
  await user.dismissToasts();
  await reload();
  await user.statusBar('dev').waitFor({ timeout: 60_000 });
  expect(await user.toast('The editor was closed while pushing').count()).toBe(0);
  expect(patches()).toBe(before + 1);
});

async function reload(): Promise<void> {
  await user.command('Developer: Reload Window');
  await user.page.locator('.monaco-workbench .statusbar').waitFor({ state: 'detached' });
}

const pull = () => user.command('Targeting: Pull…');
