/**
 * A change that was submitted for approval, taken to its end as people do it in a real VS Code: published once a colleague
 * approved it, withdrawn once one rejected it; and what the lens and the messages say in between.
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
const content = { rules: [], disabledServe: { select: 0 }, defaultServe: { select: 0 }, variations };
const stored = { disabled: false, content };
const file = 'approval/review/search.targeting.json';
const plain = 'approval/plain/search.targeting.json';
const command = 'Targeting: Approve, Publish or Withdraw Change…';

let trial: Trial;
let user: User;

beforeAll(async () => {
  const reviewed = { enableApproval: true, reviewers: ['rob'], targetings: { search: stored } };
  trial = await startTrial({
    seed: {
      tokens: [
        { token: canary, account: 'anna' },
        { token: 'api-rob', account: 'rob', role: 'WRITER' },
      ],
      projects: { P: { toggles: { search: { variations } }, environments: { review: reviewed, plain: {} } } },
    },
  });
  trial.write('approval/targeting.config.json', {
    baseUrl: trial.service.url,
    project: 'P',
    environments: { review: { api: 'featureprobe', protected: true }, plain: {} },
    files: '{environment}/{toggle}.targeting.json',
  });
  trial.write(file, { comment: 'From the suite', ...stored });
  trial.write(plain, { comment: 'From the suite', ...stored });
  ({ user } = await trial.openEditor({ openFiles: [join(trial.workspace, file)] }));
  await user.statusBar('review').waitFor();
  await user.lens('review: set token').click();
  await user.answer(canary, trial.service.url);
  await user.lens('review: up to date').waitFor();
}, 180_000);

afterAll(() => trial.dispose());
beforeEach(() => user.dismissToasts());
afterEach((context) => pictureOfFailure(user, context));

describe('a person whose change needs an approval', () => {
  it('submits it, and reads for whom it waits', async () => {
    await submit(1);
    await user.open(file);
    await user.lens('review: waits for rob').waitFor();
    await user.pressPush();
    await user.pressInToast(/Not pushed: a change by anna has been waiting[^]*Reviewers: rob\./, 'Approval…');
    await user.quickInputTitle('search in review: waits for rob').waitFor();
    await user.page.locator('.tab', { hasText: 'search: live in review ↔ submitted change' }).waitFor();
    expect(await deeds()).toEqual(['Approve…', 'Reject…', 'Withdraw…']);
    await user.page.keyboard.press('Escape');
  });

  it('is told who decides when the token is not that of a reviewer', async () => {
    await user.open(file);
    await user.lens('review: waits for rob').click();
    await user.choose('Approve…');
    await user.answer('Looks good', 'Approve search in review: comment');
    await user.dialog().waitFor();
    await user.pressInDialog('Approve');
    await user
      .toast('Not approved: only a reviewer decides (rob), and the access token is not one of theirs.')
      .waitFor();
    expect(serves()).toBe(0);
  });

  it('publishes it once it is approved, with what changes in sight', async () => {
    await rob('PASS', 'fine');
    await user.open(file);
    await user.command(command);
    await user.quickInputTitle('search in review: approved, not published').waitFor();
    expect(await deeds()).toEqual(['Publish…', 'Withdraw…']);
    await user.choose('Publish…');
    await user.dialog().waitFor();
    const asked = await user.dialog().innerText();
    expect(asked).toContain('Publish the change of search in the protected environment review?');
    expect(asked).toContain(`on ${new URL(trial.service.url).host}`);
    expect(asked).toContain('A change by anna was approved by rob and is not published yet.');
    expect(asked).toContain('By default it serves "on" instead of "off".');
    expect(asked).toContain('Everyone changes from');
    expect(serves()).toBe(0);
    await user.pressInDialog('Publish');
    // So many, in a protected environment.
    await user.answer('review', 'Publish the change of search in the protected environment review?');
    await user.toast('version 2 is live. By default it serves "on" instead of "off".').waitFor();
    expect(serves()).toBe(1);
    await user.open(file);
    await user.lens('review: up to date · version 2').waitFor();
  });

  it('finds in the history who approved it', async () => {
    await user.command('Targeting: Show History…');
    await user.quickInputTitle('Versions of search in review').waitFor();
    const words = await user.quickPick('Version 2').innerText();
    expect(words).toContain('approved by rob');
    expect(words).toContain('From the suite · rob: fine');
    await user.page.keyboard.press('Escape');
  });

  it('withdraws it once it is rejected, and finds nothing left that waits', async () => {
    await submit(0);
    await rob('REJECT', 'not like this');
    await user.open(file);
    await user.command(command);
    await user.quickInputTitle('search in review: rejected by rob').waitFor();
    await user.page.keyboard.press('Escape');
    await user.open(file);
    await user.lens('review: rejected by rob').click();
    expect(await deeds()).toEqual(['Withdraw…']);
    await user.choose('Withdraw…');
    await user.answer('better not', 'Withdraw search in review: comment');
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toContain('rob said: "not like this".');
    await user.pressInDialog('Withdraw');
    await user.toast('Version 2 is still live.').waitFor();
    await user.open(file);
    await user.lens('review: differs in the default').waitFor();
    expect(serves()).toBe(1);
  });

  it('submits another in the place of one that was rejected', async () => {
    await submit(undefined);
    await rob('REJECT', 'still not like this');
    await user.open(file);
    await user.pressPush();
    await user.answer('Once more', 'Push search to review: comment');
    await user.dialog().waitFor();
    const asked = await user.dialog().innerText();
    expect(asked).toMatch(/A change by anna was rejected by rob\.\s+rob said: "still not like this"\./);
    expect(asked).toContain('By default it serves "off" instead of "on".');
    await user.pressInDialog('Submit for Approval');
    await user.toast('waits for the approval of rob').waitFor();
  });

  it('is warned before a publishing overwrites what was pushed past the review', async () => {
    await rob('PASS', 'fine');
    await send('', { comment: 'urgent', disabled: true });
    await user.open(file);
    await user.command(command);
    await user.choose('Publish…');
    await user.dialog().waitFor();
    const asked = await user.dialog().innerText();
    expect(asked).toMatch(
      /overwrites what was pushed since it was submitted:\s+Version 3 by rob: urgent\s+Turns the toggle off\./,
    );
    await user.pressInDialog('Cancel');
    await user.dialog().waitFor({ state: 'detached' });
    expect(trial.service.targeting('P', 'review', 'search')).toMatchObject({ version: 3, disabled: true });
  });

  it('is told that no environment can be read for approvals, and nothing is sent', async () => {
    await user.open(plain);
    const before = trial.service.requests.length;
    await user.command(command);
    await user.toast('No environment of this file can be read').waitFor();
    expect(trial.service.requests.slice(before).filter(({ path }) => path.includes('/plain/'))).toEqual([]);
  });
});

/** Submits the file, with another default when one is given. */
async function submit(select: number | undefined): Promise<void> {
  await user.open(file);
  if (select !== undefined) await setDefault(select);
  await user.pressPush();
  await user.answer('From the suite', 'Push search to review: comment');
  await user.dialog().waitFor();
  await user.pressInDialog('Submit for Approval');
  await user.toast('waits for the approval of rob').waitFor();
  await user.dismissToasts();
}

async function deeds(): Promise<readonly string[]> {
  await user.quickPick('Withdraw…').waitFor();
  const rows = user.page.locator('.quick-input-widget .monaco-list-row .quick-input-list-entry');
  return (await rows.allInnerTexts()).map((text) => /\S+…/.exec(text)?.[0] ?? text);
}

async function setDefault(to: number): Promise<void> {
  const text = readFileSync(join(trial.workspace, file), 'utf8');
  const at = text.indexOf('"select": ', text.indexOf('"defaultServe"')) + '"select": '.length;
  const lines = text.slice(0, at).split('\n');
  await user.goTo(lines.length, (lines.at(-1)?.length ?? 0) + 2);
  await user.page.keyboard.press('Backspace');
  await user.type(String(to));
}

function serves(): number | undefined {
  return trial.service.targeting('P', 'review', 'search').content.defaultServe?.select;
}

const rob = (status: string, comment: string) => send('/approvalStatus', { status, comment });

async function send(path: string, body: object): Promise<void> {
  const address = `${trial.service.url}/api/projects/P/environments/review/toggles/search/targeting${path}`;
  const headers = { authorization: 'api-rob', 'content-type': 'application/json' };
  const response = await fetch(address, { method: 'PATCH', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
}
