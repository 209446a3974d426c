/** Pictures of pushes to a readable service with three environments and colleagues, and of the walkthrough. */
import type { Locator } from 'playwright-core';
import type { Content } from '../service/grammar.js';
import type { Seed } from '../service/seed.js';
import type { Service } from '../service/service.js';
import type { Scene, Shop } from './camera.js';
import { dark, Film, inShop, laidOut, light, picture, withoutSideBar } from './camera.js';
import type { User } from './user.js';

const token = 'api-anna';
const tokens = [token, 'api-bob', 'api-wei'].map((each) => ({ token: each, account: each.slice(4) }));
const api = 'featureprobe';
const guarded = { api, protected: true };

const variations = [
  { value: 'false', name: 'old checkout', description: 'As it was' },
  { value: 'true', name: 'new checkout', description: 'One page' },
];
const rule = (name: string, select: number, ...objects: readonly string[]) => ({
  name,
  conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: [...objects] }],
  serve: { select },
});
const live: Content = {
  rules: [rule('beta users', 0, 'Paris', 'London'), rule('staff', 1, 'Hangzhou')],
  disabledServe: { select: 0 },
  defaultServe: { split: [9000, 1000] },
  variations,
};
const inFile: Content = {
  ...live,
  rules: [rule('beta users', 1, 'Paris', 'London'), rule('staff', 1, 'Hangzhou')],
  defaultServe: { split: [5000, 5000] },
};

const offAndOn = ['off', 'on'].map((name) => ({ value: String(name === 'on'), name, description: '' }));
const simple = (select: number): Content => ({
  rules: [],
  disabledServe: { select: 0 },
  defaultServe: { select },
  variations: offAndOn,
});
const others = ['dark_mode', 'gift_cards', 'search_v2', 'wish_list'];
const of = <T>(each: T) => Object.fromEntries(others.map((toggle) => [toggle, each]));
const on = (content: Content) => ({ disabled: false, content });

const seed: Seed = {
  tokens,
  projects: {
    Shop: {
      toggles: { new_checkout: { variations }, ...of({ variations: offAndOn }) },
      environments: {
        dev: { targetings: { new_checkout: on(inFile) } },
        staging: { enableApproval: true, reviewers: ['wei'], targetings: { new_checkout: on(live) } },
        production: { targetings: { new_checkout: on({ ...live, rules: [] }), ...of(on(simple(0))) } },
      },
    },
  },
};

const file = (content: Content, comment: string) => ({ comment, ...on(content) });
const shop: Scene = {
  ...{ seed, port: 4010 },
  files: (baseUrl) => {
    const environments = { dev: { api }, staging: { api }, production: guarded };
    return {
      'targeting.config.json': { baseUrl, project: 'Shop', environments },
      'new_checkout.targeting.json': file(inFile, 'Half of all users get the new checkout'),
      'production/targeting.config.json': { baseUrl, project: 'Shop', environments: { production: guarded } },
      'production/dark_mode.targeting.json': file(simple(1), 'Dark mode for everybody'),
      'production/gift_cards.targeting.json': file(simple(0), 'Not yet'),
      'production/search_v2.targeting.json': { ...file(simple(1), 'Next search'), disabled: 'no' },
      'production/wish_list.targeting.json': file(
        { ...simple(0), defaultServe: { split: [9000, 1000] } },
        'One in ten',
      ),
    };
  },
};

export async function picturesOfPushes(): Promise<void> {
  await inShop(shop, async ({ service, open }) => {
    for (const [account, comment, content] of [
      ['bob', 'Staff first', { rules: [rule('staff', 1, 'Hangzhou')] }],
      ['wei', 'Ten per cent of everybody', { defaultServe: { split: [9000, 1000] } }],
      ['wei', 'Beta users by city', { rules: live.rules ?? [] }],
      ['bob', 'Half of everybody', { defaultServe: { split: [5000, 5000] } }],
      ['anna', 'Too many errors at the till: back to ten per cent', { defaultServe: { split: [9000, 1000] } }],
    ] as const)
      await push(service, account, { comment, content });
    const size = { width: 1180, height: 760 };
    await open({ theme: light, ...size }, 'new_checkout', drift);
    await open({ theme: dark, ...size }, 'new_checkout', diffAndApproval);
    await open({ theme: light, ...size, height: 680 }, 'new_checkout', folder);
  });
}

async function push({ url }: Service, account: string, body: object): Promise<void> {
  const path = '/api/projects/Shop/environments/production/toggles/new_checkout/targeting';
  const headers = { authorization: `api-${account}`, 'content-type': 'application/json' };
  const { ok, status } = await fetch(url + path, { method: 'PATCH', headers, body: JSON.stringify(body) });
  if (!ok) throw new Error(`The service answered ${status}.`);
}

async function drift(user: User): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await lens(user, 'production: set token').locator('a').click();
  await user.answer(token, 'http://');
  await user.dismissToasts();
  await lens(user, 'differs in').waitFor();
  await user.goTo(1, 1);
  await page.mouse.move(5, 5);
  await picture(page, 'docs/pictures/drift', { from: 0, to: 215 });

  await user.command('Targeting: Show History…');
  await user.choose('production');
  await user.quickInputTitle('Versions of new_checkout in production').waitFor();
  await user.quickPick('Version 5').hover();
  await picture(page, 'docs/pictures/history', { from: -36, to: 420 });
}

async function diffAndApproval(user: User): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await user.pressPush();
  await user.choose('production');
  await user.answer(token, 'http://');
  await user.answer('Half of all users get the new checkout', 'comment');
  await user.dialog().waitFor();
  await picture(page, 'docs/pictures/diff', { from: 95, to: 590 });
  await user.pressInDialog('Cancel');
  await user.dialog().waitFor({ state: 'detached' });

  await user.open('new_checkout.targeting.json');
  await user.pressPush();
  await user.choose('staging');
  await user.dialog().waitFor();
  await picture(page, 'docs/pictures/approval');
}

async function folder(user: User): Promise<void> {
  const { page } = user;
  await user.chooseOfFolder('production', 'Push Targeting Files…');
  await user.answer(token, 'http://');
  await page.locator('.pane .monaco-list-row', { hasText: 'dark_mode' }).waitFor();
  await user.command('Targeting: Show All Changes of This Push');
  await page.locator('.multiDiffEntry .line-insert').first().waitFor();
  await picture(page, 'docs/pictures/many', { of: '.monaco-workbench', from: 30, to: 490 });
}

/** Short enough to be visible as a whole. */
const short = on({
  rules: [rule('beta users', 0, 'Paris', 'London')],
  disabledServe: { select: 0 },
  defaultServe: { select: 0 },
  variations: variations.map((each) => ({ ...each, description: '' })),
});
const names = ['Anna', 'Bruno', 'Chen', 'Dana', 'Emil', 'Farah', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kira', 'Leo'];
const people = (all: readonly string[], ...cities: readonly string[]) => ({
  users: all.map((name, index) => ({ name, attributes: { city: cities[index] ?? 'Rome' } })),
});
/** One toggle, whose file matches production. */
const shopOfOne: Scene = {
  seed: {
    tokens,
    projects: {
      Shop: {
        toggles: { checkout: { variations: short.content.variations ?? [] } },
        environments: { production: { targetings: { checkout: short } } },
      },
    },
  },
  port: 4011,
  files: (baseUrl) => ({
    'targeting.config.json': { baseUrl, project: 'Shop', environments: { production: guarded } },
    'checkout.targeting.json': `${laidOut(short)}\n`,
    'targeting.users.json': people(names, 'Paris', 'London', 'Paris', 'London'),
  }),
  isCommitted: true,
};
const settings = { 'git.enabled': true, 'toggleTargeting.lenses': ['drift', 'sinceCommit'] };
const inShopOfOne = (theme: string, width: number, ...takes: readonly ((user: User) => Promise<void>)[]) =>
  inShop(shopOfOne, ({ open }) => open({ theme, width, height: 640, settings }, 'checkout', setToken, ...takes));

function lens(user: User, words: string): Locator {
  return user.page.locator('.codelens-decoration', { hasText: words });
}

async function setToken(user: User): Promise<void> {
  await withoutSideBar(user);
  await lens(user, 'production: set token').locator('a').click();
  await user.answer(token, 'http://');
  await lens(user, 'production: up to date').waitFor();
  await user.dismissToasts();
  await user.page.mouse.move(5, 5);
  await user.goTo(10, 30);
}

/** The cursor is before the index that the rule serves. */
async function changeRule(user: User): Promise<void> {
  await user.page.keyboard.press('Delete');
  await user.type('1');
  await lens(user, '4 of 12 users change').waitFor();
  await lens(user, 'production: differs').waitFor();
}

async function askToPush(user: User): Promise<void> {
  await user.pressPush();
  await user.answer('Beta users get the new checkout', 'comment');
  await user.dialog().waitFor();
}

/** The moving picture: a rule changes, the lens and the question name the users, and the push goes live. */
export function pictureThatMoves(): Promise<void> {
  return inShopOfOne(dark, 860, async (user) => {
    const film = new Film(user.page);
    await film.take(2000);
    await changeRule(user);
    await film.take(3000);
    await askToPush(user);
    await film.take(4500);
    await user.pressInDialog('Push to production');
    await user.answer('production', 'Push checkout to production?');
    await user.toast('Pushed checkout').waitFor();
    await lens(user, 'production: up to date').waitFor();
    await film.take(2500);
    film.save('docs/pictures/first');
  });
}

/** Pictures of the walkthrough in a dark and in a light theme, cut to the subject of each step. */
export async function picturesOfWalkthrough(): Promise<void> {
  for (const [theme, name] of [
    [dark, 'dark'],
    [light, 'light'],
  ] as const) {
    await inShop(shop, (its) => walkthrough(its, theme, name));
    await inShopOfOne(theme, 720, changeRule, askToPush, ({ page }) =>
      picture(page, `walkthrough/push-${name}`, { from: 0, to: 500 }),
    );
  }
}

async function walkthrough({ service, write, open }: Shop, theme: string, name: string): Promise<void> {
  const look = { theme, width: 720, height: 560 };
  await open(look, 'new_checkout', async (user) => {
    const { page } = user;
    await withoutSideBar(user);
    await lens(user, 'production: set token').locator('a').click();
    await user.answer(token, 'http://');
    await user.toast('is stored').waitFor();
    await user.dismissToasts();
    await lens(user, 'differs in').waitFor();
    await user.goTo(1, 1);
    await picture(page, `walkthrough/drift-${name}`, { from: 0, to: 230 });

    await user.command('Targeting: Pull Toggles into Files…');
    await user.choose('targeting.config.json');
    await user.quickPick('wish_list').waitFor();
    await user.quickPick('gift_cards').click();
    await picture(page, `walkthrough/pull-${name}`, { from: 0, to: 200 });
  });
  await open({ ...look, height: 900 }, 'new_checkout', async (user) => {
    const { page } = user;
    await withoutSideBar(user);
    await user.goTo(20, 22);
    await page.keyboard.press('Backspace');
    await user.type('7');
    await user.squiggles('warning').first().waitFor();
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row', { hasText: 'Select 1' }).waitFor();
    await picture(page, `walkthrough/file-${name}`, { from: 395, to: 715 });
  });
  // Without the mistake of the step before.
  write({ ...shop.files(service.url), 'targeting.users.json': people(names.slice(0, 4), 'Paris', 'Paris') });
  await open({ ...look, width: 1240 }, 'new_checkout', async (user) => {
    const { page } = user;
    await user.command('Toggles: Focus on Who Gets What View');
    // Folds the other view of the container.
    await page.locator('.pane-header[aria-label^="Toggles"]').click();
    await page.locator('.customview-tree .monaco-list-row', { hasText: 'Dana' }).waitFor();
    await picture(page, `walkthrough/users-${name}`, { of: '.part.sidebar', from: 0, to: 226 });
  });
}
