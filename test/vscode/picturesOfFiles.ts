/** Pictures of a toggle in several environments, of code, and of rules of the organization. */
import { lensNames } from '../../server/src/core/protocol/settings.js';
import { dark, inShop, laidOut, light, picture, withoutSideBar } from './camera.js';
import {
  cities,
  condition,
  content,
  elsewhere,
  files,
  hoverAt,
  named,
  offAndOn,
  select,
  split,
  targeting,
  token,
  tokens,
} from './pictureContents.js';
import type { User } from './user.js';

/** Compares environments, carries over a change, raises a share, and pushes with dependents. */
export function picturesOfEnvironments(): Promise<void> {
  const staff = (name: string) => ({
    name,
    conditions: [condition('string', 'email', 'ends with', '@shop.example')],
    serve: select(1),
  });
  const beta = (share: number, ...more: readonly string[]) => ({
    ...{ name: 'beta', conditions: [cities('Paris', 'London', ...more)], serve: split(share) },
  });
  const live = targeting([beta(100)]);
  const { disabledServe, defaultServe, variations } = content([], offAndOn, select(1));
  const prerequisites = [{ key: 'checkout', type: 'boolean', value: 'true' }];
  const dependent = {
    disabled: false,
    content: { rules: [], prerequisites, disabledServe, defaultServe, variations },
  };
  const toggle = { variations };
  const text = (value: object) => `${laidOut(value)}\n`;
  const targetings = { checkout: live, pay: dependent, gift_cards: dependent };
  const projects = {
    Shop: {
      toggles: { checkout: toggle, pay: toggle, gift_cards: toggle },
      environments: { production: { targetings } },
    },
  };
  const environments = { dev: {}, staging: {}, production: { api: 'featureprobe', protected: true } };
  const scene = {
    ...{ seed: { tokens, projects }, port: 4012, isCommitted: true as const },
    files: (baseUrl: string) => ({
      'targeting.config.json': { baseUrl, project: 'Shop', files, environments },
      'dev/checkout.targeting.json': text(targeting([staff('staff'), beta(2500)])),
      'staging/checkout.targeting.json': text(targeting([staff('staff'), beta(2500), staff('colleagues')])),
      'production/checkout.targeting.json': text(targeting([beta(1000)])),
      'production/pay.targeting.json': text(dependent),
      'production/gift_cards.targeting.json': text(dependent),
    }),
  };
  const settings = { 'git.enabled': true };
  return inShop(scene, async ({ write, open }) => {
    await open({ theme: light, width: 1060, height: 700, settings }, 'dev/checkout', withoutSideBar, step);
    await open({ theme: light, width: 1300, height: 800, settings }, 'dev/checkout', withoutSideBar, compare);
    write({ 'dev/checkout.targeting.json': text(targeting([staff('staff'), beta(5000, 'Rome')])) });
    await open({ theme: dark, width: 900, height: 620, settings }, 'dev/checkout', withoutSideBar, carryOver);
    await open({ theme: light, width: 900, height: 640, settings }, 'production/checkout', withoutSideBar, dependents);
  });
}

async function step(user: User): Promise<void> {
  await user.goTo(17, 36);
  await user.page.keyboard.press('Control+.');
  await user.page.locator('.action-widget .monaco-list-row', { hasText: 'Raise 1 · on to 50%' }).waitFor();
  await picture(user.page, 'docs/pictures/step', { from: 240, to: 548 });
}

async function compare(user: User): Promise<void> {
  await user.command('Targeting: Compare Environments…');
  await user.page.locator('.view-line', { hasText: 'Equivalent: everyone is served the same' }).waitFor();
  await picture(user.page, 'docs/pictures/compare', { from: 0, to: 655 });
}

async function carryOver(user: User): Promise<void> {
  await user.command('Targeting: Promote to Other Environments…');
  await user.choose('Promote This Change');
  await user.quickPick('production').waitFor();
  // The hover of the first row would hide the second.
  await user.page.keyboard.press('ArrowDown');
  await picture(user.page, 'docs/pictures/carry-over', { from: 0, to: 240 });
}

async function dependents(user: User): Promise<void> {
  await user.pressPush();
  await user.answer(token, 'http://');
  await user.answer('One in ten beta users', 'comment');
  await user.dialog().waitFor();
  await picture(user.page, 'docs/pictures/dependents', { from: 95, to: 485 });
}

const java = `package shop;

import com.featureprobe.sdk.server.FPUser;
import com.featureprobe.sdk.server.FeatureProbe;

class Cart {
    private static final String CHECKOUT = "checkout";

    boolean isNew(FeatureProbe probe, FPUser user) {
        return probe.boolValue(CHECKOUT, user, false);
    }

    double discount(FeatureProbe probe, FPUser user) {
        return probe.numberValue("discounts", user, 0);
    }
}
`;
const typescript = `import { FeatureProbe } from 'featureprobe-client-sdk-js';

export const showsDiscounts = (probe: FeatureProbe) => probe.boolValue('discounts', false);
export const shows = (probe: FeatureProbe, key: string) => probe.boolValue(key, false);
`;
const python = `import featureprobe as fp


def gift_cards(client: fp.Client, user: fp.User):
    return client.value("gift_cards", user, default=False)
`;

export function picturesOfCode(): Promise<void> {
  const beta = { name: 'beta', conditions: [cities('Paris', 'London')], serve: split(2_500) };
  const everyone = { ...content([], offAndOn, select(1)), disabledServe: select(1) };
  const inEach = (environment: string) => [
    ...['checkout', 'discounts', 'gift_cards', 'old_banner'].map((name) => [
      `${environment}/${name}.targeting.json`,
      { disabled: false, content: everyone },
    ]),
  ];
  const config = { ...elsewhere, environments: { dev: {}, production: {} }, code: {} };
  const all = {
    'targeting.config.json': config,
    ...(Object.fromEntries(['dev', 'production'].flatMap(inEach)) as Record<string, object>),
    'production/checkout.targeting.json': {
      disabled: false,
      content: { ...everyone, rules: [beta], defaultServe: select(0) },
    },
    ...{ 'src/Cart.java': java, 'src/cart.ts': typescript, 'src/cards.py': python },
  };
  return inShop({ files: () => all, isCommitted: true }, async ({ open }) => {
    await open({ theme: light, width: 900, height: 800 }, 'production/checkout', withoutSideBar, async (user) => {
      await user.open('src/Cart.java');
      await user.squiggles('warning').first().waitFor();
      await hoverAt(user, 10, 38, 'production');
      await picture(user.page, 'docs/pictures/code', { from: 0, to: 400 });
    });
    const settings = { 'toggleTargeting.lenses': lensNames };
    await open(
      { theme: dark, width: 800, height: 900, settings },
      'production/checkout',
      withoutSideBar,
      async (user) => {
        await user.lens('called in 1 file').waitFor();
        await user.command('Targeting: Show Stale Toggles');
        await user.page.locator('.view-line', { hasText: 'Calls whose keys cannot be read' }).waitFor();
        await picture(user.page, 'docs/pictures/stale', { from: 0, to: 400 });
      },
    );
  });
}

export function picturesOfRules(): Promise<void> {
  const api = 'featureprobe';
  const variations = named('old search', 'new search');
  const search = (predicate: string, share: number) => {
    const beta = { name: 'beta', serve: select(1), conditions: [condition('string', 'city', predicate, 'Paris')] };
    return { disabled: false, content: content([beta], variations, split(share)) };
  };
  const targetings = { search: search('is one of', 500) };
  const projects = {
    Shop: { toggles: { search: { variations } }, environments: { dev: { targetings }, online: { targetings } } },
  };
  const file = (predicate: string, share: number) => ({ comment: 'The new search', ...search(predicate, share) });
  const scene = {
    ...{ seed: { tokens, projects }, port: 4011 },
    files: (baseUrl: string) => ({
      'targeting.config.json': {
        ...{ baseUrl, project: 'Shop', environments: { dev: { api }, online: { api, protected: true } }, files },
        rules: { 'max-step': 25, forbid: ['matches regex'] },
      },
      'dev/regions.targeting.json': file('matches regex', 500),
      'dev/search.targeting.json': file('is one of', 5_000),
      'online/search.targeting.json': file('is one of', 1_000),
    }),
  };
  const settings = { 'files.autoSave': 'off' };
  const look = { theme: dark, width: 1000, height: 620, settings };
  return inShop(scene, async ({ open }) => {
    await open({ ...look, theme: light }, 'dev/regions', withoutSideBar, ruleOfProblem);
    await open(look, 'dev/search', withoutSideBar, refusal);
    await open(look, 'dev/search', withoutSideBar, ruleInConfig);
  });
}

async function ruleOfProblem(user: User): Promise<void> {
  const rows = user.page.locator('.markers-panel .monaco-list-row');
  await user.squiggles('error').first().waitFor();
  await user.problems();
  await rows.filter({ hasText: 'is not allowed' }).first().click();
  await user.page.keyboard.press('ArrowRight');
  await rows.filter({ hasText: '"forbid": [' }).waitFor();
  await user.page.mouse.move(5, 5);
  await user.page.locator('.monaco-hover:not(.hidden)').first().waitFor({ state: 'hidden' });
  await picture(user.page, 'docs/pictures/rules');
}

async function refusal(user: User): Promise<void> {
  await user.pressPush();
  await user.answer(token, 'http://');
  await user.toast('Not pushed').waitFor();
  await user.toast('Not pushed').hover();
  await picture(user.page, 'docs/pictures/rules-refused');
}

async function ruleInConfig(user: User): Promise<void> {
  await user.open('targeting.config.json');
  await user.page.locator('.view-line', { hasText: '"max-step"' }).first().waitFor();
  await user.hover(user.page.locator('.view-line span span', { hasText: /^"max-step"$/ }).first(), 'Example');
  await picture(user.page, 'docs/pictures/rules-hover');
}
