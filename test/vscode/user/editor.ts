/** A VS Code with the built extension and a service, for suites that act from outside as a person does. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'vitest';
import { afterAll, afterEach, beforeEach } from 'vitest';
import type { EnvironmentSeed, Seed } from '../../service/seed.js';
import type { Service, ServiceOptions } from '../../service/service.js';
import { startService } from '../../service/service.js';
import type { Host, LaunchOptions } from '../host/launch.js';
import { launch } from '../host/launch.js';
import { User } from '../user.js';

export const canary = 'api-canary-7f3a91c2';
export const root = join(import.meta.dirname, '../../..');

const variations = [
  { value: 'false', name: 'old', description: '' },
  { value: 'true', name: 'new', description: '' },
];

export const boolean = ['off', 'on'].map((name) => ({ name, value: String(name === 'on'), description: '' }));

export const cityRule = (name: string, serve: object, ...objects: readonly string[]) => ({
  ...{ name, serve },
  conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects }],
});

/** A targeting with every field, so that nothing is left to the service. */
export const targeting = (rules: readonly object[] = [], byDefault = 0, of: readonly object[] = boolean) => ({
  disabled: false,
  content: { rules, disabledServe: { select: 0 }, defaultServe: { select: byDefault }, variations: of },
});

/** Project `P` with these toggles, and two people who may do everything in it: anna, and her colleague bob. */
export function seedOf(
  toggles: readonly string[],
  environments: Readonly<Record<string, EnvironmentSeed>> = { dev: {}, online: {} },
  returnType: 'boolean' | 'string' = 'boolean',
): Seed {
  return {
    tokens: [
      { token: canary, account: 'anna' },
      { token: 'api-bob', account: 'bob' },
    ],
    projects: {
      P: { toggles: Object.fromEntries(toggles.map((toggle) => [toggle, { variations, returnType }])), environments },
    },
  };
}

export interface Trial {
  readonly service: Service;
  readonly workspace: string;
  /** Settings, state, logs and browser storage of the editor; removed by dispose. */
  readonly home: string;
  readonly write: (path: string, content: string | object) => void;
  readonly read: (path: string) => string;
  /** Writes a config for the project `P` of the service. */
  readonly writeConfig: (environments: object, more?: object, path?: string) => void;
  /** bob sends a PATCH to the targeting of a toggle, or to a path below it. */
  readonly colleague: (environment: string, toggle: string, body: object, below?: string) => Promise<void>;
  readonly openEditor: (options?: Partial<LaunchOptions>) => Promise<{ readonly host: Host; readonly user: User }>;
  readonly dispose: () => Promise<void>;
}

export async function startTrial(options: Partial<ServiceOptions> = {}): Promise<Trial> {
  const service = await startService({ seed: seedOf(['checkout', 'other']), ...options });
  const workspace = mkdtempSync(join(tmpdir(), 'targeting-trial-'));
  const home = mkdtempSync(join(tmpdir(), 'targeting-home-'));
  const hosts: Host[] = [];
  const write = (path: string, content: string | object) => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  };
  return {
    service,
    workspace,
    home,
    write,
    read: (path) => readFileSync(join(workspace, path), 'utf8'),
    writeConfig: (environments, more = {}, path = 'targeting.config.json') =>
      write(path, { baseUrl: service.url, project: 'P', environments, ...more }),
    colleague: async (environment, toggle, body, below = '') => {
      const path = `/api/projects/P/environments/${environment}/toggles/${toggle}/targeting${below}`;
      const headers = { Authorization: 'api-bob', 'Content-Type': 'application/json' };
      const sent = { method: 'PATCH', headers, body: JSON.stringify({ comment: 'by bob', ...body }) };
      const { status } = await fetch(service.url + path, sent);
      if (status !== 200) throw new Error(`${path} was answered with ${status}.`);
    },
    openEditor: async (more) => {
      const host = await launch({ workspace, home, extensionDevelopmentPath: root, ...more });
      hosts.push(host);
      host.page.setDefaultTimeout(30_000);
      await host.page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 60_000 });
      return { host, user: new User(host.page) };
    },
    dispose: async () => {
      for (const host of hosts) await host.dispose();
      await service.close();
      rmSync(workspace, { recursive: true, force: true });
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Shared by all tests of a file that do not open another window. */
export interface Window {
  readonly trial: Trial;
  readonly host: Host;
  readonly user: User;
}

interface WindowOptions extends Partial<LaunchOptions> {
  /** Opened at the start; the extension has started once the entry of the file is in the status bar. */
  readonly open?: string;
}

/** One window for all tests of a file, without notifications of the test before, and without Auto Save. */
export async function openWindow(
  service: Partial<ServiceOptions>,
  writeFiles: (trial: Trial) => void | Promise<void>,
  { open, ...options }: WindowOptions = {},
): Promise<Window> {
  const trial = await startTrial(service);
  afterAll(() => trial.dispose());
  await writeFiles(trial);
  const openFiles = open === undefined ? [] : [join(trial.workspace, open)];
  const settings = { 'files.autoSave': 'off', ...options.settings };
  const { host, user } = await trial.openEditor({ openFiles, ...options, settings });
  if (open !== undefined) await user.page.locator('.statusbar-item[id*="oggle-targeting"]').first().waitFor();
  // A test may have closed it.
  beforeEach(() => (user.page.isClosed() ? undefined : user.dismissToasts()));
  afterEach((context) => pictureOfFailure(user, context));
  return { trial, host, user };
}

/** Saves a picture of the window after a failed test. */
export async function pictureOfFailure(user: User | undefined, { task }: TestContext): Promise<void> {
  if (task.result?.state !== 'fail' || user?.page.isClosed() === true) return;
  const path = join(root, 'test/vscode/artifacts', `${task.name.replace(/\W+/g, '-')}.png`);
  await user?.page.screenshot({ path });
}

/** Ids of the language servers that editors of this process started; other test files run at the same time. */
export function serverProcesses(): readonly number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  const all = rows.map((row) => row.trim().split(/\s+/));
  const parents = new Map(all.map(([id, parent]) => [id, parent]));
  const isOurs = (id: string | undefined): boolean =>
    id !== undefined && (id === String(process.pid) || isOurs(parents.get(id)));
  const server = join(root, 'dist/server.js');
  return all
    .filter(([id, , state, ...args]) => state !== 'Z' && args.includes(server) && isOurs(id))
    .map(([id]) => Number(id));
}

/** A targeting file without problems. */
export const clean = { comment: 'Ten per cent', disabled: false, content: { defaultServe: { select: 1 }, variations } };
