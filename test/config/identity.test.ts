/** Tests which files belong together. */
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { identityOf, isSamePlace } from '../../server/src/workspace/config/identity.js';
import { forAll } from '../support/forAll.js';

type FileIdentity = ReturnType<typeof identityOf>;

const config = {
  baseUrl: 'https://toggles.example.com',
  project: 'P',
  environments: { dev: {}, online: { key: 'prod' } },
};
const bound = { ...config, files: '{environment}/{toggle}.targeting.json' };
const identityIn = (path: string, text: unknown, folder = 'file:///repo') =>
  identityOf(`${folder}/${path}.targeting.json`, {
    uri: `${folder}/targeting.config.json`,
    parsed: parseConfig(typeof text === 'string' ? text : JSON.stringify(text)),
  });

describe('a file belongs to', () => {
  it('the toggle and the environment in its path', () => {
    expect(identityIn('dev/neue%20Suche', bound)).toMatchObject({ toggle: 'neue Suche', environment: 'dev' });
    expect(identityIn('checkout', config)).toMatchObject({ toggle: 'checkout', environment: undefined });
  });

  it('the toggle in its file name if no config says otherwise', () => {
    expect(identityOf('file:///a/neue%20Suche.targeting.json', undefined).toggle).toBe('neue Suche');
    expect(identityOf('file:///a/100%.targeting.json', undefined).toggle).toBe('100%');
    expect(identityIn('deep/er/checkout', config)).toMatchObject({ toggle: 'checkout', environment: undefined });
    expect(identityIn('dev/checkout', '{ half typed')).toMatchObject({ toggle: 'checkout', environment: undefined });
  });

  it('the environment in its path, even if the config has other problems', () => {
    expect(identityIn('dev/checkout', { ...bound, rules: { 'toggle-name': '^[a-z' } })).toMatchObject({
      environment: 'dev',
    });
  });
});

it('files are in the same environment if their paths, configs or folders match', () => {
  const other = { baseUrl: 'https://toggles.example.com/', project: 'P', environments: { prod: {} } };
  const lacking = { environments: { dev: {}, online: {} }, files: bound.files };
  const alone = (path: string) => identityOf(`file:///repo/${path}.targeting.json`, undefined);
  const byTeam = (config: object) => identityIn('b', config, 'file:///team');
  const online = identityIn('online/a', bound);
  return forAll<readonly [when: string, isSame: boolean, one: FileIdentity, other: FileIdentity]>(
    [
      ['one path', true, identityIn('dev/a', bound), identityIn('dev/b', bound)],
      ['other paths', false, identityIn('dev/a', bound), online],
      ['one goes into all environments', true, identityIn('a', config), identityIn('dev/b', bound)],
      ['both go into all environments', true, identityIn('a', config), identityIn('b', config)],
      ['one environment of one service', true, online, byTeam(other)],
      ['another environment', false, identityIn('dev/a', bound), byTeam(other)],
      ['another project', false, online, byTeam({ ...other, project: 'Q' })],
      ['one name without a service', true, identityIn('dev/a', lacking), identityIn('dev/b', lacking)],
      ['other names without a service', false, identityIn('dev/a', lacking), identityIn('online/b', lacking)],
      ['one folder without a config', true, alone('dev/a'), alone('dev/b')],
      ['other folders without a config', false, alone('dev/a'), alone('online/b')],
    ],
    ([, isSame, one, another]) => expect(isSamePlace(one, another)).toBe(isSame),
  );
});

it('a name has the same identity in both Unicode forms of its accents', () => {
  const parsed = parseConfig(
    JSON.stringify({ environments: { 'r\u00e9el': {} }, files: '{environment}/{toggle}.targeting.json' }),
  );
  const config = { uri: 'file:///a/targeting.config.json', parsed };
  const identityIn = (form: string) =>
    identityOf(
      `file:///a/${encodeURIComponent('réel'.normalize(form))}/${encodeURIComponent('é'.normalize(form))}.targeting.json`,
      config,
    );
  expect(identityIn('NFD')).toEqual(identityIn('NFC'));
  expect(identityIn('NFD')).toMatchObject({ toggle: '\u00e9', environment: 'r\u00e9el' });
});
