/** `npm run pictures`: takes the pictures of README and walkthrough from a real VS Code, and draws the icon. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoSeed } from '../service/seed.js';
import { startService } from '../service/service.js';
import { launch } from './host/launch.js';
import { User } from './user.js';

const root = process.cwd();
const workspace = join(mkdtempSync(join(tmpdir(), 'pictures-')), 'toggles');
cpSync(join(root, 'demo'), workspace, { recursive: true, filter: (path) => !path.endsWith('.service.json') });
const service = await startService({ seed: demoSeed, port: 4009 });
const host = await launch({
  workspace,
  openFiles: [join(workspace, 'dev/checkout.targeting.json')],
  extensionDevelopmentPath: root,
  viewport: { width: 1100, height: 640 },
  deviceScaleFactor: 1.5,
  settings: { 'editor.minimap.enabled': false, 'window.title': 'toggles', 'editor.fontSize': 14 },
});
const { page } = host;
const user = new User(page);

try {
  await user.squiggles('warning').nth(1).waitFor();
  await user.goTo(16, 30);
  await page.keyboard.press('Control+.');
  await page.locator('.action-widget .monaco-list-row').first().waitFor();
  await picture('fix');
  await page.keyboard.press('Escape');

  await user.quickFix('Select 1');
  await user.goTo(13, 33);
  await user.quickFix('Quote the value');
  await user.goTo(1, 1);
  await hoverAt('select', 0);
  await picture('hover');
  await page.keyboard.press('Escape');
  await page.mouse.move(5, 5);
  await user.pressPush();
  await user.quickInputTitle('Access token').waitFor();
  await user.answer('api-demo-token');
  await user.toast('Pushed checkout').waitFor();
  await picture('push');
  await user.dismissToasts();

  await user.open('online/checkout.targeting.json');
  await user.pressPush();
  await user.answer('One in ten gets the new checkout', 'comment');
  await user.dialog().waitFor();
  await picture('protected');
  await user.pressInDialog('Cancel');

  await drawIcon();
} finally {
  await host.dispose();
  await service.close();
  rmSync(workspace, { recursive: true, force: true });
}
process.exit(0);

async function hoverAt(text: string, index: number): Promise<void> {
  const span = page.locator('.view-line span span', { hasText: text }).nth(index);
  await span.hover({ force: true });
  await page.locator('.monaco-hover:not(.hidden) .hover-contents', { hasText: 'Selected variation' }).waitFor();
}

/** Once two frames in a row are the same: whatever moved has come to rest. */
async function picture(name: string): Promise<void> {
  let last: Buffer = Buffer.alloc(0);
  for (let tries = 0; tries < 30; tries++) {
    const now = await page.screenshot({ caret: 'hide' });
    if (now.equals(last)) break;
    last = now;
  }
  writeFileSync(join(root, 'walkthrough', `${name}.png`), last);
  console.log(`walkthrough/${name}.png`);
}

async function drawIcon(): Promise<void> {
  const icon = await host.context.newPage();
  await icon.setViewportSize({ width: 256, height: 256 });
  await icon.setContent(`<body style="margin:0"><svg width="256" height="256" viewBox="0 0 128 128">
    <rect width="128" height="128" rx="28" fill="#1f2937"/>
    <rect x="20" y="40" width="88" height="48" rx="24" fill="#34d399"/>
    <circle cx="84" cy="64" r="18" fill="#fff"/>
    <circle cx="84" cy="64" r="10" fill="none" stroke="#1f2937" stroke-width="3"/>
    <circle cx="84" cy="64" r="3.5" fill="#1f2937"/>
  </svg>`);
  await icon.screenshot({ path: join(root, 'icon.png'), omitBackground: true, scale: 'css' });
}
