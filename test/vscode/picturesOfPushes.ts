/** The pictures of pushes to a service that can be read: a shop with three environments and colleagues who changed things. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Content } from '../service/grammar.js';
import type { Seed } from '../service/seed.js';
import type { Service } from '../service/service.js';
import { startService } from '../service/service.js';
import { dark, inEditor, light, picture, withoutSideBar } from './camera.js';
import type { User } from './user.js';

export const token = 'api-anna';
export const port = 4010;

export async function picturesOfPushes(): Promise<void> {
  const workspace = join(mkdtempSync(join(tmpdir(), 'pictures-')), 'shop');
  const service = await startService({ seed, port });
  try {
    await colleaguesPush(service);
    writeFiles(workspace, service.url);
    await inEditor({ workspace, theme: light, width: 1180, height: 760 }, 'new_checkout', drift);
    await inEditor({ workspace, theme: dark, width: 1180, height: 760 }, 'new_checkout', diffAndApproval);
    await inEditor({ workspace, theme: light, width: 1180, height: 680 }, 'new_checkout', folder);
  } finally {
    await service.close();
    rmSync(dirname(workspace), { recursive: true, force: true });
  }
}

const variations = [
  { value: 'false', name: 'old checkout', description: 'As it was' },
  { value: 'true', name: 'new checkout', description: 'One page' },
];
const rule = (name: string, select: number, ...cities: readonly string[]) => ({
  name,
  conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: [...cities] }],
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

const offAndOn = [
  { value: 'false', name: 'off', description: '' },
  { value: 'true', name: 'on', description: '' },
];
const simple = (select: number): Content => ({
  rules: [],
  disabledServe: { select: 0 },
  defaultServe: { select },
  variations: offAndOn,
});
const others = ['dark_mode', 'gift_cards', 'search_v2', 'wish_list'];

export const seed: Seed = {
  tokens: [
    { token, account: 'anna' },
    { token: 'api-bob', account: 'bob' },
    { token: 'api-wei', account: 'wei' },
  ],
  projects: {
    Shop: {
      toggles: {
        new_checkout: { variations },
        ...Object.fromEntries(others.map((toggle) => [toggle, { variations: offAndOn }])),
      },
      environments: {
        dev: { targetings: { new_checkout: { disabled: false, content: inFile } } },
        staging: {
          enableApproval: true,
          reviewers: ['wei'],
          targetings: { new_checkout: { disabled: false, content: live } },
        },
        production: {
          targetings: {
            new_checkout: { disabled: false, content: { ...live, rules: [] } },
            ...Object.fromEntries(others.map((toggle) => [toggle, { disabled: false, content: simple(0) }])),
          },
        },
      },
    },
  },
};

async function colleaguesPush(service: Service): Promise<void> {
  const push = async (account: string, comment: string, content: Content): Promise<void> => {
    const response = await fetch(
      `${service.url}/api/projects/Shop/environments/production/toggles/new_checkout/targeting`,
      {
        method: 'PATCH',
        headers: { authorization: `api-${account}`, 'content-type': 'application/json' },
        body: JSON.stringify({ comment, content }),
      },
    );
    if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  };
  await push('bob', 'Staff first', { rules: [rule('staff', 1, 'Hangzhou')] });
  await push('wei', 'Ten per cent of everybody', { defaultServe: { split: [9000, 1000] } });
  await push('wei', 'Beta users by city', { rules: live.rules ?? [] });
  await push('bob', 'Half of everybody', { defaultServe: { split: [5000, 5000] } });
  await push('anna', 'Too many errors at the till: back to ten per cent', { defaultServe: { split: [9000, 1000] } });
}

export function writeFiles(workspace: string, baseUrl: string): void {
  const write = (path: string, value: object) => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), `${JSON.stringify(value, null, 2)}\n`);
  };
  const api = 'featureprobe';
  const config = { baseUrl, project: 'Shop' };
  const file = (content: Content, comment: string) => ({ comment, disabled: false, content });
  write('targeting.config.json', {
    ...config,
    environments: { dev: { api }, staging: { api }, production: { api, protected: true } },
  });
  write('new_checkout.targeting.json', file(inFile, 'Half of all users get the new checkout'));
  const folder = (name: string, content: unknown) => write(`production/${name}.targeting.json`, content as object);
  write('production/targeting.config.json', { ...config, environments: { production: { api, protected: true } } });
  folder('dark_mode', file(simple(1), 'Dark mode for everybody'));
  folder('gift_cards', file(simple(0), 'Not yet'));
  folder('search_v2', { ...file(simple(1), 'Next search'), disabled: 'no' });
  folder('wish_list', file({ ...simple(0), defaultServe: { split: [9000, 1000] } }, 'One in ten'));
}

async function drift(user: User): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await page.locator('.codelens-decoration a', { hasText: 'production: set token' }).click();
  await user.answer(token, 'http://');
  await user.dismissToasts();
  await page.locator('.codelens-decoration', { hasText: 'production: differs' }).waitFor();
  await user.goTo(1, 1);
  await page.mouse.move(5, 5);
  await picture(page, 'docs/pictures/drift', { from: 0, to: 215 });

  await user.command('Targeting: Show History…');
  await user.choose('production');
  await user.quickInputTitle('Versions of new_checkout in production').waitFor();
  await user.quickPick('Version 5').hover();
  await picture(page, 'docs/pictures/history', { from: -36, to: 420 });
  await page.keyboard.press('Escape');
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
  await user.pressInDialog('Cancel');
}

async function folder(user: User): Promise<void> {
  const { page } = user;
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'production' }).click({ button: 'right' });
  await page.locator('.context-view .action-item', { hasText: 'Push Targeting Files…' }).hover();
  await page.keyboard.press('Enter');
  await user.answer(token, 'http://');
  await page.locator('.pane .monaco-list-row', { hasText: 'dark_mode' }).waitFor();
  await user.command('Targeting: Show All Changes of This Push');
  await page.locator('.multiDiffEntry .line-insert').first().waitFor();
  await picture(page, 'docs/pictures/many', { of: '.monaco-workbench', from: 30, to: 490 });
}
