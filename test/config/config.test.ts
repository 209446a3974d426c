/** Tests how the text of a targeting.config.json determines the targets of a file. */
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { matchFiles, targetsOf } from '../../server/src/workspace/config/targets.js';
import { ConfigFiles } from '../../server/src/workspace/config/configFiles.js';
import type { Targets } from '../../server/src/core/protocol.js';
import { forAll } from '../support/forAll.js';

const base = { baseUrl: 'https://toggles.example.com', project: 'P', environments: { dev: {} } };
const configUri = 'file:///repo/flags/targeting.config.json';

const inDev = {
  ...{ environment: 'dev', environmentKey: 'dev', baseUrl: base.baseUrl, project: 'P' },
  ...{ toggle: 'checkout', protected: false },
};

function targets(config: object, file: string): Targets {
  return targetsOf(parseConfig(JSON.stringify(config)), configUri, `file:///repo/flags/${file}`);
}

describe('a targeting file can be pushed', () => {
  it('to the environment in its path, even if the toggle exists in other environments', () => {
    const config = { ...base, environments: { dev: {}, online: {} }, files: '{environment}/{toggle}.targeting.json' };
    const environments = (found: Targets) =>
      found.kind === 'found' ? found.targets.map(({ environment, toggle }) => `${toggle} in ${environment}`) : found;
    const file = 'file:///repo/flags/dev/checkout.targeting.json';
    const parsed = parseConfig(JSON.stringify(config));
    expect(environments(targetsOf(parsed, configUri, file))).toEqual(['checkout in dev']);
    expect(environments(targetsOf(parsed, configUri, file, true))).toEqual(['checkout in dev', 'checkout in online']);
  });

  it('to every environment of the config if its path names none', () => {
    const config = { ...base, environments: { dev: {}, online: { protected: true } } };
    expect(targets(config, 'checkout.targeting.json')).toEqual({
      ...{ kind: 'found', configUri, bound: false },
      targets: [inDev, { ...inDev, environment: 'online', environmentKey: 'online', protected: true }],
    });
  });

  it('to the environment in its path, with the values that this environment overrides', () => {
    const own = { key: 'prod', baseUrl: 'https://other.example.com', project: 'Q', api: 'featureprobe' };
    const config = { ...base, environments: { dev: {}, online: own }, files: '{environment}/{toggle}.targeting.json' };
    const { key: environmentKey, ...rest } = own;
    expect(targets(config, 'online/checkout.targeting.json')).toEqual({
      ...{ kind: 'found', configUri, bound: true },
      targets: [{ ...inDev, environment: 'online', environmentKey, ...rest }],
    });
  });

  it.each<[string, object, boolean]>([
    ['under another name', { key: 'online' }, true],
    ['in another spelling', { key: 'ONLINE', project: 'p', baseUrl: 'https://TOGGLES.example.com:443/' }, true],
    ['but not where the key', {}, false],
    ['the project', { key: 'online', project: 'Q' }, false],
    ['or the address is another one', { key: 'online', baseUrl: `${base.baseUrl}/b` }, false],
  ])('with the protection that applies to all names of an environment: %s', (_, dev, isProtected) => {
    const config = { ...base, environments: { dev, online: { protected: true } } };
    const found = targets(config, 'checkout.targeting.json');
    expect(found.kind === 'found' && found.targets.map((target) => target.protected)).toEqual([isProtected, true]);
  });

  it('to the toggle with the decoded name, whatever the URI encodes', () => {
    const found = targets(base, 'neue%20Suche%25%C3%BC.targeting.json');
    expect(found.kind === 'found' && found.targets[0]?.toggle).toBe('neue Suche%ü');
  });

  it('nowhere if something is missing or wrong, and the reason is returned', () => {
    const byPath = { ...base, files: '{environment}/{toggle}.targeting.json' };
    const { project, environments } = base;
    return forAll<readonly [reason: string, config: object, file?: string]>(
      [
        ['does not match "files"', base, 'deeper/checkout.targeting.json'],
        ['does not match "files"', base, '.targeting.json'],
        ['does not match "files"', base, 'a%ZZ.targeting.json'],
        ['The path stage/a.targeting.json names the environment "stage"', byPath, 'stage/a.targeting.json'],
        ['no "baseUrl" for the environment "dev"', { project, environments }],
        ['no "project" for the environment "dev"', { baseUrl: base.baseUrl, environments }],
        ['line 1: Unknown property "protcted"', { ...base, environments: { dev: { protcted: true } } }],
      ],
      ([reason, config, file = 'a.targeting.json']) => {
        const found = targets(config, file);
        expect(found.kind === 'unusable' && found.reason).toContain(reason);
      },
    );
  });
});

describe('"files"', () => {
  it('matches all characters literally, except in its two placeholders', () => {
    expect(matchFiles('a.b+c(d)/{toggle}.targeting.json', 'a.b+c(d)/x.targeting.json')?.toggle).toBe('x');
    expect(matchFiles('a.b+c(d)/{toggle}.targeting.json', 'aXb+c(d)/x.targeting.json')).toBeUndefined();
  });

  it('does not match a placeholder across folders', () => {
    expect(matchFiles('{toggle}.targeting.json', 'a/b.targeting.json')).toBeUndefined();
    expect(matchFiles('{environment}/{toggle}.targeting.json', 'a/b/c.targeting.json')).toBeUndefined();
  });
});

describe('a config', () => {
  it.each(['', 'null', '[]', '{', '"x"', '{"environments":{}}', '{"environments":[]}', '{"__proto__":1}', '\u0000'])(
    'with the text %j is unusable, and its problem has a message and a line',
    (text) => {
      const { config, problem } = parseConfig(text);
      expect(config).toBeUndefined();
      expect(problem?.message).not.toBe('');
      expect(problem?.line).toBeGreaterThan(0);
    },
  );

  it('provides the readable severities even if other parts are invalid', () => {
    expect(parseConfig('{ "problems": { "wrong-type": "off", "syntax": "loud", "other": "off" }, ').severities).toEqual(
      {
        'wrong-type': 'off',
      },
    );
  });
});

const everywhere = { topOf: () => 'file://', outside: () => undefined };

describe('the nearest config', () => {
  const disk = new Map([
    ['file:///repo/targeting.config.json', JSON.stringify({ ...base, project: 'outer' })],
    ['file:///repo/flags/targeting.config.json', JSON.stringify({ ...base, project: 'inner' })],
  ]);
  const files = () => new ConfigFiles((uri) => disk.get(uri), everywhere);

  it('takes precedence over configs further up', () => {
    const found = files().above('file:///repo/flags/dev/a.targeting.json');
    expect(found?.uri).toBe('file:///repo/flags/targeting.config.json');
    expect(found?.parsed.config?.environments[0]?.project).toBe('inner');
    expect(files().above('file:///repo/other/a.targeting.json')?.uri).toBe('file:///repo/targeting.config.json');
  });

  it('is read once until the cached config is dropped', () => {
    let reads = 0;
    const counted = new ConfigFiles((uri) => ((reads += 1), disk.get(uri)), everywhere);
    counted.above('file:///repo/flags/a.targeting.json');
    counted.above('file:///repo/flags/b.targeting.json');
    expect(reads).toBe(1);
    counted.forget();
    counted.above('file:///repo/flags/b.targeting.json');
    expect(reads).toBe(2);
  });

  it('may be in the root folder', () => {
    const root = new ConfigFiles(
      (uri) => (uri === 'file:///targeting.config.json' ? JSON.stringify(base) : undefined),
      everywhere,
    );
    expect(root.above('file:///a.targeting.json')?.uri).toBe('file:///targeting.config.json');
    expect(root.above('file:///deep/down/a.targeting.json')?.uri).toBe('file:///targeting.config.json');
  });

  it('is not replaced by a config further up if it cannot be read', () => {
    const locked = new ConfigFiles(
      (uri) => (uri.includes('/flags/') ? { unreadable: 'EACCES' } : JSON.stringify(base)),
      everywhere,
    );
    const found = locked.above('file:///repo/flags/a.targeting.json');
    expect(found?.parsed.config).toBeUndefined();
    expect(found?.parsed.problem?.message).toBe('The file cannot be read (EACCES).');
  });

  it('is undefined for a file without a config in any parent folder', () => {
    expect(files().above('untitled:Untitled-1')).toBeUndefined();
    expect(files().above('git:/repo/flags/a.targeting.json')).toBeUndefined();
    expect(files().above('file:///elsewhere/a.targeting.json')).toBeUndefined();
  });
});

describe('an invalid rule', () => {
  const withRules = (rules: object) => ({ ...base, environments: { online: { protected: true, rules } } });

  it.each([
    { 'toggle-name': '^[a-z' },
    { 'toggle-name': '^(?=a)' },
    { window: 'Mon 08:00-25:00 UTC' },
    { window: 'Mon 08:00-17:00 Europe/Pariss' },
  ])('blocks a push: %j', (rules) => {
    expect(targets(withRules(rules), 'checkout.targeting.json')).toMatchObject({ kind: 'unusable' });
  });

  it('blocks a push, but a redundant rule does not', () => {
    const config = { ...base, rules: { 'max-step': 5 }, environments: { dev: {} } };
    const repeated = { ...config, environments: { dev: { rules: { 'max-step': 5 } } } };
    expect(targets(repeated, 'checkout.targeting.json')).toMatchObject({ kind: 'found' });
  });
});
