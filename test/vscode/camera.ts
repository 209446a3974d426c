/** Takes pictures of a real VS Code for README and walkthrough, once nothing in it moves any more. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import UPNG from 'upng-js';
import { launch } from './host/launch.js';
import { User } from './user.js';

export const root = process.cwd();
export const dark = 'Default Dark Modern';
export const light = 'Default Light Modern';

export interface Look {
  readonly workspace: string;
  readonly theme: string;
  /** In CSS pixels, as the height. */
  readonly width: number;
  readonly height: number;
  readonly locale?: string;
  /** Device pixels for a CSS pixel: 1.25 where nothing is said. */
  readonly zoom?: number;
}

/** @param toggle path of its file in the workspace, without the suffix */
export async function inEditor(look: Look, toggle: string, take: (user: User) => Promise<void>): Promise<void> {
  const { workspace, theme, width, height, locale, zoom = 1.25 } = look;
  const host = await launch({
    workspace,
    openFiles: [join(workspace, `${toggle}.targeting.json`)],
    extensionDevelopmentPath: root,
    viewport: { width, height },
    deviceScaleFactor: zoom,
    locale,
    settings: {
      'editor.minimap.enabled': false,
      'editor.stickyScroll.enabled': false,
      'editor.fontSize': 14,
      'window.title': 'toggles',
      'workbench.colorTheme': theme,
    },
  });
  try {
    // The lens above the variations moves what is below it, so it must be there first.
    await host.page.locator('.codelens-decoration').first().waitFor();
    await take(new User(host.page));
  } finally {
    await host.dispose();
  }
}

export async function withoutSideBar(user: User): Promise<void> {
  const { page } = user;
  await page.locator('.view-line', { hasText: 'comment' }).first().click();
  await page.keyboard.press('Control+b');
  await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  await user.goTo(1, 1);
}

export interface Part {
  /** In CSS pixels below the editor's upper edge. */
  readonly from: number;
  readonly to: number;
}

/** Takes a picture of the window or a part of its editor once two frames in a row are the same, so that nothing moves. */
export async function picture(page: Page, path: string, part?: Part): Promise<void> {
  const editor = await page.locator('.part.editor').boundingBox();
  const clip =
    editor === null || part === undefined
      ? undefined
      : { ...editor, y: editor.y + part.from, height: part.to - part.from };
  let last: Buffer = Buffer.alloc(0);
  for (let tries = 0; tries < 30; tries++) {
    const now = await page.screenshot({ caret: 'hide', ...(clip !== undefined && { clip }) });
    if (now.equals(last)) break;
    last = now;
  }
  const small = inFewColors(last);
  writeFileSync(join(root, `${path}.png`), small);
  console.log(`${path}.png, ${Math.round(small.length / 1024)} KiB`);
}

/** The same picture at a third of its size: an editor has few colors, and pictures are packed with the extension. */
function inFewColors(png: Buffer): Buffer {
  const { width, height, ...image } = UPNG.decode(new Uint8Array(png).buffer);
  return Buffer.from(UPNG.encode(UPNG.toRGBA8({ width, height, ...image }), width, height, 64));
}
