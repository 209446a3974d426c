/**
 * Many files in one push, as a person does it in a real VS Code: a folder is pushed from the explorer, its table is read and
 * confirmed, one file fails and is pushed again, and what came of each file is still there after a reload.
 */
import axe from 'axe-core';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, clean, pictureOfFailure, seedOf, startTrial } from './editor.js';

const toggles = ['banner', 'checkout', 'dark_mode', 'search'];
/** One whose file serves a variation that does not exist. */
const odd = 'odd';
const path = (toggle: string) => `/api/projects/P/environments/dev/toggles/${toggle}/targeting`;

let trial: Trial;
let user: User;
let fails = false;

beforeAll(async () => {
  trial = await startTrial({
    seed: seedOf([...toggles, odd]),
    answer: ({ method, path: asked }) =>
      fails && method === 'PATCH' && asked === path('checkout')
        ? { kind: 'respond', status: 500, body: '{"message":"Down for a moment"}' }
        : undefined,
  });
  const { service, write } = trial;
  write('flags/targeting.config.json', {
    baseUrl: service.url,
    project: 'P',
    environments: { dev: { api: 'featureprobe' }, online: { api: 'featureprobe', protected: true } },
  });
  for (const toggle of [...toggles, odd]) {
    const change = { comment: 'As it is', disabled: true, content: { ...whole, defaultServe: { select: 0 } } };
    await fetch(`${service.url}${path(toggle)}`, {
      method: 'PATCH',
      headers: { Authorization: canary, 'Content-Type': 'application/json' },
      body: JSON.stringify(change),
    });
    write(`flags/${toggle}.targeting.json`, change);
  }
  fails = true;
  write('flags/wrong.targeting.json', { ...clean, disabled: 'yes' });
  write('plain.json', {});
  // The editor does not hear of settings in a folder that is made together with them.
  write('.vscode/settings.json', {});
  ({ user } = await trial.openEditor());
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

/** All fields, so that nothing is left to the service that nobody has seen. */
const whole = { ...clean.content, rules: [], disabledServe: { select: 0 } };

let before = 0;
const patchesInAll = () => trial.service.requests.filter(({ method }) => method === 'PATCH').length;
const patches = () => patchesInAll() - before;

/** The page of the table, inside the frames that VS Code puts around it. */
const page = () => user.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
const table = () => page().locator('body');
const row = (file: string): Locator => table().locator('tbody tr', { hasText: `flags/${file}.targeting.json` });

/** What an expression is in the page. */
async function inPage(expression: string): Promise<unknown> {
  const inner = user.page.frameLocator('iframe.webview.ready').locator('#active-frame');
  return (await (await inner.elementHandle()).contentFrame())?.evaluate(expression);
}

/** What axe finds in the page as it is shown, and where. */
async function violations(): Promise<readonly string[]> {
  await inPage(axe.source);
  const found = (await inPage('axe.run()')) as axe.AxeResults;
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html}: ${failureSummary}`),
  );
}

const themes = {
  'vscode-light': 'Default Light Modern',
  'vscode-dark': 'Default Dark Modern',
  'vscode-high-contrast-light': 'Default High Contrast Light',
  'vscode-high-contrast': 'Default High Contrast',
};

/** @param kind as the page has it */
async function useTheme(kind: string, name: string): Promise<void> {
  trial.write('.vscode/settings.json', { 'workbench.colorTheme': name });
  const others = Object.keys(themes).filter((other) => !kind.startsWith(other));
  await page()
    .locator(`body.${kind}${others.map((other) => `:not(.${other})`).join('')}`)
    .waitFor();
}

describe('a person who pushes a folder', () => {
  it('sees that there is nothing to push yet', async () => {
    before = patchesInAll();
    await user.chooseOfFolder('flags', 'Push Targeting Files…');
    await user.choose('dev');
    await user.answer(canary, trial.service.url);
    await table()
      .locator('#summary', { hasText: /^Up to date: 5 · Refused: 1$/ })
      .waitFor();
    expect(await row('checkout').isVisible()).toBe(false);
    await table().getByRole('button', { name: 'Up to date (5)' }).click();
    await row('checkout').waitFor();
    await table().getByRole('button', { name: 'Cancel' }).click();
  });

  it('sees where each file goes, what changes there, what to check first, and what is refused', async () => {
    for (const toggle of toggles) trial.write(`flags/${toggle}.targeting.json`, { ...clean, content: whole });
    trial.write(`flags/${odd}.targeting.json`, { ...clean, content: { ...whole, defaultServe: { select: 9 } } });
    // Until the editor has heard of the files.
    await expect
      .poll(
        async () => {
          if (await user.page.locator('.tab', { hasText: 'Push files to dev' }).isVisible())
            await table().getByRole('button', { name: 'Cancel' }).click();
          await user.chooseOfFolder('flags', 'Push Targeting Files…');
          await user.choose('dev');
          await table().getByRole('table', { name: 'Push files to dev' }).waitFor();
          return table().locator('#summary').innerText();
        },
        { timeout: 60_000 },
      )
      .toBe('Ready: 4 · Check first: 1 · Refused: 1');
    expect(await table().locator('#place').innerText()).toBe(`dev of P on ${new URL(trial.service.url).host}`);
    expect(await table().locator('tr.group').allInnerTexts()).toEqual(['Ready (4)', 'Check first, or refused (2)']);
    expect(await row('checkout').innerText()).toContain('Turns the toggle on.');
    expect(await row('wrong').innerText()).toContain('Not pushed: the file has 1 error.');
    expect(await row('wrong').getByRole('checkbox').count()).toBe(0);
    expect(await row('wrong').getByRole('button', { name: 'Push Alone…' }).count()).toBe(0);
    const zIndex = await inPage("getComputedStyle(document.querySelector('header')).zIndex");
    expect(zIndex, 'ticks of rows go below the header').toBe('1');
    await row('wrong').getByRole('button', { name: 'Show Problems' }).click();
    await user.page.locator('.tab.active', { hasText: 'wrong.targeting.json' }).waitFor();
    await user.page.locator('.markers-panel .monaco-list-row', { hasText: '"disabled" must be a boolean' }).waitFor();
    await user.page.locator('.tab', { hasText: 'Push files to dev' }).click();
    await row('wrong').waitFor();
    expect(patches()).toBe(0);
  });

  it('leaves a file with a warning unticked until it gets its own tick, and reads why first', async () => {
    expect(await row(odd).innerText()).toMatch(/Check first\s+Line \d+: .*9/);
    expect(await row(odd).getByRole('checkbox').isChecked()).toBe(false);
    const all = table().getByRole('checkbox', { name: 'Choose all' });
    await all.uncheck();
    await table().getByRole('button', { name: 'Push 0 Files' }).waitFor();
    await all.check();
    await table().getByRole('button', { name: 'Push 4 Files' }).waitFor();
    expect(await row(odd).getByRole('checkbox').isChecked()).toBe(false);
    await row(odd).getByRole('checkbox').check();
    await table().getByRole('button', { name: 'Push 5 Files' }).waitFor();
    await row(odd).getByRole('checkbox').uncheck();
    await table().getByRole('button', { name: 'Push 4 Files' }).waitFor();
  });

  for (const [kind, theme] of Object.entries(themes))
    it(`finds a table in ${theme} in which axe finds nothing, and its boxes as they are`, async () => {
      await useTheme(kind, theme);
      expect(await violations()).toEqual([]);
      await row('banner').getByRole('checkbox').uncheck();
      const marks =
        "[...document.querySelectorAll('tbody input')].map((box) => getComputedStyle(box, '::before').content)";
      expect(await inPage(marks)).toEqual(['none', '""', '""', '""', 'none']);
      await row('banner').getByRole('checkbox').check();
    });

  it('reaches everything in the table with the keyboard alone', async () => {
    await table().getByRole('button', { name: 'Push 4 Files' }).focus();
    const all = (await inPage(
      "[...document.querySelectorAll('button:enabled, input:enabled, summary')].map((one) => one.outerHTML)",
    )) as readonly string[];
    for (const one of all) {
      expect(await inPage('document.activeElement.outerHTML')).toBe(one);
      await user.page.keyboard.press('Tab');
    }
    expect(all.filter((one) => !one.startsWith('<summary')).length).toBe(2 + 1 + 5 * 3 + 2);
  });

  it('leaves a file out, and pushes the others; one of them fails', async () => {
    await row('search').getByRole('checkbox').uncheck();
    await row(odd).getByRole('checkbox').check();
    await table().getByRole('button', { name: 'Push 4 Files' }).click();
    await table().locator('#summary', { hasText: 'Failed: 1' }).waitFor();
    await user.toast('Push to dev · Pushed: 3 · Failed: 1 · Not chosen: 1 · Refused: 1').waitFor();
    expect(await row('banner').innerText()).toMatch(/banner[^]*Pushed$/);
    expect(await row('checkout').innerText()).toContain('failed with 500: Down for a moment');
    expect(await row('search').innerText()).toContain('Not chosen');
    expect(patches()).toBe(4);
    expect(trial.service.targeting('P', 'dev', odd).content).toMatchObject({ defaultServe: { select: 9 } });
    const { comment, disabled } = trial.service.targeting('P', 'dev', 'dark_mode');
    expect({ comment, disabled }).toEqual({ comment: 'Ten per cent', disabled: false });
    expect(trial.service.targeting('P', 'dev', 'checkout').version).toBe(2);
  });

  it('finds the result of every file after a reload', async () => {
    await user.command('Developer: Reload Window');
    await user.page.locator('.monaco-workbench .statusbar').waitFor({ state: 'detached' });
    await table().getByRole('table', { name: 'Push files to dev' }).waitFor({ timeout: 60_000 });
    expect(await table().locator('#summary').innerText()).toMatch(
      / · Pushed: 3 · Failed: 1 · Not chosen: 1 · Refused: 1$/,
    );
    expect(await row('checkout').innerText()).toContain('failed with 500: Down for a moment');
  });

  it('pushes again what failed, in a new table with the diff at hand', async () => {
    fails = false;
    await table().getByRole('button', { name: 'Push Failed Files Again' }).click();
    await table()
      .locator('#summary', { hasText: /^Ready: 1$/ })
      .waitFor();
    await row('checkout')
      .getByRole('button', { name: /^Show Diff/ })
      .click();
    await user.page.locator('.tab.active', { hasText: 'live in dev ↔ will be live' }).waitFor();
    await user.page.locator('.tab', { hasText: 'Push files to dev' }).click();
    await table().getByRole('button', { name: 'Push 1 File' }).click();
    await table().locator('#summary', { hasText: 'Pushed: 1' }).waitFor();
    expect(trial.service.targeting('P', 'dev', 'checkout').version).toBe(3);
  });
});
