/** Tests history, roll back, promotion and approval in a real VS Code. All versions have the same time. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boolean, canary, openWindow, seedOf, targeting } from './editor.js';

const file = 'history/dev/search.targeting.json';
const reviewed = 'history/review/search.targeting.json';
const command = 'Targeting: Approve, Publish or Withdraw Change…';
const second = new Date('2026-11-22T08:00:00Z');
const targetings = { search: targeting() };
const seed = seedOf([], {
  dev: { targetings },
  staging: { targetings },
  review: { enableApproval: true, reviewers: ['bob'], targetings },
});
const toggles = {
  search: { variations: boolean },
  banner: { name: 'The $(check) banner', variations: boolean },
};

const { trial, user } = await openWindow(
  { now: () => second, seed: { ...seed, projects: { P: { environments: {}, ...seed.projects['P'], toggles } } } },
  async ({ write, writeConfig, colleague }) => {
    // Each serves as many per cent of "off" as its number, except version 2.
    for (let version = 2; version <= 12; version += 1)
      await colleague('dev', 'search', {
        comment: `$(check) change ${version} of bob`,
        content: { defaultServe: version === 2 ? { select: 1 } : { split: [version * 100, 10_000 - version * 100] } },
      });
    const api = 'featureprobe';
    const files = '{environment}/{toggle}.targeting.json';
    const environments = { dev: { api }, staging: { api }, review: { api, protected: true } };
    writeConfig(environments, { files }, 'history/targeting.config.json');
    write(file, { comment: 'From the suite', ...targeting() });
    write('history/targeting.users.json', { users: [{ name: 'Ada' }, { name: 'Bert' }] });
    write(reviewed, { comment: 'From the suite', ...targeting([], 1) });
  },
  { open: file },
);

const live = (environment: string) => trial.service.targeting('P', environment, 'search');

describe('a user who opens the history', () => {
  it('sees who made which change, and sees icons in foreign text as plain text', async () => {
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
  });

  it('loads older versions, and compares a version with the file', async () => {
    await user.quickInput().fill('Version 2');
    await user.choose('Load More…');
    await user.choose('Version 2');
    await user.page.locator('.tab', { hasText: 'search: version 2 in dev ↔ your file' }).waitFor();
    const lines = (side: string) => user.page.locator(`.monaco-diff-editor .${side} .view-line`);
    await lines('original').filter({ hasText: '"select": 1' }).waitFor();
    await lines('modified').filter({ hasText: '"select": 0' }).first().waitFor();
    expect(await lines('modified').filter({ hasText: '"select": 1' }).count()).toBe(0);
  });

  it('rolls back to an older version after a question', async () => {
    await user.open(file);
    await user.command('Targeting: Show History…');
    await user.quickPick('Version 11').hover();
    await user.quickPick('Version 11').getByLabel('Roll Back to Version 11…').click();
    await user.answer('Back', 'Roll back search in dev to version 11: comment');
    await user.dialog().waitFor();
    expect(live('dev').version).toBe(12);
    await user.pressInDialog('Push to dev');
    await user.toast('Rolled back search in dev to version 11').waitFor();
    expect(live('dev')).toMatchObject({ version: 13, comment: 'Back' });
  });

  it("promotes the live version of the file's environment to another environment", async () => {
    await user.open(file);
    await user.command('Targeting: Promote to Other Environments…');
    await user.choose('Promote the Live Version');
    await user.choose('staging');
    await user.answer('Promoted', 'Promote search from dev to staging: comment');
    await user.dialog().waitFor();
    await user.pressInDialog('Push to staging');
    await user.toast('Pushed search to staging').waitFor();
    expect(live('staging').content).toEqual(live('dev').content);
  });
});

describe('a user whose change needs approval', () => {
  it('submits the change, sees its reviewers and actions, and cannot approve without being a reviewer', async () => {
    await user.open(reviewed);
    await user.pressPush();
    await user.answer('From the suite', 'Push search to review: comment');
    await user.dialog().waitFor();
    await user.pressInDialog('Submit for Approval');
    await user.toast('waits for the approval of bob').waitFor();
    await user.dismissToasts();
    await user.open(reviewed);
    await user.lens('review: is waiting for bob').waitFor();
    await user.pressPush();
    await user.pressInToast(/Not pushed: a change by anna has been waiting[^]*Reviewers: bob\./, 'Approval…');
    await user.quickInputTitle('search in review: is waiting for bob').waitFor();
    await user.page.locator('.tab', { hasText: 'search: live in review ↔ submitted change' }).waitFor();
    expect(await deeds()).toEqual(['Approve…', 'Reject…', 'Withdraw…']);
    await user.choose('Approve…');
    await user.answer('Looks good', 'Approve search in review: comment');
    await user.dialog().waitFor();
    await user.pressInDialog('Approve');
    await user
      .toast('Not approved: only a reviewer can decide (bob), and the access token does not belong to one.')
      .waitFor();
  });

  it('gets a warning before publishing over a push that bypassed the review, and types the key', async () => {
    await bob('PASS', 'fine');
    await trial.colleague('review', 'search', { comment: 'urgent', disabled: true });
    await user.open(reviewed);
    await user.command(command);
    await user.quickInputTitle('search in review: approved, not published').waitFor();
    expect(await deeds()).toEqual(['Publish…', 'Withdraw…']);
    await user.choose('Publish…');
    await user.dialog().waitFor();
    const asked = await user.dialog().innerText();
    expect(asked).toContain('Publish the change to search in the protected environment review?');
    expect(asked).toContain('A change by anna was approved by bob and is not published yet.');
    expect(asked).toMatch(
      /overwrites what was pushed since it was submitted:\s+Version 2 by bob: urgent\s+Disables the toggle\./,
    );
    expect(asked.split('\n')).toContain('Ada, Bert: off → on');
    await user.pressInDialog('Publish');
    await user.answer('review', 'Publish the change to search in the protected environment review?');
    await user.toast('version 3 is live.').waitFor();
    expect(live('review').content.defaultServe).toEqual({ select: 1 });
  });
});

describe('a user whose toggle does not exist at the service', () => {
  const sent = () => trial.service.requests.filter(({ method }) => method !== 'GET').length;

  it('picks another toggle from the lens, which renames the file and sends no change', async () => {
    const before = sent();
    trial.write('history/dev/banenr.targeting.json', targeting());
    await user.open('history/dev/banenr.targeting.json');
    await user.lens('dev: no such toggle').click();
    await user.quickInputTitle('Toggles in dev of P').waitFor();
    expect(await user.quickPick('banner').innerText()).toContain('The $(check) banner');
    await user.choose('banner');
    await user.page.locator('.tab.active', { hasText: 'banner.targeting.json' }).waitFor();
    await user.lens('dev: differs in').waitFor();
    const files = ['banner', 'banenr'].map((name) => join(trial.workspace, `history/dev/${name}.targeting.json`));
    expect(files.map((path) => existsSync(path))).toEqual([true, false]);
    expect(sent()).toBe(before);
  });
});

async function deeds(): Promise<readonly string[]> {
  await user.quickPick('Withdraw…').waitFor();
  const rows = user.page.locator('.quick-input-widget .monaco-list-row .quick-input-list-entry');
  return (await rows.allInnerTexts()).map((text) => /\S+…/.exec(text)?.[0] ?? text);
}

const bob = (status: string, comment: string) =>
  trial.colleague('review', 'search', { status, comment }, '/approvalStatus');
