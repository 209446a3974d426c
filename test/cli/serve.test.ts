/** Tests that `serve` gives SDKs the current files of an environment, reports problems, and ends on request. */
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { FeatureProbe, FPUser } from 'featureprobe-server-sdk-node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withAccess } from '../../server/src/cli/deploy/access.js';
import { serve } from '../../server/src/cli/local/serve.js';
import type { CommandLineTrial } from '../support/commandLine.js';
import { commandLineTrials, worldIn } from '../support/commandLine.js';
import { deployTrial, variations } from './deployTrial.js';
import { config, onFor, onIn, users } from './localFiles.js';

const trialWith = commandLineTrials();
const files = {
  'targeting.config.json': config,
  'dev/checkout.targeting.json': onIn('Paris'),
  'production/checkout.targeting.json': onIn('Rome'),
};

async function serving(trial: CommandLineTrial, ...more: readonly string[]) {
  const child = trial.start(['serve', '--env', 'dev', '--port', '0', ...more]);
  const said: string[] = [];
  createInterface(child.stderr).on('line', (line) => said.push(line));
  const ended = once(child, 'exit');
  const end = async () => {
    child.kill('SIGINT');
    await ended;
    return child.exitCode;
  };
  onTestFinished(async () => {
    await end();
  });
  let url: string | undefined;
  for await (const line of createInterface(child.stdout)) {
    url = /^Remote URL for SDKs: (.*)$/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  return { url: url ?? '', said, end };
}

async function clientOf(url: string): Promise<(toggle: string, city: string) => boolean> {
  // The SDK polls once, and then only after a notification.
  const client = new FeatureProbe({ remoteUrl: url, serverSdkKey: 'any', refreshInterval: 3_600_000 });
  onTestFinished(() => client.close());
  await client.start(300_000);
  return (toggle, city) => client.booleanValue(toggle, new FPUser('anna').with('city', city), false);
}

describe('serve', () => {
  it('serves the current files after they are written, replaced, removed or created', async () => {
    const trial = trialWith(files);
    const { url } = await serving(trial);
    const isOn = await clientOf(url);
    expect([isOn('checkout', 'Paris'), isOn('checkout', 'Rome')]).toEqual([true, false]);
    trial.write('dev/checkout.targeting.json', onIn('Lyon'));
    await expect.poll(() => isOn('checkout', 'Lyon')).toBe(true);
    trial.write('dev/.saved', onIn('Oslo'));
    renameSync(trial.path('dev/.saved'), trial.path('dev/checkout.targeting.json'));
    await expect.poll(() => isOn('checkout', 'Oslo')).toBe(true);
    trial.write('dev/new.targeting.json', onIn('Bonn'));
    await expect.poll(() => isOn('new', 'Bonn')).toBe(true);
    trial.remove('dev/new.targeting.json');
    await expect.poll(() => isOn('new', 'Bonn')).toBe(false);
    // Checking out another branch removes all files for a moment.
    rmSync(trial.path('dev'), { recursive: true });
    await expect.poll(() => isOn('checkout', 'Oslo')).toBe(false);
    mkdirSync(trial.path('dev'));
    trial.write('dev/checkout.targeting.json', onIn('Rome'));
    await expect.poll(() => isOn('checkout', 'Rome')).toBe(true);
  });

  it('follows changes of the config and the users file', async () => {
    const trial = trialWith({ ...files, 'dev/a.targeting.json': onFor('staff'), 'targeting.users.json': users() });
    const { url, said } = await serving(trial);
    const isOn = await clientOf(url);
    await expect.poll(() => said).toContain('Segments without a definition, treated as empty: staff');
    trial.write('targeting.users.json', users({ staff: 'Paris' }));
    await expect.poll(() => isOn('a', 'Paris')).toBe(true);
    trial.write('targeting.users.json', '{ "users": [');
    await expect.poll(() => said.join()).toContain('"targeting.users.json" is not a valid list of users');
    expect(isOn('a', 'Paris')).toBe(true);
    trial.write('targeting.config.json', '{');
    await expect.poll(() => said.join()).toContain('targeting.config.json, line 1: ');
    expect(isOn('checkout', 'Paris')).toBe(true);
    trial.write('targeting.config.json', config.replace('{environment}/', 'production/'));
    await expect.poll(() => isOn('checkout', 'Rome')).toBe(true);
    await expect.poll(() => said).toContain('All files can be read again.');
  });

  it('serves the last good version of a broken file, and reports when the file is fixed', async () => {
    const trial = trialWith(files);
    const { url, said } = await serving(trial);
    const isOn = await clientOf(url);
    trial.write('dev/checkout.targeting.json', onIn('Rome').replace('is one of', 'is on'));
    await expect
      .poll(() => said.join('\n'))
      .toMatch(/^dev\/checkout\.targeting\.json:13: .* Its last good version is served\.$/m);
    expect(isOn('checkout', 'Paris')).toBe(true);
    trial.write('dev/checkout.targeting.json', onIn('Rome'));
    await expect.poll(() => said).toContain('dev/checkout.targeting.json is fine again.');
    expect(isOn('checkout', 'Rome')).toBe(true);
    trial.write('dev/sub/targeting.config.json', '{ "environments": { "dev": {} } }');
    trial.write('dev/sub/checkout.targeting.json', onIn('Lyon'));
    await expect
      .poll(() => said.join('\n'))
      .toMatch(/^dev\/sub\/checkout\S+ Another file of this toggle is served: .+\/dev\/checkout\.targeting\.json$/m);
    trial.remove('dev/checkout.targeting.json');
    await expect.poll(() => isOn('checkout', 'Lyon')).toBe(true);
  });

  it.runIf(process.platform !== 'win32')('exits with 0 on Ctrl+C', async () => {
    const { end } = await serving(trialWith(files));
    expect(await end()).toBe(0);
  });

  it('serves toggles only for the key in --sdk-key', async () => {
    const { url } = await serving(trialWith(files), '--sdk-key', 'mine');
    const togglesFor = async (key: string) => {
      const headers = { Authorization: key, 'User-Agent': 'Node/2.2.0' };
      const answer = await fetch(`${url}/api/server-sdk/toggles`, { headers });
      return Object.keys(((await answer.json()) as { toggles: object }).toggles);
    };
    expect([await togglesFor('mine'), await togglesFor('other')]).toEqual([['checkout'], []]);
  });

  it('exits with 2 for invalid arguments or a port in use', async () => {
    const trial = trialWith(files);
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    for (const [args, words] of [
      [['--env', 'dev', '--port', port], `Port ${port} is in use.`],
      [['--env', 'dev', '--port', '70000'], '--port must be a number from 0 to 65535, not 70000.'],
      [
        ['--env', 'dev', '--allow-origin', 'https://*.example'],
        '--allow-origin must be an address such as http://localhost:3000, not https://*.example.',
      ],
      [
        ['--env', 'dev', '--allow-origin', '*'],
        '--allow-origin must be an address such as http://localhost:3000, not *.',
      ],
      [[], 'Specify one of the environments with --env: dev, production.'],
      [['--env', 'prd'], 'targeting.config.json has no environment "prd". It has: dev, production.'],
    ] as const) {
      const { code, stdout, stderr } = await trial.run(['serve', ...args]);
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
    }
  });
});

it('serve --online takes missing fields from the service, and lists unserved toggles', async () => {
  const content = { prerequisites: [{ key: 'limit', type: 'boolean', value: 'true' }] };
  const toggles = { checkout: { variations }, limit: { variations }, old: { variations, archived: true } };
  const secret = { variations, clientAvailability: false };
  const targetings = { checkout: { disabled: true, content } };
  const trial = await deployTrial({
    seed: {
      projects: { Shop: { toggles: { ...toggles, secret }, segments: {}, environments: { dev: { targetings } } } },
    },
    files: {
      ...{ 'dev/checkout.targeting.json': onIn('Paris').replace('"disabled": false,', '') },
      ...{ 'dev/old.targeting.json': onIn('Rome'), 'dev/gone.targeting.json': onIn('Rome') },
      'dev/secret.targeting.json': onIn('Rome'),
    },
  });
  let [said, json, ofClient] = ['', '{}', '{}'];
  const machine = worldIn({ folder: trial.folder.path('.'), environment: trial.environment, input: '' });
  const world = {
    ...machine,
    messages: { ...machine.messages, write: (text: string) => void (said += text) },
    startLocalServer: ({ source }: Parameters<typeof machine.startLocalServer>[0]) => {
      ({ json } = source.repository());
      ofClient = source.evaluatedFor({ key: 'ada', attributes: new Map() });
      return Promise.resolve(quietServer);
    },
    interruption: () => AbortSignal.abort(),
  };
  const options = { environment: 'dev', places: ['.'], port: 0, sdkKey: undefined, allowedOrigins: [] };
  await withAccess(world, { seconds: 30, isChosen: false }, (access) => serve(options, world, access));
  expect((JSON.parse(json) as { toggles: object }).toggles).toMatchObject({
    checkout: { enabled: false, forClient: true, prerequisites: [{ key: 'limit', value: true }] },
    secret: { forClient: false },
  });
  expect(Object.keys(JSON.parse(ofClient) as object), 'not what its service keeps from client SDKs').toEqual([
    'checkout',
  ]);
  expect(said.split('\n')).toEqual([
    expect.stringMatching(/^dev\/gone\S+ Not read: there is no toggle gone in .* It is not served\.$/),
    expect.stringMatching(/^dev\/old\S+ old is archived: .* It is not served\.$/),
    ...['Required toggles without a file, treated as missing: limit', ''],
  ]);
});

it.each(['C.UTF-8', 'C', 'de_DE@euro', 'en_US.UTF-8', 'zh_CN.UTF-8', ''])(
  'serve in a terminal with the language %j shows when a file last changed',
  async (language) => {
    const trial = trialWith(files);
    const ending = new AbortController();
    let [shown, stamps, waits] = ['', 0, 0];
    const machine = worldIn({ folder: trial.path('.'), environment: { LANG: language }, input: '' });
    const world = {
      ...machine,
      messages: { ...machine.messages, isTerminal: true, write: (text: string) => void (shown += text) },
      files: { ...machine.files, stamp: () => String((stamps += 1)) },
      startLocalServer: () => Promise.resolve(quietServer),
      interruption: () => ending.signal,
      wait: () => {
        trial.write('dev/checkout.targeting.json', onIn(`city ${waits}`));
        if ((waits += 1) === 3) ending.abort();
        return Promise.resolve();
      },
    };
    const options = { environment: 'dev', places: ['.'], port: 0, sdkKey: undefined, allowedOrigins: [] };
    expect(await serve(options, world)).toBe(0);
    expect(shown).toMatch(/Requests: 0 · toggles: 1 · last change: (?:1 second ago|1秒钟前)/);
  },
);

const quietServer = {
  ...{ url: 'http://127.0.0.1:1', changed: () => undefined, close: () => Promise.resolve() },
  tally: { requests: 0, asked: () => undefined, users: () => [] },
};
