/** Tests which address a push goes to, and which it never goes to. */
import { describe, expect, test } from 'vitest';
import {
  addressLine,
  environmentName,
  keyInWords,
  environmentsName,
  hostOf,
  inEnvironment,
  targetName,
  targetUrl,
  serviceAddressOf,
} from '../../../server/src/service/http/target.js';
import type { Target } from '../../../server/src/core/protocol.js';

function target(changes: Partial<Target>): Target {
  const baseUrl = 'https://toggles.example.com';
  return { environment: 'live', environmentKey: 'E', baseUrl, project: 'P', toggle: 'T', protected: false, ...changes };
}

const path = '/api/projects/P/environments/E/toggles/T/targeting';

describe('A push goes to', () => {
  test.each([
    ['https://toggles.example.com', `https://toggles.example.com${path}`],
    ['https://toggles.example.com/', `https://toggles.example.com${path}`],
    ['HTTPS://Toggles.Example.com:443', `https://toggles.example.com${path}`],
    ['https://toggles.example.com:8443', `https://toggles.example.com:8443${path}`],
    ['https://example.com/feature-probe', `https://example.com/feature-probe${path}`],
    ['https://example.com/a%2Fb/c d///', `https://example.com/a%2Fb/c%20d${path}`],
    ['https://example.com/a/../b', `https://example.com/b${path}`],
    ['https://10.0.0.7', `https://10.0.0.7${path}`],
    ['http://localhost:4180', `http://localhost:4180${path}`],
    ['http://127.0.0.1:4180/x', `http://127.0.0.1:4180/x${path}`],
    ['http://[::1]:4180', `http://[::1]:4180${path}`],
  ])('the documented path below %s', (baseUrl, url) => {
    expect(targetUrl(target({ baseUrl }))?.href).toBe(url);
  });

  test.each([
    ['My_Project-1.0~', 'My_Project-1.0~'],
    ['My Project', 'My%20Project'],
    ['100%', '100%25'],
    ['...', '...'],
    ['a+b&c=d', 'a%2Bb%26c%3Dd'],
    ['Größe', 'Gr%C3%B6%C3%9Fe'],
    ['😀', '%F0%9F%98%80'],
  ])('an address with the encoded key of %j', (key, encoded) => {
    const url = targetUrl(target({ project: key, environmentKey: key, toggle: key }));
    expect(url?.pathname).toBe(path.replaceAll(/(?<=\/)[PET](?=\/)/g, encoded));
  });

  test("the environment's key, not its name", () => {
    expect(targetUrl(target({ environment: 'Anything / at all' }))?.pathname).toBe(path);
  });
});

describe('A push never goes to', () => {
  test.each([
    'http://toggles.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://10.0.0.7',
    'http://0.0.0.0',
    'http://[::2]',
    'https://anna@toggles.example.com',
    'https://anna:secret@toggles.example.com',
    'http://anna:secret@localhost',
    'https://localhost@toggles.example.com',
    'https://toggles.example.com/?tenant=1',
    'https://toggles.example.com/#top',
    'ftp://toggles.example.com',
    'ws://localhost',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'toggles.example.com',
    'localhost:4180',
    '/relative',
    'https://',
    '',
  ])('the base URL "%s"', (baseUrl) => {
    expect(targetUrl(target({ baseUrl }))).toBeUndefined();
  });

  test.each(['', '.', '..', 'a/b', 'a\\c', 'a?b', 'a#c', 'a%2Fb', '%2e%2e', '../admin', 'a\nb', '\ud83d', 'a\ude00b'])(
    'the key %j',
    (key) => {
      for (const change of [{ project: key }, { environmentKey: key }, { toggle: key }])
        expect(targetUrl(target(change))).toBeUndefined();
    },
  );
});

describe('The address for which a token is stored', () => {
  test.each([
    ['https://toggles.example.com', 'https://toggles.example.com'],
    ['https://Toggles.Example.com:443/', 'https://toggles.example.com'],
    ['https://toggles.example.com/feature-probe//', 'https://toggles.example.com/feature-probe'],
    ['https://toggles.example.com/%7esomeone/%2f/x/..', 'https://toggles.example.com/~someone/%2F'],
    ['https://toggles.example.com/~other', 'https://toggles.example.com/~other'],
    ['https://toggles.example.com:8443', 'https://toggles.example.com:8443'],
    ['http://localhost:4180/x', 'http://localhost:4180/x'],
    ['no URL', 'no URL'],
  ])('for the base URL %s is %s', (baseUrl, origin) => {
    expect(serviceAddressOf(target({ baseUrl }))).toBe(origin);
  });

  test('is the same however often it is computed', () => {
    // Node 20 compiles a function that is called this often.
    const places = Array.from({ length: 20_000 }, () =>
      serviceAddressOf(target({ baseUrl: 'https://bücher.example' })),
    );
    expect(new Set(places)).toEqual(new Set(['https://xn--bcher-kva.example']));
  });

  test('is the address of the push', () => {
    for (const baseUrl of ['https://EXAMPLE.com:443/a/', 'http://127.1:80', 'https://bücher.example']) {
      const [place] = targetUrl(target({ baseUrl }))?.href.split('/api/projects/') ?? [];
      expect(serviceAddressOf(target({ baseUrl }))).toBe(place);
    }
  });
});

test('The name of a target contains toggle, environment, project and host', () => {
  const named = target({
    toggle: 'checkout',
    environment: 'live',
    environmentKey: 'live',
    project: 'My_Project',
    baseUrl: 'https://a.b:8443/c',
  });
  expect(targetName(named)).toBe('checkout → live of My_Project on a.b:8443');
});

test('The name and the key of an environment are both shown if they differ', () => {
  const hidden = target({ environment: 'dev', environmentKey: 'online', baseUrl: 'https://a.b' });
  expect(targetName(hidden)).toBe('T → dev (key online) of P on a.b');
  expect(environmentName(hidden)).toBe('dev (key online)');
  expect(environmentsName('dev', ['dev', 'dev'])).toBe('dev');
  expect(environmentsName('dev', [])).toBe('dev');
  expect(environmentsName('dev', ['dev', 'online', 'dev'])).toBe('dev (key dev, online)');
});

test('Hostile names are short and harmless in the name of a target', () => {
  const name = (start: string) => `${start}\u202E\n${'x'.repeat(12_000)}end`;
  const hostile = target({ toggle: name('t'), environment: name('e'), environmentKey: name('k'), project: name('p') });
  const said = targetName(hostile);
  expect(said).toMatch(/^t� x+…x+end → e� x+…x+end \(key k� x+…x+end\) of p� x+…x+end on [^ ]+$/);
  expect(said.length).toBeLessThan(5 * 100);
});

test.each([
  ['checkout', 'checkout'],
  ['A-z0_9.b', 'A-z0_9.b'],
  ['prod\u06de', 'prod\u06de (U+06DE)'],
  ['pr\u0366d \u{1d7da}', 'pr\u0366d \u{1d7da} (U+0366, U+0020, U+1D7DA)'],
])("The key %j is shown with the code points that the service's pages do not allow", (key, shown) => {
  expect(keyInWords(key)).toBe(shown);
});

test.each([
  ['https://toggles.example.com', 'https://toggles.example.com'],
  ['HTTPS://Toggles.Example.com:443/probe/', 'https://toggles.example.com/probe'],
  ['http://127.0.0.1:4009', 'http://127.0.0.1:4009'],
  [`https://toggles.example.com.${'a.'.repeat(60)}evil.example:8443/x`, /^https:\/\/…[a.]+\.evil\.example:8443\/x$/],
  [`https://a.b/${'x'.repeat(300)}/end`, /^https:\/\/a\.b\/x+…x+\/end$/],
  ['https://toggles.example.com@evil.example/', 'https://evil.example'],
  ['https://аррlе.example', /^https:\/\/xn--[a-z0-9-]+\.example$/],
])('The line for the address %s shows the end of its host', (address, line) => {
  const shown = addressLine(address);
  if (typeof line === 'string') expect(shown).toBe(line);
  else expect(shown).toMatch(line);
  expect(shown.length).toBeLessThanOrEqual(72);
});

test('A base URL that is not a URL is shown unchanged', () => {
  expect(hostOf(target({ baseUrl: 'no URL' }))).toBe('no URL');
});

describe('An environment named by a command', () => {
  const [dev, live] = [target({ environment: 'dev' }), target({})];
  const found = { kind: 'found', configUri: 'file:///c', bound: false, targets: [dev, live] } as const;

  test('is the only environment to which the push can go', () => {
    expect(inEnvironment(found, 'dev')).toEqual({ ...found, targets: [dev] });
  });

  test('is not replaced by the only other environment if the config no longer contains it', () => {
    const reason = 'targeting.config.json no longer maps this file to dev.';
    const unusable = { kind: 'unusable', configUri: 'file:///c', reason };
    expect(inEnvironment({ ...found, targets: [live] }, 'dev')).toEqual(unusable);
  });

  test.each([undefined, null, 7, ['dev'], { groupId: 0 }])('is ignored if it is %j', (told) => {
    expect(inEnvironment(found, told)).toBe(found);
  });
});
