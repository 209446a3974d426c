/**
 * Pushes to a service that can be read, as a person does them in a real VS Code: the diff before the first, one click after
 * it, a colleague who was faster and the merge of both, an environment that requires approval, and a protected one, whose question
 * says who gets a different value.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { canary, pictureOfFailure, startTrial } from './editor.js';

const variations = [
  { value: 'false', name: 'off', description: '' },
  { value: 'true', name: 'on', description: '' },
];
const rule = (name: string, select: number) => ({
  name,
  conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris'] }],
  serve: { select },
});
const content = {
  rules: [rule('first', 0), rule('second', 0)],
  disabledServe: { select: 0 },
  defaultServe: { select: 0 },
  variations,
};
const stored = { disabled: false, content };
const inDev = 'guarded/dev/search.targeting.json';
const inReview = 'guarded/review/search.targeting.json';
const online = 'guarded/online/search.targeting.json';

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial({
    seed: {
      tokens: [
        { token: canary, account: 'anna' },
        { token: 'api-colleague', account: 'bob' },
      ],
      projects: {
        P: {
          toggles: { search: { variations } },
          environments: {
            dev: { targetings: { search: stored } },
            online: { targetings: { search: stored } },
            review: { enableApproval: true, reviewers: ['rob'], targetings: { search: stored } },
          },
        },
      },
    },
  });
  const api = 'featureprobe';
  trial.write('guarded/targeting.config.json', {
    baseUrl: trial.service.url,
    project: 'P',
    environments: { dev: { api }, review: { api }, online: { api, protected: true } },
    // The second rule is there so that a change of it moves nobody; its warning would be asked about.
    problems: { 'shadowed-rule': 'off' },
    files: '{environment}/{toggle}.targeting.json',
  });
  trial.write(inDev, { comment: 'From the suite', ...stored });
  trial.write(inReview, { comment: 'From the suite', ...stored });
  trial.write(online, { comment: 'From the suite', ...stored });
  trial.write('guarded/targeting.users.json', {
    users: [
      { name: 'Ada', attributes: { city: 'Paris' } },
      { name: 'Bob', attributes: { city: 'Rome' } },
    ],
  });
  ({ user } = await trial.openEditor({ openFiles: [join(trial.workspace, inDev)] }));
  await user.statusBar('dev').waitFor();
}, 180_000);

afterAll(() => trial.dispose());
beforeEach(() => user.dismissToasts());
afterEach((context) => pictureOfFailure(user, context));

describe('a person who pushes to a service that can be read', () => {
  it('is told that there is nothing to push, and nothing is sent', async () => {
    await user.pressPush();
    await user.answer(canary, trial.service.url);
    await user.toast('is already up to date (version 1)').waitFor();
    expect(sent()).toEqual([]);
  });

  it('pushes a change with one click, when the file was made from what is live', async () => {
    await select(inDev, '"name": "first"', 1);
    await user.pressPush();
    await user.toast('Rule "first" now serves "on" instead of "off".').waitFor();
    expect(sent()).toEqual(['PATCH']);
    expect(serves('dev')).toEqual([1, 0]);
  });

  it('merges with a colleague who was faster, and loses neither change', async () => {
    await colleague('dev', { content: { ...content, rules: [rule('first', 1), rule('second', 1)] } });
    await select(inDev, '"defaultServe"', 1);
    await user.pressPush();
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toMatch(
      /search has changed in dev[^]*Changed by bob:\s+Rule "second" now serves "on" instead of "off"\./,
    );
    await user.pressInDialog('Merge…');
    await user.completeMerge();
    expect(serves('dev'), 'nothing is pushed before somebody has looked at the merge').toEqual([1, 1]);
    await user.open(inDev);
    await user.pressPush();
    // The comment of the file went with the push before.
    await user.answer('Merged', 'Push search to dev: comment');
    await user.dialog().waitFor();
    await user.pressInDialog('Push to dev');
    await user.toast('Pushed search to dev. Project P on').waitFor();
    expect(serves('dev')).toEqual([1, 1]);
    expect(trial.service.targeting('P', 'dev', 'search').content.defaultServe).toEqual({ select: 1 });
    const merged = JSON.parse(readFileSync(join(trial.workspace, inDev), 'utf8')) as unknown;
    expect(merged).toMatchObject({
      comment: 'From the suite',
      content: { rules: [rule('first', 1), rule('second', 1)], defaultServe: { select: 1 } },
    });
  });

  it('sees the diff of a file that was never pushed from here, and may leave', async () => {
    await user.open(inReview);
    await select(inReview, '"name": "second"', 1);
    await user.pressPush();
    await user.dialog().waitFor();
    const asked = await user.dialog().innerText();
    expect(asked).toContain('Rule "second" now serves "on" instead of "off".');
    expect(asked, 'the first rule takes all whom it would').toContain("Nobody's value changes.");
    await user.page.locator('.tab', { hasText: 'search: live in review ↔ will be live' }).waitFor();
    await user.pressInDialog('Cancel');
    await user.dialog().waitFor({ state: 'detached' });
    expect(serves('review')).toEqual([0, 0]);
    expect(sent()).toEqual(['PATCH', 'PATCH', 'PATCH']);
  });

  it('submits for approval where the environment requires it, and waits for it', async () => {
    await user.open(inReview);
    await user.pressPush();
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toContain('review requires approval. Submit search to rob?');
    await user.pressInDialog('Submit for Approval');
    await user.toast('waits for the approval of rob').waitFor();
    expect(serves('review')).toEqual([0, 0]);
    const { request } = trial.service.targeting('P', 'review', 'search');
    expect(request?.content.rules?.map((each) => each.serve?.select)).toEqual([0, 1]);

    await user.dismissToasts();
    await user.open(inReview);
    await user.pressPush();
    await user.toast(/Not pushed: a change by anna has been waiting for approval/).waitFor();
  });

  it('sees in the question of a protected environment who gets what instead, and types its key then', async () => {
    await user.open(online);
    await select(online, '"name": "first"', 1);
    const asked = await asksAbout();
    expect(asked).toContain('Everyone who matches "first" changes from off to on.');
    expect(asked).toContain('1 of 2 users in targeting.users.json change:\nAda: off → on\n');
    await user.pressInDialog('Push to online');
    const message = 'Everyone who matches "first" changes from off to on. Type online to continue.';
    await user.page.locator('.quick-input-message', { hasText: message }).waitFor();
    await user.page.keyboard.press('Escape');
    expect(serves('online')).toEqual([0, 0]);
  });

  it('types no key there for a change that moves nobody', async () => {
    await user.open(online);
    await select(online, '"name": "first"', 0);
    await select(online, '"name": "second"', 1);
    expect(await asksAbout()).toContain("Nobody's value changes.");
    await user.pressInDialog('Push to online');
    await user.toast('Pushed search to online. Project P on').waitFor();
    expect(serves('online')).toEqual([0, 1]);
  });
});

/** Pushes, with the comment that the file has. @returns what is asked */
async function asksAbout(): Promise<string> {
  await user.pressPush();
  await user.answer('From the suite', 'Push search to online: comment');
  await user.dialog().waitFor();
  return user.dialog().innerText();
}

/** The requests that arrived, a colleague's too, without those that only read. */
function sent(): readonly string[] {
  return trial.service.requests.map(({ method }) => method).filter((method) => method !== 'GET');
}

function serves(environment: string): readonly unknown[] | undefined {
  return trial.service.targeting('P', environment, 'search').content.rules?.map(({ serve }) => serve?.select);
}

/** Types another number into the first select behind a text. */
async function select(path: string, behind: string, to: number): Promise<void> {
  const text = readFileSync(join(trial.workspace, path), 'utf8');
  const at = text.indexOf('"select": ', text.indexOf(behind)) + '"select": '.length;
  const lines = text.slice(0, at).split('\n');
  await user.goTo(lines.length, (lines.at(-1)?.length ?? 0) + 2);
  await user.page.keyboard.press('Backspace');
  await user.type(String(to));
}

async function colleague(environment: string, body: object): Promise<void> {
  const address = `${trial.service.url}/api/projects/P/environments/${environment}/toggles/search/targeting`;
  const response = await fetch(address, {
    method: 'PATCH',
    headers: { authorization: 'api-colleague', 'content-type': 'application/json' },
    body: JSON.stringify({ comment: 'by bob', ...body }),
  });
  expect(response.status).toBe(200);
}
