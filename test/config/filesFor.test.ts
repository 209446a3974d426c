/** Tests where the file of a toggle belongs, so that its path means the same toggle everywhere. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { filesFor, pathFor } from '../../server/src/workspace/config/filesFor.js';
import { identityOf } from '../../server/src/workspace/config/identity.js';
import { targetsOf } from '../../server/src/workspace/config/targets.js';
import { rounds } from '../support/rounds.js';

const configUri = 'file:///my%20repo/targeting.config.json';
const config = (more: object) =>
  parseConfig(
    JSON.stringify({ baseUrl: 'https://toggles.example.com', project: 'P', environments: { dev: {} }, ...more }),
  );

describe('the file of a toggle', () => {
  it('is at the configured path in each environment', () => {
    const parsed = config({
      environments: { dev: {}, online: { key: 'prod', api: 'featureprobe', protected: true } },
      files: 'flags/{environment}/{toggle}.targeting.json',
    });
    const files = (environment: string) => [
      { toggle: 'checkout', uri: `file:///my%20repo/flags/${environment}/checkout.targeting.json` },
      { toggle: 'neue Suche', uri: `file:///my%20repo/flags/${environment}/neue%20Suche.targeting.json` },
      { toggle: 'a/b', reason: 'A file name cannot have "/" in it.' },
    ];
    const online = { environment: 'online', environmentKey: 'prod', toggle: '', protected: true, api: 'featureprobe' };
    const dev = expect.objectContaining({ environment: 'dev', toggle: '' }) as unknown;
    expect(filesFor(parsed, configUri, ['checkout', 'neue Suche', 'a/b'])).toEqual({
      ...{ kind: 'found', configUri },
      environments: [
        { place: dev, files: files('dev') },
        { place: { ...online, baseUrl: 'https://toggles.example.com', project: 'P' }, files: files('online') },
      ],
    });
  });

  it('is next to the config if the config defines no path', () => {
    expect(filesFor(config({}), configUri, ['a'])).toMatchObject({
      environments: [{ files: [{ uri: 'file:///my%20repo/a.targeting.json' }] }],
    });
  });

  it('has no path if the config is invalid', () => {
    expect(filesFor(parseConfig('{'), configUri, ['a'])).toMatchObject({ kind: 'unusable', configUri });
  });

  it('has no path in an environment without a service', () => {
    const lacking = parseConfig('{ "environments": { "dev": {} } }');
    expect(filesFor(lacking, configUri, ['a'])).toEqual({ kind: 'found', configUri, environments: [] });
  });
});

describe('a toggle', () => {
  it.each([
    ['', '{toggle}.targeting.json'],
    ['a\\b', '{toggle}.targeting.json'],
    ['a:b', '{toggle}.targeting.json'],
    ['a\nb', '{toggle}.targeting.json'],
    ['\uD800', '{toggle}.targeting.json'],
    ['..', '{toggle}/{environment}.targeting.json'],
    ['.', 'x/{toggle}/a.targeting.json'],
    ['.hidden', '{toggle}.targeting.json'],
    ['.git', '.flags/{toggle}/{environment}.targeting.json'],
    // A file is read by the composed form of its name, so it would belong to another toggle.
    ['e\u0301', '{toggle}.targeting.json'],
    ['a ', '{toggle}/a.targeting.json'],
    ['a.', '{toggle}/a.targeting.json'],
    ['nul', '{toggle}.targeting.json'],
    ['COM1', '{toggle}/a.targeting.json'],
    ['lpt³.x', '{toggle}.targeting.json'],
    ['a', 'con/{toggle}.targeting.json'],
    ['a', 'b:c/{toggle}.targeting.json'],
    ['a', 'b. /{toggle}.targeting.json'],
    ['a-b', '{environment}-{toggle}.targeting.json'],
  ])('cannot have a file if its key is %j and "files" is %s', (toggle, files) => {
    const environment = toggle === 'a-b' ? 'dev-eu' : 'dev';
    expect(pathFor(files, toggle, environment)).toEqual({ reason: expect.stringMatching(/\w\.$/) as unknown });
  });

  it('can have a file in a hidden folder that the config names', () => {
    const path = '.flags/.x/a.targeting.json';
    expect(pathFor('.flags/.x/{toggle}.targeting.json', 'a', 'dev')).toEqual({ path });
  });

  it('cannot have a file if its key would mean another key in a URL', () => {
    for (const toggle of ['a%2Fb', 'a#b', '%2e%2E']) {
      const found = filesFor(config({}), configUri, [toggle]);
      expect(found).toMatchObject({
        environments: [{ files: [{ toggle, reason: expect.stringContaining('is not a key') as unknown }] }],
      });
    }
  });

  it('cannot have a file if a link leads out of the folder', () => {
    const outside = (uri: string) => (uri.includes('/out/') ? '/etc/a.targeting.json' : undefined);
    const parsed = config({ environments: { dev: {}, out: {} }, files: '{environment}/{toggle}.targeting.json' });
    expect(filesFor(parsed, configUri, ['a'], outside)).toMatchObject({
      environments: [
        { files: [{ uri: 'file:///my%20repo/dev/a.targeting.json' }] },
        {
          files: [
            {
              reason: "it would be /etc/a.targeting.json, reached through a link or among Git's own files.",
            },
          ],
        },
      ],
    });
  });

  it('cannot have a file if the name of its environment leads out of the folder', () => {
    expect(pathFor('{environment}/{toggle}.targeting.json', 'a', '..')).toHaveProperty('reason');
  });
});

it('the path of a file contains its toggle key, for random names and patterns', () => {
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('a', '.', '-', '{toggle}', '$&', '%', ' ', 'é') }),
  );
  const patterns = fc.constantFrom(
    '{toggle}.targeting.json',
    '{environment}/{toggle}.targeting.json',
    '{toggle}/{environment}.targeting.json',
    '{environment}-{toggle}.targeting.json',
    'a.b/{toggle}{environment}/x.targeting.json',
  );
  fc.assert(
    fc.property(patterns, names, names, (files, toggle, name) => {
      const environment = name.replaceAll('/', '') || 'dev';
      const parsed = config({ environments: { [environment]: {} }, files });
      const found = filesFor(parsed, configUri, [toggle]);
      const file = found.kind === 'found' ? found.environments[0]?.files[0] : undefined;
      if (file === undefined || 'reason' in file) return;
      expect(identityOf(file.uri, { uri: configUri, parsed }).toggle).toBe(toggle);
      expect(targetsOf(parsed, configUri, file.uri)).toMatchObject({
        kind: 'found',
        targets: [{ toggle, environment: environment.normalize() }],
      });
    }),
    { numRuns: rounds(3_000) },
  );
});
