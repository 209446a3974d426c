/** A VS Code with the built extension and a service for it, for suites that act on it from outside as a person does. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'vitest';
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

/** One project, `P`, with these toggles, and a person who may do everything in it. */
export function seedOf(
  toggles: readonly string[],
  environments: Readonly<Record<string, EnvironmentSeed>> = { dev: {}, online: {} },
): Seed {
  return {
    tokens: [{ token: canary, account: 'anna' }],
    projects: {
      P: { toggles: Object.fromEntries(toggles.map((toggle) => [toggle, { variations }])), environments },
    },
  };
}

export interface Trial {
  readonly service: Service;
  /** The folder that is open in the editor. */
  readonly workspace: string;
  /** Settings, state, logs and browser storage of the editor; goes with dispose. */
  readonly home: string;
  readonly write: (path: string, content: string | object) => void;
  readonly openEditor: (options?: Partial<LaunchOptions>) => Promise<{ readonly host: Host; readonly user: User }>;
  readonly dispose: () => Promise<void>;
}

export async function startTrial(options: Partial<ServiceOptions> = {}): Promise<Trial> {
  const service = await startService({ seed: seedOf(['checkout', 'other']), ...options });
  const workspace = mkdtempSync(join(tmpdir(), 'targeting-trial-'));
  const home = mkdtempSync(join(tmpdir(), 'targeting-home-'));
  const hosts: Host[] = [];
  return {
    service,
    workspace,
    home,
    write: (path, content) => {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
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

/** After a test that failed: what the person saw, for whoever looks for the reason. */
export async function pictureOfFailure(user: User | undefined, { task }: TestContext): Promise<void> {
  if (task.result?.state !== 'fail') return;
  const path = join(root, 'test/vscode/artifacts', `${task.name.replace(/\W+/g, '-')}.png`);
  await user?.page.screenshot({ path });
}

/** The ids of the language servers that the editors of this process have started; other files of tests run meanwhile. */
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

/** A targeting file without a problem. */
export const clean = { comment: 'Ten per cent', disabled: false, content: { defaultServe: { select: 1 }, variations } };
