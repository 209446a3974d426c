/** Takes pictures of a real VS Code for README and walkthrough once nothing in it moves. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { losslessCompressPngSync } from '@napi-rs/image';
import UPNG from 'upng-js';
import { unpackDebian } from '../editors/debianPackages.js';
import { installOnce } from '../editors/installOnce.js';
import type { Seed } from '../service/seed.js';
import type { Service } from '../service/service.js';
import { startService } from '../service/service.js';
import { launch } from './host/launch.js';
import { commitAll } from './git.js';
import { User } from './user.js';

export const root = process.cwd();
export const dark = 'Default Dark Modern';
export const light = 'Default Light Modern';

export interface Look {
  readonly workspace: string;
  readonly theme: string;
  /** In CSS pixels, like the height. */
  readonly width: number;
  readonly height: number;
  readonly locale?: string;
  /** In addition to those of all pictures. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Scene {
  readonly seed?: Seed;
  /** Visible in pictures. */
  readonly port?: number;
  /** Texts or values by path. */
  readonly files: (baseUrl: string) => Files;
  readonly isCommitted?: true;
}

export type Files = Readonly<Record<string, string | object>>;

export interface Shop {
  readonly service: Service;
  readonly write: (files: Files) => void;
  readonly open: (
    look: Omit<Look, 'workspace'>,
    toggle: string,
    ...takes: readonly ((user: User) => Promise<void>)[]
  ) => Promise<void>;
}

/** The folder is called `shop`, which pictures show. */
export async function inShop({ seed, port, files, isCommitted }: Scene, take: (shop: Shop) => Promise<void>) {
  const workspace = join(mkdtempSync(join(tmpdir(), 'pictures-')), 'shop');
  const service = await startService({
    seed: seed ?? { tokens: [], projects: {} },
    ...(port !== undefined && { port }),
  });
  const write = (all: Files) => {
    for (const [path, content] of Object.entries(all)) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    }
  };
  try {
    write(files(service.url));
    if (isCommitted) commitAll(workspace, 'As it is live');
    await take({
      service,
      write,
      open: async (look, toggle, ...takes) => {
        await inEditor({ ...look, workspace }, toggle, async (user) => {
          for (const each of takes) await each(user);
        });
      },
    });
  } finally {
    await service.close();
    rmSync(dirname(workspace), { recursive: true, force: true });
  }
}

/** JSON as people lay it out: a value without a list of objects is on one line. */
export function laidOut(value: unknown, indentation = ''): string {
  const text = JSON.stringify(value, null, 1)
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll(/(?<=\[) | (?=\])/g, '');
  if (typeof value !== 'object' || value === null || !text.includes('[{')) return text;
  const inner = `${indentation}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => laidOut(each, inner))
    : Object.entries(value).map(([key, each]) => `"${key}": ${laidOut(each, inner)}`);
  const [begin, end] = Array.isArray(value) ? '[]' : '{}';
  return `${begin}\n${parts.map((part) => inner + part).join(',\n')}\n${indentation}${end}`;
}

/** @param toggle path of its file in the workspace, without the suffix */
export async function inEditor(look: Look, toggle: string, take: (user: User) => Promise<void>): Promise<void> {
  const { workspace, theme, width, height, locale, settings } = look;
  const host = await launch({
    workspace,
    openFiles: [join(workspace, `${toggle}.targeting.json`)],
    extensionDevelopmentPath: root,
    viewport: { width, height },
    deviceScaleFactor: 1,
    locale,
    settings: {
      'editor.minimap.enabled': false,
      'editor.stickyScroll.enabled': false,
      'editor.fontSize': 14,
      'window.title': 'toggles',
      'workbench.colorTheme': theme,
      ...settings,
    },
  });
  try {
    await host.page.locator('.statusbar-item[id*="oggle-targeting"]').first().waitFor();
    await take(new User(host.page));
  } finally {
    await host.dispose();
  }
}

export async function withoutSideBar(user: User): Promise<void> {
  const { page } = user;
  await page.locator('.editor-instance .view-line').first().click();
  await page.keyboard.press('Control+b');
  await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  await user.goTo(1, 1);
}

export interface Part {
  /** A selector of the workbench; by default, the editor. */
  readonly of?: string;
  /** In CSS pixels below its upper edge. */
  readonly from: number;
  readonly to: number;
}

export async function picture(page: Page, path: string, part?: Part): Promise<void> {
  write(path, [await still(page, part)], []);
}

/** A moving picture as APNG: stills with their milliseconds. Viewers without APNG show the first. */
export class Film {
  readonly #stills: Buffer[] = [];
  readonly #delays: number[] = [];

  constructor(
    private readonly page: Page,
    private readonly part?: Part,
  ) {}

  async take(milliseconds: number): Promise<void> {
    this.#stills.push(await still(this.page, this.part));
    this.#delays.push(milliseconds);
  }

  save(path: string): void {
    write(path, this.#stills, this.#delays);
  }
}

/** Retries until two pictures in a row are the same. */
async function still(page: Page, part: Part | undefined): Promise<Buffer> {
  const whole = await page.locator(part?.of ?? '.part.editor').boundingBox();
  const clip =
    whole === null || part === undefined
      ? undefined
      : { ...whole, y: whole.y + part.from, height: part.to - part.from };
  let last: Buffer = Buffer.alloc(0);
  for (let tries = 0; tries < 30; tries++) {
    const now = await page.screenshot({ caret: 'hide', ...(clip !== undefined && { clip }) });
    if (now.equals(last)) break;
    last = now;
  }
  return last;
}

/** Writes few colors, at a quarter of the size, because pictures are packed with the extension. */
function write(path: string, stills: readonly Buffer[], delays: number[]): void {
  const images = stills.map((png) => UPNG.decode(new Uint8Array(png).buffer));
  const [{ width, height } = { width: 0, height: 0 }] = images;
  const pixels = images.map((image) => UPNG.toRGBA8(image)[0] ?? new ArrayBuffer(0));
  const few = Buffer.from(UPNG.encode(pixels, width, height, stills.length > 1 ? 16 : 32, delays));
  // losslessCompressPngSync cannot write moving pictures.
  const small = stills.length > 1 ? few : losslessCompressPngSync(few);
  writeFileSync(join(root, `${path}.png`), small);
  console.log(`${path}.png, ${Math.round(small.length / 1024)} KiB`);
}

/**
 * Finds a font with Chinese, or unpacks that of Debian into the cache folder.
 * @returns the environment in which the browser finds the font; empty if the machine has one
 */
export async function chineseFont(): Promise<NodeJS.ProcessEnv> {
  const { stdout } = await promisify(execFile)('fc-list', [':lang=zh-cn']);
  if (stdout.trim() !== '') return {};
  const folder = await installOnce('font-wqy-microhei', (into) => unpackDebian('fonts-wqy-microhei', into));
  return { XDG_DATA_HOME: join(folder, 'usr', 'share') };
}
