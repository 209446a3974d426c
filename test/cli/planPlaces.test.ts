/** Tests that a plan shows its target, and whether that is protected. */
import { describe, expect, it } from 'vitest';
import type { DeployTrial } from './deployTrial.js';
import { deployTrial, textOf } from './deployTrial.js';
import { complains } from '../support/commandLine.js';

const api = 'featureprobe';
const files = { 'dev/checkout.targeting.json': textOf({ defaultServe: { select: 1 } }) };
const markdown = ['plan', '--env', 'dev', '--format', 'markdown'];
const hostOf = ({ service }: DeployTrial) => new URL(service.url).host.replace(/[.:]/g, '\\$&');

describe('plan --format markdown', () => {
  it('shows service, project, key and protection of each environment', async () => {
    const environments = { dev: { api, key: 'online' }, online: { api, protected: true } };
    const guarded = await deployTrial({ files, environments });
    const { stdout } = await guarded.run(markdown);
    expect(stdout).toContain(`| dev | online | Shop | http\\://${hostOf(guarded)} | Protected |\n`);
    expect(stdout).toContain('**checkout → dev \\(key online\\) of Shop on ');
    const open = await deployTrial({ files, environments: { dev: { api } } });
    expect((await open.run(markdown)).stdout).toContain(
      `| dev | dev | Shop | http\\://${hostOf(open)} | Not protected |\n`,
    );
  });

  it('shows each environment even if nothing has changed, or the file is invalid', async () => {
    const environments = { dev: { api } };
    const same = await deployTrial({ environments, files: { 'dev/checkout.targeting.json': textOf() } });
    const wrong = await deployTrial({ environments, files: { 'dev/checkout.targeting.json': '{' } });
    for (const trial of [same, wrong])
      expect((await trial.run(markdown)).stdout).toContain(`| dev | dev | Shop | http\\://${hostOf(trial)} |`);
  });

  it('shows each environment once, and escapes its long names', async () => {
    const evil = `|<b>${'x'.repeat(90)}`;
    const trial = await deployTrial({
      environments: { dev: { api } },
      keys: ['checkout', 'search'],
      files: { ...files, 'dev/search.targeting.json': textOf() },
    });
    const config = {
      baseUrl: `https://${'a'.repeat(60)}.${'b'.repeat(60)}.evil.example/${'p'.repeat(300)}`,
      project: evil,
    };
    const other = { ...config, environments: { dev: { key: evil } } };
    trial.folder.write('other/targeting.config.json', JSON.stringify(other));
    trial.folder.write('other/checkout.targeting.json', textOf());
    const rows = (await trial.run(markdown)).stdout.split('\n').filter((line) => line.startsWith('| dev '));
    expect(rows).toEqual([
      expect.stringContaining(hostOf(trial)),
      expect.stringMatching(
        /^\| dev \| \\\|\\<b\\>x+ \| \\\|\\<b\\>x+ \| https\\:\/\/.*evil\\\.example\/.* \| Not protected \|$/,
      ),
    ]);
  });
});

it.each(['plan', 'drift'])(
  '%s refuses two files of one toggle, even if only one name of the environment is given',
  async (command) => {
    const api = 'featureprobe';
    const trial = await deployTrial({
      environments: { dev: { api }, dev2: { api, key: 'dev' } },
      files: { 'dev/checkout.targeting.json': textOf(), 'dev2/checkout.targeting.json': textOf() },
    });
    await complains(
      trial.run([command, '--env', 'dev2']),
      2,
      /dev2\/checkout\.targeting\.json: .*dev\/checkout\.targeting\.json/,
    );
    expect(trial.service.requests).toEqual([]);
  },
);
