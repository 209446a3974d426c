/** The pictures of rules of the organisation: a problem and its rule, a push that is refused, and the config itself. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Content } from '../service/grammar.js';
import { startService } from '../service/service.js';
import { dark, inEditor, light, picture } from './camera.js';
import type { User } from './user.js';

const token = 'api-anna';
const variations = [
  { value: 'false', name: 'old search', description: '' },
  { value: 'true', name: 'new search', description: '' },
];
const content = (predicate: string, share: number): Content => ({
  rules: [
    {
      name: 'beta',
      serve: { select: 1 },
      conditions: [{ type: 'string', subject: 'city', predicate, objects: ['Paris'] }],
    },
  ],
  disabledServe: { select: 0 },
  defaultServe: { split: [10_000 - share, share] },
  variations,
});
const live = { disabled: false, content: content('is one of', 500) };

export async function picturesOfRules(): Promise<void> {
  const workspace = join(mkdtempSync(join(tmpdir(), 'pictures-')), 'shop');
  const service = await startService({
    seed: {
      tokens: [{ token, account: 'anna' }],
      projects: {
        Shop: {
          toggles: { search: { variations } },
          environments: { dev: { targetings: { search: live } }, online: { targetings: { search: live } } },
        },
      },
    },
    port: 4011,
  });
  try {
    writeFiles(workspace, service.url);
    await inEditor({ workspace, theme: light, width: 1000, height: 620 }, 'dev/regions', problem);
    await inEditor({ workspace, theme: dark, width: 1000, height: 620 }, 'dev/search', refusal);
    await inEditor({ workspace, theme: dark, width: 1000, height: 620 }, 'dev/search', config);
  } finally {
    await service.close();
    rmSync(dirname(workspace), { recursive: true, force: true });
  }
}

function writeFiles(workspace: string, baseUrl: string): void {
  const api = 'featureprobe';
  const file = (predicate: string, share: number) => ({
    comment: 'The new search',
    disabled: false,
    content: content(predicate, share),
  });
  const files = {
    '.vscode/settings.json': { 'files.autoSave': 'off' },
    'targeting.config.json': {
      baseUrl,
      project: 'Shop',
      environments: {
        dev: { api },
        online: { api, protected: true },
      },
      files: '{environment}/{toggle}.targeting.json',
      rules: { 'max-step': 25, forbid: ['matches regex'] },
    },
    'dev/regions.targeting.json': file('matches regex', 500),
    'dev/search.targeting.json': file('is one of', 5_000),
    'online/search.targeting.json': file('is one of', 1_000),
  };
  for (const [path, written] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), JSON.stringify(written, null, 2));
  }
}

async function withoutExplorer(user: User): Promise<void> {
  await user.page.locator('.view-line', { hasText: '"comment"' }).first().click();
  await user.page.keyboard.press('Control+b');
  await user.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
}

async function problem(user: User): Promise<void> {
  await withoutExplorer(user);
  await user.squiggles('error').first().waitFor();
  await user.problems();
  const row = user.page.locator('.markers-panel .monaco-list-row', { hasText: 'is not allowed' }).first();
  await row.click();
  await user.page.keyboard.press('ArrowRight');
  await user.page.locator('.markers-panel .monaco-list-row', { hasText: '"forbid": [' }).waitFor();
  await user.page.mouse.move(5, 5);
  await user.page.locator('.monaco-hover:not(.hidden)').first().waitFor({ state: 'hidden' });
  await picture(user.page, 'docs/pictures/rules');
}

async function refusal(user: User): Promise<void> {
  await withoutExplorer(user);
  await user.pressPush();
  await user.answer(token, 'http://');
  await user.toast('Not pushed').waitFor();
  await user.toast('Not pushed').hover();
  await picture(user.page, 'docs/pictures/rules-refused');
}

async function config(user: User): Promise<void> {
  const { page } = user;
  await user.open('targeting.config.json');
  await page.keyboard.press('Control+b');
  await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  await page.locator('.view-line', { hasText: '"max-step"' }).first().waitFor();
  await user.hover(page.locator('.view-line span span', { hasText: /^"max-step"$/ }).first(), 'Example');
  await picture(page, 'docs/pictures/rules-hover');
}
