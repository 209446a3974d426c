/** A change made in other environments, too, and the toggles that change with it, in a real VS Code with a real Git repository. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { User } from '../user.js';
import type { Trial } from './editor.js';
import { pictureOfFailure, root, startTrial } from './editor.js';

const variations = ['off', 'on'].map((name) => ({ name, value: String(name === 'on'), description: '' }));
const targeting = (on: number, byDefault: number) => ({
  disabled: false,
  content: {
    rules: [
      {
        name: 'beta',
        serve: { split: [10_000 - on, on] },
        conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris'] }],
      },
    ],
    disabledServe: { select: 0 },
    defaultServe: { select: byDefault },
    variations,
  },
});
const requires = {
  disabled: false,
  content: {
    rules: [],
    prerequisites: [{ key: 'checkout', type: 'boolean', value: 'true' }],
    disabledServe: { select: 0 },
    defaultServe: { select: 1 },
    variations,
  },
};

let trial: Trial;
let user: User;

beforeAll(async () => {
  trial = await startTrial();
  trial.write('.vscode/settings.json', { 'files.autoSave': 'off' });
  trial.write('targeting.config.json', {
    ...{ baseUrl: trial.service.url, project: 'P', files: '{environment}/{toggle}.targeting.json' },
    environments: { dev: {}, staging: {}, online: { protected: true } },
  });
  for (const [environment, share] of [
    ['dev', 1000],
    ['staging', 500],
    ['online', 1000],
  ] as const)
    trial.write(`${environment}/checkout.targeting.json`, targeting(share, 0));
  trial.write('dev/pay.targeting.json', requires);
  trial.write('dev/banner.targeting.json', requires);
  const person = ['-c', 'user.name=anna', '-c', 'user.email=anna@example.com', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['init', '--quiet'],
    ['add', '.'],
    ['commit', '--quiet', '--message', 'First'],
  ])
    execFileSync('git', [...person, ...args], { cwd: trial.workspace, stdio: 'pipe' });
  ({ user } = await trial.openEditor({ settings: { 'git.enabled': true } }));
}, 180_000);

afterAll(() => trial.dispose());
afterEach((context) => pictureOfFailure(user, context));

it('A person reads which toggles require this one, and since the commit that they change, too', async () => {
  await user.open('dev/checkout.targeting.json');
  await user.page.locator('.codelens-decoration', { hasText: 'required by banner, pay' }).first().waitFor();
  trial.write('dev/checkout.targeting.json', targeting(2000, 1));
  await user.lens('2 other toggles change, too').click();
  await user.quickPick('pay').filter({ hasText: 'pay' }).waitFor();
  await picture('dependents');
  await user.page.keyboard.press('Escape');
});

it('A person reads in the hover and in the view how many toggles require this one', async () => {
  const line = user.page.locator('.view-line', { hasText: '"disabled"' }).first();
  await user.hover(line.getByText('"disabled"'), 'Required by 2: banner, pay.');
  await picture('required-by-hover');
  await user.page.keyboard.press('Escape');
  await user.command('View: Show Toggles');
  await user.page.locator('.monaco-list-row', { hasText: 'required by 2' }).first().waitFor();
  await picture('required-by-view');
});

it('A person applies the change to two environments, one with a conflict, and saves it', async () => {
  await user.command('Targeting: Apply This Change to Other Environments…');
  await user.quickPick('staging').filter({ hasText: 'with conflicts' }).waitFor();
  await user.quickPick('online').filter({ hasText: 'By default it serves "on" instead of "off".' }).waitFor();
  const affected =
    'left out, as the file differs there: Rule "beta": the split 95% / 5% becomes 80% / 20%. Everyone who matches no rule';
  await user.quickPick('staging').filter({ hasText: affected }).waitFor();
  await user.quickPick('online').filter({ hasText: 'protected' }).waitFor();
  await picture('carry-over');
  await user.acceptPick('Apply the change of dev/checkout.targeting.json to other environments');
  await bothShown();
  // Unsaved, so nothing is on disk.
  expect(saved('online')).toEqual(targeting(1000, 0));
  await user.command('File: Save All Files');
  await expect.poll(() => saved('online')).toEqual(targeting(2000, 1));
  // The share there differs, so it stays; the default changes.
  expect(saved('staging')).toEqual(targeting(500, 1));
  expect(trial.service.requests).toEqual([]);
});

it('A person applies a change from the menu at its rule, and from the lens', async () => {
  trial.write('dev/checkout.targeting.json', withCities(2000, 'Paris', 'Rome'));
  await user.open('dev/checkout.targeting.json');
  await user.lens('apply to other environments…').click();
  await user.quickInputTitle('Apply the change of dev/checkout.targeting.json').waitFor();
  await user.page.keyboard.press('Escape');
  await goToRule();
  await user.quickFix('Apply This Change to Other Environments…');
  await user.quickPick('online').filter({ hasText: 'Rome' }).waitFor();
  await user.page.keyboard.press('Escape');
});

it('A person makes a rule in the environments that have it otherwise, whatever was committed', async () => {
  await goToRule();
  await user.quickFix('Also in staging (differs), online (differs)…');
  await user.quickPick('staging').filter({ hasText: 'Rome' }).waitFor();
  await picture('carry-rule-over');
  await user.acceptPick('Apply a rule of dev/checkout.targeting.json to other environments');
  await bothShown();
  await user.command('File: Save All Files');
  await expect.poll(() => saved('online')).toEqual(withCities(2000, 'Paris', 'Rome'));
  // Its own shares stay.
  expect(saved('staging')).toEqual(withCities(500, 'Paris', 'Rome'));
});

async function goToRule(): Promise<void> {
  await user.open('dev/checkout.targeting.json');
  const line = readFileSync(join(trial.workspace, 'dev/checkout.targeting.json'), 'utf8').split('\n');
  await user.goTo(1 + line.findIndex((each) => each.includes('"beta"')), 20);
}

function withCities(share: number, ...objects: readonly string[]) {
  const file = targeting(share, 1);
  for (const { conditions } of file.content.rules) for (const condition of conditions) condition.objects = [...objects];
  return file;
}

/** The one shown last has the focus: a box that opens before is closed by it. */
async function bothShown(): Promise<void> {
  await user.page.locator('.tab.dirty', { hasText: 'checkout.targeting.json' }).nth(1).waitFor();
  await user.page.locator('.monaco-editor.focused[data-uri$="online/checkout.targeting.json"]').waitFor();
}

function saved(environment: string): unknown {
  return JSON.parse(readFileSync(join(trial.workspace, `${environment}/checkout.targeting.json`), 'utf8'));
}

async function picture(name: string): Promise<void> {
  await user.page.screenshot({ path: join(root, 'test/vscode/artifacts', `${name}.png`) });
}
