/** The pictures of the walkthrough, each in a dark and in a light theme, cut to what its step is about. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startService } from '../service/service.js';
import { dark, inEditor, light, picture, withoutSideBar } from './camera.js';
import { port, seed, token, writeFiles } from './picturesOfPushes.js';
import type { User } from './user.js';

export async function picturesOfWalkthrough(): Promise<void> {
  for (const [theme, name] of [
    [dark, 'dark'],
    [light, 'light'],
  ] as const) {
    const workspace = join(mkdtempSync(join(tmpdir(), 'pictures-')), 'shop');
    const service = await startService({ seed, port });
    try {
      writeFiles(workspace, service.url);
      const look = { workspace, theme, width: 720, height: 560 };
      await inEditor(look, 'new_checkout', (user) => steps(user, name));
      await inEditor({ ...look, width: 1240 }, 'new_checkout', (user) => users(user, workspace, name));
    } finally {
      await service.close();
      rmSync(dirname(workspace), { recursive: true, force: true });
    }
  }
}

async function steps(user: User, theme: 'dark' | 'light'): Promise<void> {
  const { page } = user;
  const take = (step: string, from: number, to: number) => picture(page, `walkthrough/${step}-${theme}`, { from, to });
  await withoutSideBar(user);

  await page.locator('.codelens-decoration a', { hasText: 'production: set token' }).click();
  await user.answer(token, 'http://');
  await user.toast('is stored').waitFor();
  await user.dismissToasts();
  await page.locator('.codelens-decoration', { hasText: 'production: differs' }).waitFor();
  await user.goTo(1, 1);
  await take('drift', 0, 230);

  await user.command('Targeting: Pull Toggles into Files…');
  await user.choose('targeting.config.json');
  await user.quickPick('wish_list').waitFor();
  await user.quickPick('gift_cards').click();
  await take('pull', 0, 200);
  await page.keyboard.press('Escape');

  await user.open('targeting.config.json');
  await user.goTo(1, 1);
  await take('environment', 30, 330);

  await user.open('new_checkout.targeting.json');
  await user.goTo(20, 22);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('7');
  await user.squiggles('warning').first().waitFor();
  await page.keyboard.press('Control+.');
  await page.locator('.action-widget .monaco-list-row').first().waitFor();
  await take('file', 200, 490);
  await page.keyboard.press('Escape');
  await user.quickFix('Select 0');
  await user.pressPush();
  await user.choose('dev');
  await user.toast('Pushed new_checkout').waitFor();
  await take('push', 260, 540);
}

async function users(user: User, workspace: string, theme: 'dark' | 'light'): Promise<void> {
  const named = [
    { name: 'ada', attributes: { city: 'Paris' } },
    { name: 'bob', attributes: { city: 'Hangzhou' } },
  ];
  writeFileSync(join(workspace, 'targeting.users.json'), JSON.stringify({ users: named }));
  const { page } = user;
  await user.command('Targeting: Show Who Gets What');
  // The other view of the container needs no place here.
  await page.locator('.pane-header[aria-label^="Toggles"]').click();
  await page.locator('.customview-tree .monaco-list-row', { hasText: 'bob' }).waitFor();
  await picture(page, `walkthrough/users-${theme}`, { of: '.part.sidebar', from: 0, to: 140 });
}
