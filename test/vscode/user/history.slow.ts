/**
 * The history of a toggle, as a person uses it in a real VS Code: who changed what and when, a version beside the file, the
 * way back to it, what is live in one environment brought to another, and a toggle that is not there. The versions are all of
 * one second: what the service has for their order is none.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, pictureOfFailure, startTrial } from './editor.js';

const variations = [
  { value: 'false', name: 'off', description: '' },
  { value: 'true', name: 'on', description: '' },
];
const content = { rules: [], disabledServe: { select: 0 }, defaultServe: { select: 0 }, variations };
const stored = { disabled: false, content };
const file = 'history/dev/search.targeting.json';

const second = new Date('2026-11-22T08:00:00Z');

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial({
    now: () => second,
    seed: {
      tokens: [
        { token: canary, account: 'anna' },
        { token: 'api-colleague', account: 'bob' },
      ],
      projects: {
        P: {
          toggles: { search: { variations }, banner: { name: 'The $(check) banner', variations } },
          environments: { dev: { targetings: { search: stored } }, online: { targetings: { search: stored } } },
        },
      },
    },
  });
  for (let version = 2; version <= 12; version += 1) await colleague(version);
  const api = 'featureprobe';
  const config = { baseUrl: trial.service.url, project: 'P' };
  trial.write('history/targeting.config.json', {
    ...config,
    environments: { dev: { api }, online: { api, protected: true } },
    files: '{environment}/{toggle}.targeting.json',
  });
  trial.write(file, { comment: 'From the suite', ...stored });
  trial.write('alone/targeting.config.json', { ...config, environments: { dev: { api }, online: {} } });
  trial.write('alone/search.targeting.json', stored);
  ({ user } = await trial.openEditor({ openFiles: [join(trial.workspace, file)] }));
  await user.statusBar('dev').waitFor();
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

beforeEach(() => user.dismissToasts());

describe('a person who looks at the history', () => {
  it('reads who changed what, and words of the service as they are written', async () => {
    await user.command('Targeting: Show History…');
    await user.answer(canary, trial.service.url);
    await user.quickInputTitle('Versions of search in dev').waitFor();
    const newest = user.quickPick('Version 12');
    const words = await newest.innerText();
    expect(words).toMatch(/live · bob · /);
    expect(words).toContain('$(check) change 12 of bob');
    expect(await newest.locator('.codicon-check').count()).toBe(0);
    // It is live already.
    expect(await newest.getByLabel('Roll Back to Version 12').count()).toBe(0);
    await user.page.keyboard.press('Escape');
  });

  it('loads older versions, and sees one beside the file', async () => {
    await showHistory();
    await user.quickInput().fill('Version 2');
    await user.choose('Load More…');
    await user.choose('Version 2');
    await user.page.locator('.tab', { hasText: 'search: version 2 in dev ↔ your file' }).waitFor();
    const lines = (side: string) => user.page.locator(`.monaco-diff-editor .${side} .view-line`);
    await lines('original').filter({ hasText: '"select": 1' }).waitFor();
    await lines('modified').filter({ hasText: '"select": 0' }).first().waitFor();
    expect(await lines('modified').filter({ hasText: '"select": 1' }).count()).toBe(0);
  });

  it('rolls back to a version, with the change in sight, and is offered to pull it', async () => {
    await showHistory();
    await user.quickInput().fill('Version 10');
    await user.quickPick('Version 10').hover();
    await user.quickPick('Version 10').getByLabel('Roll Back to Version 10…').click();
    await user.quickInputTitle('Roll back search in dev to version 10: comment').waitFor();
    expect(await user.quickInput().inputValue()).toBe('Roll back to version 10');
    await user.quickInput().press('Enter');
    await user.dialog().waitFor();
    const asked = await user.dialog().innerText();
    expect(asked).toContain('Roll back search in dev to version 10?');
    expect(asked).toContain('By default it serves "on" instead of 12% "off", 88% "on".');
    await user.pressInDialog('Push to dev');
    const done = user.toast('Rolled back search in dev to version 10');
    await done.waitFor();
    expect(await done.innerText()).toContain('Pull into File');
    const { version, comment, versions } = trial.service.targeting('P', 'dev', 'search');
    expect({ version, comment, count: versions.length }).toEqual({
      version: 13,
      comment: 'Roll back to version 10',
      count: 13,
    });
    expect(defaultIn('dev')).toEqual({ select: 1 });
    await user.open(file);
    await user.statusBar(/dev · pushed \d/).waitFor();
  });

  it('promotes what is live to a protected environment, whose name is typed', async () => {
    await user.open(file);
    await user.command('Targeting: Promote to Another Environment…');
    await user.quickInputTitle('Promote search: from which environment?').waitFor();
    await user.choose('dev');
    // Though there is only one.
    await user.quickInputTitle('Promote search from dev to…').waitFor();
    await user.choose('online');
    await user.quickInputTitle('Promote search from dev to online: comment').waitFor();
    expect(await user.quickInput().inputValue()).toBe('Promote from dev (version 13)');
    await user.quickInput().press('Enter');
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toContain('By default it serves "on" instead of "off".');
    await user.pressInDialog('Push to online');
    await user.answer('online', 'Promote search from dev to online?');
    await user.toast('Pushed search to online. Project P on').waitFor();
    expect(defaultIn('online')).toEqual({ select: 1 });
    expect(trial.service.targeting('P', 'dev', 'search').version).toBe(13);
  });

  it('is told what is missing when there is nowhere to promote to', async () => {
    await user.open('alone/search.targeting.json');
    await user.command('Targeting: Promote to Another Environment…');
    await user.toast('Promoting needs two environments that can be read: besides dev,').waitFor();
  });
});

describe('a person whose file is of a toggle that the service does not have', () => {
  const sent = () => trial.service.requests.filter(({ method }) => method !== 'GET').length;

  it('reads so in the lens, picks another, and has the file renamed, with nothing sent', async () => {
    const before = sent();
    trial.write('history/dev/banenr.targeting.json', stored);
    await user.open('history/dev/banenr.targeting.json');
    await user.lens('dev: no such toggle').click();
    await user.quickInputTitle('Toggles in dev of P').waitFor();
    const words = await user.quickPick('banner').innerText();
    expect(words).toContain('The $(check) banner');
    await user.choose('banner');
    await user.page.locator('.tab.active', { hasText: 'banner.targeting.json' }).waitFor();
    await user.lens('dev: differs in').waitFor();
    const files = ['banner', 'banenr'].map((name) =>
      existsSync(join(trial.workspace, `history/dev/${name}.targeting.json`)),
    );
    expect(files).toEqual([true, false]);
    expect(sent()).toBe(before);
  });

  it('reads the same after a push, with where the toggle can be made, and is offered to pick another', async () => {
    trial.write('history/dev/nothing.targeting.json', { comment: 'c', ...stored });
    await user.open('history/dev/nothing.targeting.json');
    await user.pressPush();
    const told = user.toast('there is no toggle nothing in dev of P');
    await told.waitFor();
    const words = await told.innerText();
    expect(words).toContain("New toggles are created in the service's own pages only.");
    expect(words).toContain('Pick Another…');
  });
});

describe('a person whose config names another service since the last push', () => {
  it('still sees where that went', async () => {
    const environments = { dev: {}, online: {} };
    const files = '{environment}/{toggle}.targeting.json';
    trial.write('history/targeting.config.json', { baseUrl: 'http://127.0.0.1:1', project: 'Q', environments, files });
    await user.open(file);
    await user.statusBar(/dev · pushed to dev of P on 127\.0\.0\.1:\d+ \d/).waitFor();
  });
});

/** Shows the history of the file, however many diffs lie above it. */
async function showHistory(): Promise<void> {
  await user.open(file);
  await user.command('Targeting: Show History…');
  await user.quickInputTitle('Versions of search in dev').waitFor();
}

function defaultIn(environment: string): unknown {
  return trial.service.targeting('P', environment, 'search').content.defaultServe;
}

/** Serves "on" in versions 2 and 10; in others sends as many per cent to "off" as the version's number. */
async function colleague(version: number): Promise<void> {
  const isOn = version === 2 || version === 10;
  const defaultServe = isOn ? { select: 1 } : { split: [version * 100, 10_000 - version * 100] };
  const response = await fetch(`${trial.service.url}/api/projects/P/environments/dev/toggles/search/targeting`, {
    method: 'PATCH',
    headers: { authorization: 'api-colleague', 'content-type': 'application/json' },
    body: JSON.stringify({ comment: `$(check) change ${version} of bob`, content: { defaultServe } }),
  });
  expect(response.status).toBe(200);
}
