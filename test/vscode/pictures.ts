/** `npm run pictures`: takes the pictures of README (docs/pictures/) and walkthrough, and draws the icon. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { losslessCompressPngSync } from '@napi-rs/image';
import type { Page } from 'playwright-core';
import { demoSeed } from '../service/seed.js';
import { startService } from '../service/service.js';
import { chineseFont, dark, inEditor, light, picture, root, withoutSideBar } from './camera.js';
import { picturesOfCode, picturesOfEnvironments, picturesOfRules } from './picturesOfFiles.js';
import { picturesOfServing, picturesOfTests } from './picturesOfTests.js';
import { picturesOfPushes, picturesOfWalkthrough, pictureThatMoves } from './picturesOfPushes.js';
import type { User } from './user.js';

/** By the option that takes only these pictures. */
const all = {
  '--demo': picturesOfDemo,
  '--first': pictureThatMoves,
  '--pushes': picturesOfPushes,
  '--tests': picturesOfTests,
  '--environments': picturesOfEnvironments,
  '--code': picturesOfCode,
  '--serving': picturesOfServing,
  '--rules': picturesOfRules,
  '--walkthrough': picturesOfWalkthrough,
};
const chosen = Object.entries(all).filter(([option]) => process.argv.includes(option));
for (const [, take] of chosen.length > 0 ? chosen : Object.entries(all)) await take();
process.exit(0);

async function picturesOfDemo(): Promise<void> {
  const workspace = join(mkdtempSync(join(tmpdir(), 'pictures-')), 'toggles');
  freshDemo(workspace);
  const service = await startService({ seed: demoSeed, port: 4009 });
  const tall = { workspace, width: 1050, height: 760 };
  try {
    await inEditor({ workspace, theme: dark, width: 980, height: 640 }, 'online/checkout', protectedPush);
    await inEditor({ ...tall, theme: dark }, 'dev/new_search', features);
    await inEditor({ workspace, theme: light, width: 930, height: 830 }, 'dev/banner', problems);
    await inEditor({ workspace, theme: light, width: 1240, height: 560 }, 'dev/checkout', references);
    await inEditor({ workspace, theme: dark, width: 1140, height: 740 }, 'dev/new_search', problemsPanel);
    Object.assign(process.env, await chineseFont());
    await inEditor({ ...tall, theme: light, locale: 'zh-cn' }, 'dev/dark_mode', inChinese);
  } finally {
    await service.close();
    rmSync(dirname(workspace), { recursive: true, force: true });
  }
}

/** The demo without the mistakes of its first file, and without users and drift, which have pictures of their own. */
function freshDemo(workspace: string): void {
  cpSync(join(root, 'demo'), workspace, { recursive: true });
  rmSync(join(workspace, 'targeting.users.json'));
  const config = join(workspace, 'targeting.config.json');
  writeFileSync(config, readFileSync(config, 'utf8').replace('"dev": { "api": "featureprobe" }', '"dev": {}'));
  const first = join(workspace, 'dev/checkout.targeting.json');
  const mended = readFileSync(first, 'utf8').replace(' 1001', ' "1001"').replace('"select": 2', '"select": 1');
  writeFileSync(first, mended);
}

async function protectedPush(user: User): Promise<void> {
  await user.pressPush();
  await user.answer('api-demo-token', 'http://');
  await user.answer('One in ten gets the new checkout', 'comment');
  await user.dialog().waitFor();
  await picture(user.page, 'docs/pictures/protected');
  await user.pressInDialog('Cancel');
  await drawIcon(user.page);
}

async function features(user: User): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await page.locator('.view-line', { hasText: /50%/ }).first().waitFor();
  await picture(page, 'docs/pictures/hints', { from: 282, to: 653 });

  await page.locator('.view-line span span', { hasText: '"staff"' }).first().hover({ force: true });
  await page.locator('.monaco-hover:not(.hidden) .hover-contents', { hasText: 'Serves' }).waitFor();
  await picture(page, 'docs/pictures/hover', { from: 0, to: 301 });
  await page.keyboard.press('Escape');
  await page.mouse.move(5, 5);
  await page.locator('.monaco-hover:not(.hidden)').first().waitFor({ state: 'hidden' });

  await user.goTo(13, 31);
  await page.keyboard.press('F2');
  await page.locator('.rename-box input').waitFor();
  await picture(page, 'docs/pictures/rename', { from: 263, to: 653 });
  await page.keyboard.press('Escape');

  await user.goTo(26, 12);
  await page.keyboard.press('Control+.');
  await page.locator('.action-widget .monaco-list-row', { hasText: 'Move variation' }).first().waitFor();
  await picture(page, 'docs/pictures/refactoring', { from: 110, to: 580 });
  await page.keyboard.press('Escape');

  await user.goTo(13, 31);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+Space');
  await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'hybrid' }).waitFor();
  await picture(page, 'docs/pictures/completion', { from: 150, to: 415 });
  await page.keyboard.press('Escape');
}

async function problems(user: User): Promise<void> {
  await withoutSideBar(user);
  await user.squiggles('warning').nth(2).waitFor();
  await user.page.locator('.view-line', { hasText: '"large"' }).last().waitFor();
  await picture(user.page, 'docs/pictures/problems', { from: 130, to: 708 });
}

async function references(user: User): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await user.goTo(23, 37);
  await page.keyboard.press('Shift+F12');
  const peek = page.locator('.reference-zone-widget');
  await peek.locator('.monaco-list-row', { hasText: 'new_search' }).click();
  await peek.locator('.monaco-list-row', { hasText: 'boolean' }).click();
  await peek.locator('.view-line', { hasText: 'prerequisites' }).waitFor();
  await picture(page, 'docs/pictures/references', { from: 63, to: 319 });
  await page.keyboard.press('Escape');
}

async function problemsPanel(user: User): Promise<void> {
  await withoutSideBar(user);
  await user.problems();
  await picture(user.page, 'docs/pictures/workspace');
}

async function inChinese(user: User): Promise<void> {
  const { page } = user;
  await withoutSideBar(user);
  await user.squiggles('warning').first().waitFor();
  await page
    .locator('.view-line span span', { hasText: /^false$/ })
    .last()
    .hover({ force: true });
  await page.locator('.monaco-hover:not(.hidden) .hover-contents').nth(1).waitFor();
  await picture(page, 'docs/pictures/chinese', { from: 150, to: 470 });
}

async function drawIcon(page: Page): Promise<void> {
  const icon = await page.context().newPage();
  await icon.setViewportSize({ width: 256, height: 256 });
  await icon.setContent(`<body style="margin:0"><svg width="256" height="256" viewBox="0 0 128 128">
    <rect width="128" height="128" rx="28" fill="#1f2937"/>
    <rect x="20" y="40" width="88" height="48" rx="24" fill="#34d399"/>
    <circle cx="84" cy="64" r="18" fill="#fff"/>
    <circle cx="84" cy="64" r="10" fill="none" stroke="#1f2937" stroke-width="3"/>
    <circle cx="84" cy="64" r="3.5" fill="#1f2937"/>
  </svg>`);
  const drawn = await icon.screenshot({ omitBackground: true, scale: 'css' });
  writeFileSync(join(root, 'icon.png'), losslessCompressPngSync(drawn));
}
