/** Tests a push of many files in a real VS Code: ticks, a refusal, an overtaken file, a failure, and a reload. */
import { describe, expect, it } from 'vitest';
import { canary, clean, openWindow, seedOf } from './editor.js';

const toggles = Array.from({ length: 40 }, (_, index) => `t${String(index + 1).padStart(2, '0')}`);
const path = (toggle: string, environment = 'dev') =>
  `/api/projects/P/environments/${environment}/toggles/${toggle}/targeting`;
/** All fields, so that nothing is left to the service unseen. */
const whole = { ...clean.content, rules: [], disabledServe: { select: 0 } };
const before = { comment: 'As it is', disabled: true, content: { ...whole, defaultServe: { select: 0 } } };
const after = { comment: 'Ten per cent', disabled: false, content: whole };

let fails = true;

const { trial, user } = await openWindow(
  {
    seed: seedOf(toggles, { dev: {}, staging: {}, online: { enableApproval: true, reviewers: ['anna'] } }),
    answer: ({ method, path: asked, body }) =>
      fails && method === 'PATCH' && asked === path('t03') && body.includes('Ten per cent')
        ? { kind: 'respond', status: 500, body: '{"message":"Down for a moment"}' }
        : undefined,
  },
  async ({ service, write, writeConfig, colleague }) => {
    const api = { api: 'featureprobe' };
    writeConfig({ dev: api, staging: api, online: { ...api, protected: true } }, {}, 'flags/targeting.config.json');
    await Promise.all(toggles.map((toggle) => colleague('dev', toggle, before)));
    for (const toggle of toggles) write(`flags/${toggle}.targeting.json`, before);
    const headers = { Authorization: canary, 'Content-Type': 'application/json' };
    const asked = { method: 'POST', headers, body: JSON.stringify(after) };
    expect((await fetch(`${service.url}${path('t04', 'online')}/approval`, asked)).status).toBe(200);
  },
);

/** Rows of the view, whose tree is redrawn after each change. */
const rows = () => user.page.locator('.pane:has(.pane-header[aria-label^="Push"]) .monaco-list-row');
const row = (label: string) => rows().filter({ hasText: label }).first();
const icon = () =>
  user.page.locator('.activitybar .action-item', { has: user.page.locator('[aria-label^="Toggles"]') });
const box = (label: string) => row(label).getByRole('checkbox');
const patches = () => trial.service.requests.filter(({ method }) => method === 'PATCH').length;

/** Repeats the action until the row is shown: VS Code loses clicks on rows while it redraws the tree. */
async function until(shown: ReturnType<typeof row>, act: () => Promise<void>): Promise<void> {
  const isShown = async () => {
    // An earlier click may have drawn another row in the meantime.
    if (!(await shown.isVisible())) await act().catch(() => undefined);
    return shown.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isShown, { timeout: 60_000 }).toBe(true);
}

async function look(environment: string): Promise<void> {
  await user.chooseOfFolder('flags', 'Push Targeting Files…');
  await user.choose(environment);
}

/** The first rows, as a screen reader reads them. */
async function spoken(count: number): Promise<readonly (string | null)[]> {
  const found = (await rows().all()).map(async (each) => ({
    top: (await each.boundingBox())?.y ?? 0,
    label: await each.getAttribute('aria-label'),
  }));
  const all = (await Promise.all(found)).sort((one, other) => one.top - other.top);
  return all.slice(0, count).map(({ label }) => label);
}

describe('a user who pushes a folder', () => {
  it('starts in the Toggles view, sees that there is nothing to push yet, and closes the push', async () => {
    await icon().click();
    const header = user.page.locator('.pane-header[aria-label^="Toggles"]');
    const entry = header.locator('[aria-label^="Push Targeting Files"]');
    // Clicks are lost while the view is redrawn.
    const isAsked = async () => {
      await header.hover();
      await entry.click();
      return user.page.locator('.quick-input-widget').isVisible();
    };
    await expect.poll(isAsked).toBe(true);
    await user.choose('flags');
    await user.choose('dev');
    await user.answer(canary, trial.service.url);
    await row('There is nothing to push.').waitFor();
    await row('Up to date').waitFor();
    await user.command('Targeting: Cancel or Close Push of Files');
    await rows().first().waitFor({ state: 'detached' });
  });

  it('sees who changes, what needs a check, and why a file is refused', async () => {
    // Repeats until the editor has noticed all changed files: of many at once, it may miss one.
    await expect
      .poll(
        async () => {
          for (const toggle of toggles) trial.write(`flags/${toggle}.targeting.json`, after);
          trial.write('flags/t01.targeting.json', { ...after, disabled: 'yes' });
          trial.write('flags/t02.targeting.json', { ...after, content: { ...whole, defaultServe: { select: 9 } } });
          await look('dev');
          await rows().first().waitFor();
          return row('files…').or(row('nothing')).innerText();
        },
        { timeout: 60_000 },
      )
      .toContain('Push 38 files…');
    expect((await spoken(5)).slice(0, 3)).toEqual([
      `Push 38 files…, dev of P on ${new URL(trial.service.url).host}`,
      'Ready, 38, ticked',
      'Toggle t03, Ready, ticked, Everyone changes from old to new.',
    ]);
    await user.page.keyboard.press('End');
    await row('Up to date').or(row('Refused')).waitFor();
    expect((await spoken(60)).slice(-4)).toEqual([
      'Check first, 1, Read the warnings of each file, then tick it.',
      expect.stringMatching(/^Toggle t02, Check first, not ticked, Everyone.* · Line \d+: .*9/),
      'Refused, 1',
      expect.stringMatching(/^Toggle t01, Refused, 1 error in the file/),
    ]);
    expect(await box('t01').count()).toBe(0);
    expect(await box('t02').isChecked()).toBe(false);
  });

  it('unticks exactly the selected rows with the space bar, as fast as keys are pressed', async () => {
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await user.page.keyboard.press(key);
    };
    const nine = Array.from({ length: 9 }, () => ['ArrowDown', 'Space']).flat();
    await user.command('Toggles: Focus on Push Targeting Files View');
    await user.page.locator('.pane:has(.pane-header[aria-label^="Push"]) .monaco-list:focus').waitFor();
    await press('Home', 'ArrowDown', 'ArrowDown', 'Space');
    // The tick of the group goes, too.
    await row('Push 37 files…').waitFor();
    await press(...nine);
    await row('Push 28 files…').waitFor();
    const ticks = (await spoken(13)).slice(2).map((label) => label?.split(', ').slice(0, 3).join(', '));
    expect(ticks).toEqual([
      ...toggles.slice(2, 12).map((toggle) => `Toggle ${toggle}, Ready, not ticked`),
      'Toggle t13, Ready, ticked',
    ]);
    await press('Home', 'ArrowDown', 'ArrowDown', 'Space', ...nine);
    await row('Push 38 files…').waitFor();
  });

  it('unticks a file, and finds the same ticks after a reload', async () => {
    await user.page.keyboard.press('Home');
    await until(row('Push 37 files…'), () => box('t05').uncheck());
    await user.command('Developer: Reload Window');
    await user.page.locator('.monaco-workbench .statusbar').waitFor({ state: 'detached' });
    await icon().click();
    await row('Check again…').click({ timeout: 60_000 });
    await row('Push 37 files…').waitFor();
    expect(await box('t05').isChecked()).toBe(false);
    expect(await box('t03').isChecked()).toBe(true);
  });

  it('sees all changes in one editor', async () => {
    await user.command('Targeting: Show All Changes of This Push');
    const tab = user.page.locator('.tab', { hasText: 'Push to dev (39 files)' });
    await tab.waitFor();
    await user.page.locator('.multiDiffEntry').filter({ hasText: 't03' }).locator('.line-insert').first().waitFor();
    await user.command('View: Close Editor');
    await tab.waitFor({ state: 'detached' });
  });

  it('pushes the ticked files, one of which is overtaken and another fails', async () => {
    const sent = patches();
    const changed = { ...before, comment: 'Mine', content: { ...whole, disabledServe: { select: 1 } } };
    await trial.colleague('dev', 't06', changed);
    await user.command('Targeting: Push Ticked Files');
    await user.toast('Review the list before you push: t06 changed.').waitFor();
    const overtaken: readonly unknown[] = [
      'Changed by others, 1',
      expect.stringMatching(/^Toggle t06, Changed by others, bob changed it there/),
      'Merge…',
      expect.stringMatching(/^Not pushed: bob changed it there/),
    ];
    expect((await spoken(5)).slice(1)).toEqual(overtaken);
    expect(patches()).toBe(sent + 1);
    await until(row('Push again…'), () => row('Push 36 files…').click({ timeout: 5_000 }));
    await user.toast('Push to dev · Pushed 35 of 40: 5 are not live.').waitFor();
    expect(await spoken(7)).toEqual([
      expect.stringMatching(/^Push again…/),
      'Failed, 1',
      expect.stringMatching(/^Toggle t03, Failed, 127\.0\.0\.1:\d+ failed with 500: Down for a moment/),
      ...overtaken,
    ]);
    expect(patches()).toBe(sent + 1 + 36);
    expect(trial.service.targeting('P', 'dev', 't07')).toMatchObject({ comment: 'Ten per cent', disabled: false });
    expect(trial.service.targeting('P', 'dev', 't05').disabled).toBe(true);
  });

  it('pushes the failed file again, but not the file that others have changed', async () => {
    fails = false;
    await until(row('Pushed 36 of 40'), () => row('Push again…').click({ timeout: 5_000 }));
    // VS Code may show it only there.
    await user.command('Notifications: Show Notifications');
    const listed = user.page.locator('.notifications-center .notification-list-item');
    await listed.filter({ hasText: 'Push to dev · Pushed 36 of 40: 4 are not live.' }).first().waitFor();
    await user.command('Notifications: Hide Notifications');
    expect((await spoken(12)).map((label) => label?.split(',').slice(0, 2).join())).toEqual([
      expect.stringMatching(/^Pushed 36 of 40/),
      ...['Changed by others, 1', 'Toggle t06, Changed by others', 'Merge…'],
      expect.stringMatching(/^Not pushed/),
      ...['Not ticked, 2', 'Toggle t02, Not ticked', 'Toggle t05, Not ticked'],
      ...['Refused, 1', 'Toggle t01, Refused'],
      ...['Pushed, 36', 'Toggle t03, Pushed'],
    ]);
    expect(trial.service.targeting('P', 'dev', 't03').disabled).toBe(false);
    expect(trial.service.targeting('P', 'dev', 't06')).toMatchObject({ comment: 'Mine' });
  });

  it('sees that a row is updated after a pull, and after an edit in another program', async () => {
    await user.open('flags/t06.targeting.json');
    await user.command('Targeting: Pull…');
    await user.choose('dev');
    await user.pressInDialog('Replace');
    await user.toast('The file is not saved yet.').waitFor();
    await user.page.keyboard.press('Control+s');
    await row('t06').waitFor({ state: 'detached' });
    trial.write('flags/t01.targeting.json', { ...after, comment: undefined });
    await row('Refused').waitFor({ state: 'detached' });
    expect((await spoken(3)).slice(1)).toEqual([
      'Ready, 1, ticked',
      expect.stringMatching(/^Toggle t01, Ready, ticked/),
    ]);
    // The list must not take the keys of the box.
    await row('Push 1 file…').click();
    await user.quickInputTitle('Push files to dev: comment').waitFor();
    await user.type('Typed by hand');
    await user.page.keyboard.press('Enter');
    await user.toast('Push to dev').waitFor();
    expect(trial.service.targeting('P', 'dev', 't01').comment).toBe('Typed by hand');
  });

  it('sees which files need approval or wait for it, and submits a file from its row', async () => {
    await look('online');
    await row('Needs approval: 39').waitFor();
    expect((await spoken(4)).map((label) => label?.split('.')[0])).toEqual([
      'Check again…, Needs approval: 39',
      'Needs approval, 39',
      'Toggle t01, Needs approval, it needs approval',
      'Submit for Approval',
    ]);
    await row('Submit for Approval').click();
    await user.answer('Please look', 'comment');
    await user.pressInDialog('Submit for Approval');
    await row('Needs approval: 38').waitFor();
    await user.command('Toggles: Focus on Push Targeting Files View');
    await user.page.keyboard.press('End');
    await row('t04').waitFor();
    expect((await spoken(60)).slice(-3)).toEqual([
      'Waiting for approval, 2',
      ...['t01', 't04'].map((toggle) => `Toggle ${toggle}, Waiting for approval, is waiting for anna`),
    ]);
  });
});
