/** The pictures of the walkthrough, each in a dark and in a light theme, cut to what its step is about. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startService } from '../service/service.js';
import { dark, inEditor, light, picture, withoutSideBar } from './camera.js';
import { port, seed, token, writeFiles } from './picturesOfPushes.js';
import { changeRule, inShop, setToken } from './pictureThatMoves.js';
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
      await inEditor(look, 'new_checkout', (user) => pullAndDrift(user, name));
      await inEditor({ ...look, height: 900 }, 'new_checkout', (user) => file(user, name));
      // Without the mistake of the step before.
      writeFiles(workspace, service.url);
      const users = ['Anna', 'Bruno', 'Chen', 'Dana'].map((each, index) => ({
        name: each,
        attributes: { city: index < 2 ? 'Paris' : 'Rome' },
      }));
      writeFileSync(join(workspace, 'targeting.users.json'), JSON.stringify({ users }));
      await inEditor({ ...look, width: 1240 }, 'new_checkout', (user) => whoGetsWhat(user, name));
      await inShop({ theme, width: 720 }, (user) => push(user, name));
    } finally {
      await service.close();
      rmSync(dirname(workspace), { recursive: true, force: true });
    }
  }
}

type Theme = 'dark' | 'light';

async function pullAndDrift(user: User, theme: Theme): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await page.locator('.codelens-decoration a', { hasText: 'production: set token' }).click();
  await user.answer(token, 'http://');
  await user.toast('is stored').waitFor();
  await user.dismissToasts();
  await page.locator('.codelens-decoration', { hasText: 'production: differs' }).waitFor();
  await user.goTo(1, 1);
  await picture(page, `walkthrough/drift-${theme}`, { from: 0, to: 230 });

  await user.command('Targeting: Pull Toggles into Files…');
  await user.choose('targeting.config.json');
  await user.quickPick('wish_list').waitFor();
  await user.quickPick('gift_cards').click();
  await picture(page, `walkthrough/pull-${theme}`, { from: 0, to: 200 });
}

async function file(user: User, theme: Theme): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await user.goTo(20, 22);
  await page.keyboard.press('Backspace');
  await user.type('7');
  await user.squiggles('warning').first().waitFor();
  await page.keyboard.press('Control+.');
  await page.locator('.action-widget .monaco-list-row', { hasText: 'Select 1' }).waitFor();
  await picture(page, `walkthrough/file-${theme}`, { from: 395, to: 715 });
}

async function push(user: User, theme: Theme): Promise<void> {
  await withoutSideBar(user);
  await setToken(user);
  await user.goTo(10, 30);
  await changeRule(user);
  await user.pressPush();
  await user.answer('Beta users get the new checkout', 'comment');
  await user.dialog().waitFor();
  await picture(user.page, `walkthrough/push-${theme}`, { from: 0, to: 500 });
}

async function whoGetsWhat(user: User, theme: Theme): Promise<void> {
  const { page } = user;
  await user.command('Targeting: Show Who Gets What');
  // The other view of the container needs no place here.
  await page.locator('.pane-header[aria-label^="Toggles"]').click();
  await page.locator('.customview-tree .monaco-list-row', { hasText: 'Dana' }).waitFor();
  await picture(page, `walkthrough/users-${theme}`, { of: '.part.sidebar', from: 0, to: 226 });
}
