/** The view of all toggles where there are more files than are compared whenever it is looked at, in a real VS Code. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, clean, pictureOfFailure, startTrial } from './editor.js';

const content = { ...clean.content, rules: [], disabledServe: { select: 0 } };
const names = Array.from({ length: 25 }, (_, index) => `toggle_${String(index).padStart(2, '0')}`);
const last = 'toggle_24';
const api = 'featureprobe';

let trial: Trial;
let user: User;

beforeAll(async () => {
  const { variations } = content;
  const targetings = Object.fromEntries(names.map((name) => [name, { disabled: false, content }]));
  trial = await startTrial({
    seed: {
      tokens: [{ token: canary, account: 'anna' }],
      projects: {
        P: {
          toggles: Object.fromEntries(names.map((name) => [name, { variations }])),
          environments: { dev: { targetings }, online: { targetings } },
        },
      },
    },
  });
  trial.write('targeting.config.json', {
    baseUrl: trial.service.url,
    project: 'P',
    environments: { dev: { api }, online: { api, protected: true } },
  });
  for (const name of names) trial.write(`${name}.targeting.json`, { disabled: false, content });
  ({ user } = await trial.openEditor());
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

const row = (words: RegExp) => user.page.locator('.customview-tree .monaco-list-row', { hasText: words }).first();

/** Rows that are not in sight are not in the page. */
async function showLast(): Promise<void> {
  await row(/toggle_/).click();
  await user.page.keyboard.press('End');
}

async function press(label: string): Promise<void> {
  const header = user.page.locator('.pane-header[aria-label^="Toggles"]');
  await header.hover();
  await header.locator(`.action-label[aria-label^="${label}"]`).click();
}

async function show(filter: string): Promise<void> {
  await press('Filter Toggles');
  await user.choose(filter);
}

const tokenRow = () => row(/Set token to compare 25 files/);

it('a person reads once that all toggles wait for a token, and on none of them', async () => {
  await user.open(`${last}.targeting.json`);
  await user.lens('dev, online: set token').waitFor();
  await user.page.locator('.activitybar .action-item:has([aria-label^="Toggles"])').click();
  await tokenRow().waitFor();
  expect(await row(/toggle_00/).innerText()).toBe('toggle_00');
});

it('they are told so, too, when a filter leaves no toggle', async () => {
  await show('Toggles that differ somewhere');
  await row(/toggle_/).waitFor({ state: 'detached' });
  await tokenRow().waitFor();
  await show('All');
  await row(/toggle_/).waitFor();
});

it('they are asked for the token by a refresh, too', async () => {
  await press('Refresh Toggles');
  await user.quickInputTitle(`Access token for ${trial.service.url}`).waitFor();
  await user.page.keyboard.press('Escape');
  await user.quickInput().waitFor({ state: 'hidden' });
});

it('they see all toggles compared once the token is set', async () => {
  await tokenRow().click();
  await user.answer(canary, trial.service.url);
  await tokenRow().waitFor({ state: 'detached' });
  await showLast();
  await row(/toggle_24.*up to date/).waitFor();
  await row(/toggle_23.*up to date/).waitFor();
});

it('they see what a colleague has pushed after a refresh', async () => {
  const { status } = await fetch(`${trial.service.url}/api/projects/P/environments/dev/toggles/toggle_23/targeting`, {
    method: 'PATCH',
    headers: { Authorization: canary, 'Content-Type': 'application/json' },
    body: JSON.stringify({ comment: 'Everyone', content: { defaultServe: { select: 0 } } }),
  });
  expect(status).toBe(200);
  await press('Refresh Toggles');
  await row(/toggle_23.*changed by anna/).waitFor();
});
