/** The picture that moves: a rule is changed, the lens says who changes, the push asks with their names, and the service has it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { TargetingSeed } from '../service/seed.js';
import { startService } from '../service/service.js';
import type { Look } from './camera.js';
import { dark, Film, inEditor, withoutSideBar } from './camera.js';
import type { User } from './user.js';

const token = 'api-anna';
/** Short enough to be seen whole. */
const text = `{
  "disabled": false,
  "content": {
    "rules": [
      {
        "name": "beta users",
        "conditions": [
          { "type": "string", "subject": "city", "predicate": "is one of", "objects": ["Paris", "London"] }
        ],
        "serve": { "select": 0 }
      }
    ],
    "disabledServe": { "select": 0 },
    "defaultServe": { "select": 0 },
    "variations": [
      { "value": "false", "name": "old checkout", "description": "" },
      { "value": "true", "name": "new checkout", "description": "" }
    ]
  }
}
`;
const targeting = JSON.parse(text) as TargetingSeed;
const cities = ['Paris', 'London', 'Rome'];
const names = ['Anna', 'Bruno', 'Chen', 'Dana', 'Emil', 'Farah', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kira', 'Leo'];

export function pictureThatMoves(): Promise<void> {
  return inShop({ theme: dark, width: 860 }, fourChange);
}

/** A shop with one toggle, whose file is what production has. */
export async function inShop(look: Pick<Look, 'theme' | 'width'>, take: (user: User) => Promise<void>): Promise<void> {
  const workspace = join(mkdtempSync(join(tmpdir(), 'pictures-')), 'shop');
  const service = await startService({
    seed: {
      tokens: [{ token, account: 'anna' }],
      projects: {
        Shop: {
          toggles: { checkout: { variations: targeting.content?.variations ?? [] } },
          environments: { production: { targetings: { checkout: targeting } } },
        },
      },
    },
    port: 4011,
  });
  try {
    writeFiles(workspace, service.url);
    const settings = { 'git.enabled': true, 'toggleTargeting.codeLens.users': false };
    await inEditor({ ...look, workspace, height: 640, settings }, 'checkout', take);
  } finally {
    await service.close();
    rmSync(dirname(workspace), { recursive: true, force: true });
  }
}

function writeFiles(workspace: string, baseUrl: string): void {
  mkdirSync(workspace);
  const write = (name: string, value: object) => {
    writeFileSync(join(workspace, name), `${JSON.stringify(value, null, 2)}\n`);
  };
  const production = { api: 'featureprobe', protected: true };
  write('targeting.config.json', { baseUrl, project: 'Shop', environments: { production } });
  writeFileSync(join(workspace, 'checkout.targeting.json'), text);
  const users = names.map((name, index) => ({ name, attributes: { city: cities[index < 4 ? index % 2 : 2] } }));
  write('targeting.users.json', { users });
  commitAll(workspace);
}

export function commitAll(cwd: string): void {
  const git = (...args: readonly string[]) => {
    const person = ['-c', 'user.name=anna', '-c', 'user.email=anna@example.com', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...person, ...args], { cwd });
  };
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'As it is live');
}

function lens(user: User, words: string): Locator {
  return user.page.locator('.codelens-decoration', { hasText: words });
}

export async function setToken(user: User): Promise<void> {
  await lens(user, 'production: set token').locator('a').click();
  await user.answer(token, 'http://');
  await lens(user, 'production: up to date').waitFor();
  await user.dismissToasts();
}

/** At the cursor, which is before the index that the rule serves. */
export async function changeRule(user: User): Promise<void> {
  await user.page.keyboard.press('Delete');
  await user.type('1');
  await lens(user, '4 of 12 users change').waitFor();
  await lens(user, 'production: differs').waitFor();
}

async function fourChange(user: User): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await setToken(user);

  const film = new Film(page);
  await page.mouse.move(5, 5);
  await user.goTo(10, 30);
  await film.take(2000);
  await changeRule(user);
  await film.take(3000);
  await user.pressPush();
  await user.answer('Beta users get the new checkout', 'comment');
  await user.dialog().waitFor();
  await film.take(4500);
  await user.pressInDialog('Push to production');
  await user.answer('production', 'Push checkout to production?');
  await user.toast('Pushed checkout').waitFor();
  await lens(user, 'production: up to date').waitFor();
  await film.take(2500);
  film.save('docs/pictures/first');
}
