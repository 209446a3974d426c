/** The pictures of one toggle in several environments: compared, carried over, raised step by step, and pushed with its dependents. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TargetingSeed } from '../service/seed.js';
import { startService } from '../service/service.js';
import { dark, inEditor, light, picture, withoutSideBar } from './camera.js';
import { commitAll } from './pictureThatMoves.js';
import type { User } from './user.js';

const token = 'api-anna';
const variations = `"variations": [
      { "value": "false", "name": "off", "description": "" },
      { "value": "true", "name": "on", "description": "" }
    ]`;
const staff = `{
        "name": "staff",
        "conditions": [
          { "type": "string", "subject": "email", "predicate": "ends with", "objects": ["@shop.example"] }
        ],
        "serve": { "select": 1 }
      }`;
const beta = (share: number, cities: string) => `{
        "name": "beta",
        "conditions": [
          { "type": "string", "subject": "city", "predicate": "is one of", "objects": [${cities}] }
        ],
        "serve": { "split": [${10_000 - share}, ${share}] }
      }`;
const checkout = (...rules: readonly string[]) => `{
  "disabled": false,
  "content": {
    "rules": [
      ${rules.join(',\n      ')}
    ],
    "disabledServe": { "select": 0 },
    "defaultServe": { "select": 0 },
    ${variations}
  }
}
`;
const requiresCheckout = `{
  "disabled": false,
  "content": {
    "rules": [],
    "prerequisites": [{ "key": "checkout", "type": "boolean", "value": "true" }],
    "disabledServe": { "select": 0 },
    "defaultServe": { "select": 1 },
    ${variations}
  }
}
`;
const two = '"Paris", "London"';

export async function picturesOfEnvironments(): Promise<void> {
  const workspace = join(mkdtempSync(join(tmpdir(), 'pictures-')), 'shop');
  const seeded = (text: string) => JSON.parse(text) as TargetingSeed;
  const live = seeded(checkout(beta(100, two)));
  const dependent = seeded(requiresCheckout);
  const toggle = { variations: live.content?.variations ?? [] };
  const service = await startService({
    seed: {
      tokens: [{ token, account: 'anna' }],
      projects: {
        Shop: {
          toggles: { checkout: toggle, pay: toggle, gift_cards: toggle },
          environments: { production: { targetings: { checkout: live, pay: dependent, gift_cards: dependent } } },
        },
      },
    },
    port: 4012,
  });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  };
  try {
    const environments = { dev: {}, staging: {}, production: { api: 'featureprobe', protected: true } };
    const files = '{environment}/{toggle}.targeting.json';
    const config = { baseUrl: service.url, project: 'Shop', files, environments };
    write('targeting.config.json', `${JSON.stringify(config, null, 2)}\n`);
    write('dev/checkout.targeting.json', checkout(staff, beta(2500, two)));
    write('staging/checkout.targeting.json', checkout(staff, beta(2500, two), staff.replace('staff', 'colleagues')));
    write('production/checkout.targeting.json', checkout(beta(1000, two)));
    for (const name of ['pay', 'gift_cards']) write(`production/${name}.targeting.json`, requiresCheckout);
    commitAll(workspace);
    const settings = { 'git.enabled': true };
    await inEditor({ workspace, theme: light, width: 1060, height: 700, settings }, 'dev/checkout', step);
    await inEditor({ workspace, theme: light, width: 1300, height: 800, settings }, 'dev/checkout', compare);
    write('dev/checkout.targeting.json', checkout(staff, beta(5000, `${two}, "Rome"`)));
    await inEditor({ workspace, theme: dark, width: 900, height: 620, settings }, 'dev/checkout', carryOver);
    await inEditor({ workspace, theme: light, width: 900, height: 640, settings }, 'production/checkout', dependents);
  } finally {
    await service.close();
    rmSync(dirname(workspace), { recursive: true, force: true });
  }
}

async function step(user: User): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await user.goTo(17, 36);
  await page.keyboard.press('Control+.');
  await page.locator('.action-widget .monaco-list-row', { hasText: 'Raise 1 · on to 50%' }).waitFor();
  await picture(page, 'docs/pictures/step', { from: 240, to: 548 });
}

async function compare(user: User): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await user.command('Targeting: Compare Environments…');
  await page.locator('.view-line', { hasText: 'Equivalent: everyone is served the same' }).waitFor();
  await picture(page, 'docs/pictures/compare', { from: 0, to: 655 });
}

async function carryOver(user: User): Promise<void> {
  await withoutSideBar(user);
  await user.command('Targeting: Apply This Change to Other Environments…');
  await user.quickPick('production').waitFor();
  // What is said at the first would hide the second.
  await user.page.keyboard.press('ArrowDown');
  await picture(user.page, 'docs/pictures/carry-over', { from: 0, to: 240 });
}

async function dependents(user: User): Promise<void> {
  await withoutSideBar(user);
  await user.pressPush();
  await user.answer(token, 'http://');
  await user.answer('One in ten beta users', 'comment');
  await user.dialog().waitFor();
  await picture(user.page, 'docs/pictures/dependents', { from: 95, to: 485 });
}
