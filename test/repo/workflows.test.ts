/** Tests that release jobs have only the permissions they need, and that actions and tools are pinned. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

const jobsOf = (name: string) =>
  Object.entries((load(readFileSync(join(folder, name), 'utf8')) as { jobs: Readonly<Record<string, Job>> }).jobs);
const release = jobsOf('release.yml');
const commandsOf = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);

describe('a workflow', () => {
  it.each(readdirSync(folder))('pins each action to a commit with the name of its version: %s', (name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    const uses = lines.filter((line) => line.includes('uses:'));
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => !/ uses: [\w-]+(?:\/[\w-]+)+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });
});

describe('the release', () => {
  it('gives no write permission to jobs that run package scripts', () => {
    const running = release.filter(([, job]) =>
      commandsOf(job).some((run) => /^npm (?:ci|test|run)/.test(run) && !run.includes('--ignore-scripts')),
    );
    expect(running.map(([name, { permissions }]) => [name, permissions])).toEqual([['package', undefined]]);
  });

  it('creates attestations in a separate job, which runs no commands', () => {
    const attesting = release.filter(([, { permissions }]) => permissions?.['attestations'] !== undefined);
    expect(attesting.map(([name, job]) => [name, commandsOf(job)])).toEqual([['attest', []]]);
  });

  it('publishes with tools pinned by a lockfile', () => {
    expect(release.flatMap(([, job]) => commandsOf(job)).filter((run) => /\bnpx\b|npm install/.test(run))).toEqual([]);
    const { packages } = JSON.parse(readFileSync(join(root, 'release/publish/package-lock.json'), 'utf8')) as {
      packages: Readonly<Record<string, { readonly integrity?: string }>>;
    };
    const unfixed = Object.entries(packages).filter(([name, { integrity }]) => name !== '' && integrity === undefined);
    expect(unfixed).toEqual([]);
    expect(Object.keys(packages)).toEqual(
      expect.arrayContaining(['node_modules/@vscode/vsce', 'node_modules/ovsx']) as string[],
    );
  });
});
