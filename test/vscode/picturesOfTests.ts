/** Pictures of who gets what: users with reasons, tests, and an application that asks. */
import { FeatureProbe, FPUser } from 'featureprobe-server-sdk-node';
import { dark, inShop, laidOut, light, picture, withoutSideBar } from './camera.js';
import { cities, condition, content, elsewhere, hoverAt, named, select, split, targeting } from './pictureContents.js';
import type { User } from './user.js';

export function picturesOfTests(): Promise<void> {
  const old = { variation: 'old' };
  const laid = {
    'targeting.users.json': {
      users: [
        { name: 'ada', attributes: { city: 'Paris', app_version: '2.4.0' } },
        { name: 'bob', attributes: { email: 'bob@shop.com' } },
        { name: 'cy', attributes: { app_version: '2.3.9' } },
      ],
    },
    'new_checkout.targeting.json': {
      comment: 'New versions first',
      content: content(
        [
          { name: 'new versions', serve: select(1), conditions: [condition('semver', 'app_version', '>=', '2.4.0')] },
          { name: 'staff', serve: split(5000), conditions: [condition('string', 'email', 'ends with', '@shop.com')] },
        ],
        named('old', 'new'),
      ),
    },
    'greeting.targeting.json': {
      comment: 'Hello',
      content: content(
        [
          { name: 'south', serve: select(1), conditions: [cities('Nice', 'Rome', 'Oslo')] },
          {
            name: 'young Romans',
            serve: select(0),
            conditions: [cities('Rome'), condition('number', 'age', '<', '18', '15')],
          },
          { name: 'Paris', serve: select(1), conditions: [cities('Paris')] },
        ],
        ['hello', 'ciao'].map((value) => ({ value, name: value, description: '' })),
      ),
    },
    'new_checkout.targeting.test.json': {
      cases: [
        { name: 'ada keeps the old one', user: 'ada', expect: old },
        { name: 'nobody else in France', user: { key: 'u1' }, matrix: { city: ['Lyon', 'Lille'] }, expect: old },
        {
          name: 'half of the staff',
          user: { attributes: { email: 'bob@shop.com' } },
          ...{ bucket: 0, expect: { rule: 'staff' } },
        },
      ],
    },
  };
  const texts = Object.fromEntries(Object.entries(laid).map(([path, value]) => [path, `${laidOut(value)}\n`]));
  // The panel with the results would cover half of the picture.
  const testing = { 'testing.automaticallyOpenTestResults': 'neverOpen', 'testing.gutterEnabled': false };
  const settings = { 'files.autoSave': 'off', ...testing };
  return inShop({ files: () => texts }, async ({ open }) => {
    await open({ theme: dark, width: 1240, height: 620, settings }, 'new_checkout', whoGetsWhat);
    await open({ theme: light, width: 980, height: 420, settings }, 'new_checkout', withoutSideBar, completedUser);
    await open({ theme: dark, width: 1000, height: 660, settings }, 'greeting', withoutSideBar, deadRule);
    await open({ theme: dark, width: 1080, height: 560, settings }, 'new_checkout', showTests, failure);
    await open({ theme: light, width: 1080, height: 600, settings }, 'new_checkout', showTests, coverage);
  });
}

/** A version is raised, and the view shows who gets another value than the saved file serves. */
async function whoGetsWhat(user: User): Promise<void> {
  const { page } = user;
  const rows = page.locator('.customview-tree .monaco-list-row');
  const row = (...words: readonly string[]) => rows.filter({ hasText: new RegExp(words.join('.*')) }).first();
  await user.command('Toggles: Focus on Who Gets What View');
  await row('1 · new').waitFor();
  // Folds the other view of the container.
  await page.locator('.pane-header[aria-label^="Toggles"]').click();
  await user.open('new_checkout.targeting.json');
  await user.goTo(9, 92);
  await page.keyboard.press('Backspace');
  await user.type('5');
  // Lenses come after the view.
  await user.lens('2 of 3 users: ada, cy').waitFor();
  await row('ada', 'was 1 · new').waitFor();
  await row('ada').locator('.monaco-tl-twistie').click();
  await row('^Rule 1').locator('.monaco-tl-twistie').click();
  await row('app_version', '2.5.0').waitFor();
  await hoverAt(user, 9, 22, 'bob');
  await picture(page, 'docs/pictures/who-gets-what');
}

async function completedUser(user: User): Promise<void> {
  const { page } = user;
  await user.open('targeting.users.json');
  await user.goTo(5, 1);
  await page.keyboard.press('End');
  await user.type(',');
  await page.keyboard.press('Enter');
  await user.type('{ "name": "di", "attributes": { "');
  await page.locator('.suggest-widget.visible', { hasText: 'app_version' }).waitFor();
  await picture(page, 'docs/pictures/users');
}

async function deadRule(user: User): Promise<void> {
  await user.page.locator('.squiggly-inline-unnecessary').first().waitFor();
  await hoverAt(user, 15, 12, 'No user reaches this rule');
  await picture(user.page, 'docs/pictures/dead');
}

async function showTests({ page }: User): Promise<void> {
  await page.locator('.activitybar .action-item:has([aria-label^="Testing"])').click();
}

async function failure(user: User): Promise<void> {
  const { page } = user;
  const rows = page.locator('.test-explorer .monaco-list-row');
  await user.command('Test: Run All Tests');
  const failed = rows.filter({ has: page.locator('.codicon-testing-failed-icon') });
  await failed.locator('.monaco-tl-twistie').first().click();
  await rows.filter({ hasText: 'ada keeps' }).dblclick();
  await page.locator('.tab.active', { hasText: 'new_checkout.targeting.test.json' }).waitFor();
  await user.command('Test: Peek Output');
  await page.locator('.test-output-peek', { hasText: 'new_checkout.targeting.json' }).waitFor();
  await page.mouse.move(5, 5);
  await picture(page, 'docs/pictures/tests');
}

async function coverage(user: User): Promise<void> {
  const { page } = user;
  await user.command('Test: Run All Tests with Coverage');
  await page.locator('.coverage-deco-gutter.coverage-deco-miss').first().waitFor();
  const items = page.locator('.monaco-list-row', { has: page.locator('.test-coverage-list-item') });
  await items.locator('.monaco-tl-twistie').click();
  await page.mouse.move(5, 5);
  await picture(page, 'docs/pictures/coverage');
}

export function picturesOfServing(): Promise<void> {
  const variations = named('old', 'new');
  const beta = { name: 'beta', serve: split(5000), conditions: [cities('Paris', 'Rome')] };
  const all = {
    'targeting.config.json': { ...elsewhere, environments: { dev: {}, production: {} } },
    'dev/checkout.targeting.json': laidOut(targeting([beta], variations)),
    'dev/gift_cards.targeting.json': laidOut(targeting([], variations)),
    'production/checkout.targeting.json': laidOut(targeting([], variations)),
  };
  const settings = { 'files.autoSave': 'off' };
  return inShop({ files: () => all }, ({ open }) =>
    open({ theme: light, width: 940, height: 560, settings }, 'dev/checkout', withoutSideBar, lenses),
  );
}

/** Takes the picture after an application has asked for all toggles and reported it. */
async function lenses(user: User): Promise<void> {
  await user.command('Targeting: Serve This Environment to Local Applications');
  const status = user.statusBar(/dev → :\d+/);
  await status.waitFor();
  const url = `http://127.0.0.1:${/:(\d+)/.exec(await status.innerText())?.[1] ?? ''}`;
  const probe = new FeatureProbe({ serverSdkKey: 'any', remoteUrl: url, refreshInterval: 500 });
  await probe.start(10_000);
  const people = { ada: 'Paris', bob: 'Lyon', cy: 'Rome', dee: 'Paris', eve: 'Nice' };
  for (const [index, [key, city]] of Object.entries(people).entries())
    for (let times = 0; times < 7 + 3 * index; times += 1)
      for (const toggle of ['checkout', 'gift_cards'])
        probe.booleanValue(toggle, new FPUser(key).with('city', city).with('plan', 'gold'), false);
  probe.flush();
  await user.lens(/^\d+ evaluations? in the last minute: new/).waitFor({ timeout: 60_000 });
  await user.lens(/^\d+ evaluations? in the last minute: old/).waitFor({ timeout: 60_000 });
  await user.page.mouse.move(5, 5);
  await probe.close();
  await picture(user.page, 'docs/pictures/serve');
}
