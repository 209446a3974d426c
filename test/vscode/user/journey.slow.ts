/**
 * Everything that goes to a service and comes from it, once, as a person does it in a real VS Code: push, pull, history, roll
 * back, promote, approval and a folder. Runs against the embedded service, and against a real one where
 * TARGETING_CONTRACT_URL and the variables beside it name one (world.ts); only what both answer is looked at.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { listed } from '../../service/contract/subject.js';
import { openWindow, targeting } from './editor.js';
import { askAbout, startWorld, variations } from './world.js';

const api = 'featureprobe';
const served = (select: number) => targeting([], select, variations);

const world = await startWorld();
const [toggle] = world.toggles;
const { trial, user } = await openWindow(
  {},
  ({ write, writeConfig }) => {
    const { first, second, reviewed } = world.environments;
    writeConfig(
      { [first]: { api }, [second]: { api }, [reviewed]: { api } },
      { baseUrl: world.url, project: world.project, files: '{environment}/{toggle}.targeting.json' },
      'flags/targeting.config.json',
    );
    write(fileIn(first), { comment: 'From the journey', ...served(1) });
    write(fileIn(reviewed), { comment: 'To be reviewed', ...served(1) });
    for (const [index, key] of world.toggles.slice(1).entries())
      write(`flags/${first}/${key}.targeting.json`, { comment: `Comment ${index}`, ...served(1) });
  },
  { open: fileIn(world.environments.first) },
);
afterAll(() => world.dispose());

describe('a person on a journey through the service', () => {
  it('pushes a file that was never pushed, with the diff in sight', async () => {
    const { first } = world.environments;
    await user.pressPush();
    await user.answer(world.token, world.url);
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toContain('Turns the toggle on.');
    await user.pressInDialog(`Push to ${first}`);
    await user.toast(`Pushed ${toggle} to ${first}. Project ${world.project} on`).waitFor();
    expect(await newest(first)).toMatchObject({ version: 2, comment: 'From the journey', disabled: false });
    await user.open(fileIn(first));
    await user.lens(`${first}: up to date · version 2`).waitFor();
  });

  it('finds three versions of one second in their order, and rolls back to the first of them', async () => {
    const { first } = world.environments;
    for (const share of [1000, 2000, 3000]) await colleague(first, { split: [share, 10_000 - share] });
    await user.open(fileIn(first));
    await user.command('Targeting: Show History…');
    await user.quickInputTitle(`Versions of ${toggle} in ${first}`).waitFor();
    expect((await versionsShown()).slice(0, 4)).toEqual(['Version 5', 'Version 4', 'Version 3', 'Version 2']);
    expect(await user.quickPick('Version 5').innerText()).toContain('live');
    await user.quickPick('Version 3').hover();
    await user.quickPick('Version 3').getByLabel('Roll Back to Version 3…').click();
    await user.answer('Back', `Roll back ${toggle} in ${first} to version 3: comment`);
    await user.dialog().waitFor();
    await user.pressInDialog(`Push to ${first}`);
    await user.toast(`Rolled back ${toggle} in ${first} to version 3`).waitFor();
    expect(await newest(first)).toMatchObject({ version: 6, content: { defaultServe: { split: [1000, 9000] } } });
  });

  it('pulls what is live into the file', async () => {
    const { first } = world.environments;
    await user.open(fileIn(first));
    await user.command('Targeting: Pull…');
    await user.toast(`Pulled version 6 of ${toggle}`).waitFor();
    await user.page.keyboard.press('Control+s');
    await expect
      .poll(() => JSON.parse(trial.read(fileIn(first))) as unknown)
      .toMatchObject({ comment: 'From the journey', content: { defaultServe: { split: [1000, 9000] } } });
  });

  it('promotes it to another environment', async () => {
    const { first, second } = world.environments;
    await user.command('Targeting: Promote to Another Environment…');
    await user.choose(first);
    await user.choose(second);
    await user.answer('Promoted', `Promote ${toggle} from ${first} to ${second}: comment`);
    await user.dialog().waitFor();
    await user.pressInDialog(`Push to ${second}`);
    await user.toast(`Pushed ${toggle} to ${second}`).waitFor();
    expect(await newest(second)).toMatchObject({
      comment: 'Promoted',
      content: { defaultServe: { split: [1000, 9000] } },
    });
  });

  it('submits for approval, and publishes what a colleague has approved', async () => {
    const { reviewed } = world.environments;
    await user.open(fileIn(reviewed));
    await user.pressPush();
    await user.dialog().waitFor();
    await user.pressInDialog('Submit for Approval');
    await user.toast('waits for the approval of').waitFor();
    const { status } = await askAbout(world, { environment: reviewed, toggle }, '/approvalStatus', {
      ...{ body: { status: 'PASS', comment: 'fine' }, as: world.colleague },
    });
    expect(status).toBe(200);
    await user.open(fileIn(reviewed));
    await user.command('Targeting: Approve, Publish or Withdraw Change…');
    await user.choose('Publish…');
    await user.dialog().waitFor();
    expect(await user.dialog().innerText()).toContain('Turns the toggle on.');
    await user.pressInDialog('Publish');
    await user.toast('version 2 is live').waitFor();
    expect(await newest(reviewed)).toMatchObject({ version: 2, disabled: false });
  });

  it('pushes a folder, each file with its own comment', async () => {
    const { first } = world.environments;
    await user.chooseOfFolder(first, 'Push Targeting Files…');
    const row = (label: string) => user.page.locator('.pane .monaco-list-row', { hasText: label }).first();
    await row('Tick the files to push').waitFor();
    for (const key of world.toggles.slice(1)) await row(key).getByRole('checkbox').check();
    await row('Push 2 files…').click();
    await row('is finished.').waitFor();
    const comments = await Promise.all(world.toggles.slice(1).map((key) => newest(first, key)));
    expect(comments).toMatchObject([{ comment: 'Comment 0' }, { comment: 'Comment 1' }]);
  });
});

function fileIn(environment: string): string {
  return `flags/${environment}/${toggle}.targeting.json`;
}

/** The version with the highest number: the service sorts those of one second in any order. */
async function newest(environment: string, of = toggle): Promise<unknown> {
  const versions = listed(await askAbout(world, { environment, toggle: of }, '/versions?pageIndex=0&pageSize=50'));
  return versions.toSorted((a, b) => Number(b['version']) - Number(a['version']))[0];
}

async function colleague(environment: string, defaultServe: object): Promise<void> {
  const change = { body: { comment: 'by a colleague', content: { defaultServe } }, as: world.colleague };
  expect((await askAbout(world, { environment, toggle }, '', change)).status).toBe(200);
}

async function versionsShown(): Promise<readonly string[]> {
  const rows = user.page.locator('.quick-input-widget .monaco-list-row');
  return (await rows.allInnerTexts()).map((text) => /Version \d+/.exec(text)?.[0] ?? text);
}
