/** Tests which files belong together. */
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { identityOf, isSamePlace } from '../../server/src/workspace/config/identity.js';

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
  it('the toggle and the environment that its path names', () => {
    expect(identityIn('dev/neue%20Suche', bound)).toMatchObject({ toggle: 'neue Suche', environment: 'dev' });
    expect(identityIn('checkout', config)).toMatchObject({ toggle: 'checkout', environment: undefined });
  });

  it('the toggle that its name says if no config says more', () => {
    expect(identityOf('file:///a/neue%20Suche.targeting.json', undefined).toggle).toBe('neue Suche');
    expect(identityOf('file:///a/100%.targeting.json', undefined).toggle).toBe('100%');
    expect(identityIn('deep/er/checkout', config)).toMatchObject({ toggle: 'checkout', environment: undefined });
    expect(identityIn('dev/checkout', '{ half typed')).toMatchObject({ toggle: 'checkout', environment: undefined });
  });
});

describe('two files are in the same environment', () => {
  it('if their paths say so', () => {
    expect(isSamePlace(identityIn('dev/a', bound), identityIn('dev/b', bound))).toBe(true);
    expect(isSamePlace(identityIn('dev/a', bound), identityIn('online/a', bound))).toBe(false);
  });

  it('if one of them goes into all environments', () => {
    expect(isSamePlace(identityIn('a', config), identityIn('dev/b', bound))).toBe(true);
    expect(isSamePlace(identityIn('a', config), identityIn('b', config))).toBe(true);
  });

  it('if their configs mean the same environment of the same service', () => {
    const other = { baseUrl: 'https://toggles.example.com/', project: 'P', environments: { prod: {} } };
    expect(isSamePlace(identityIn('online/a', bound), identityIn('b', other, 'file:///team'))).toBe(true);
    expect(isSamePlace(identityIn('dev/a', bound), identityIn('b', other, 'file:///team'))).toBe(false);
    expect(
      isSamePlace(identityIn('online/a', bound), identityIn('b', { ...other, project: 'Q' }, 'file:///team')),
    ).toBe(false);
  });

  it('if a config without a service names the same environment for both', () => {
    const lacking = { environments: { dev: {}, online: {} }, files: bound.files };
    expect(isSamePlace(identityIn('dev/a', lacking), identityIn('dev/b', lacking))).toBe(true);
    expect(isSamePlace(identityIn('dev/a', lacking), identityIn('online/b', lacking))).toBe(false);
  });

  it('if they are in the same folder and have no config', () => {
    const alone = (path: string) => identityOf(`file:///repo/${path}.targeting.json`, undefined);
    expect(isSamePlace(alone('dev/a'), alone('dev/b'))).toBe(true);
    expect(isSamePlace(alone('dev/a'), alone('online/b'))).toBe(false);
  });
});

it('A name stays the same however a file system spells its accents', () => {
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
