/** Tests the texts of new files, for people who have nothing yet. */
import { describe, expect, it } from 'vitest';
import {
  baseUrlProblem,
  environmentsIn,
  environmentsProblem,
  newConfig,
  pageAt,
} from '../../server/src/service/newFiles/newConfig.js';
import { newTargeting, returnTypes } from '../../server/src/service/newFiles/newTargeting.js';
import { OpenDocument } from '../../server/src/core/features/openDocument.js';
import { parseConfig } from '../../server/src/workspace/config/config.js';

describe('a new targeting file', () => {
  for (const type of returnTypes) {
    it(`with the type ${type} has no problems, is disabled, and has no rules`, () => {
      const text = newTargeting(type);
      expect(OpenDocument.open('file:///new.targeting.json', 'json', 1, text).problems).toEqual([]);
      expect(JSON.parse(text)).toMatchObject({ disabled: true, content: { rules: [], disabledServe: { select: 0 } } });
    });
  }
});

describe('a new config', () => {
  const typed = {
    baseUrl: 'https://toggles.example.com',
    project: 'My_Project',
    environments: ['dev', 'online', '__proto__'],
    protectedOnes: ['online'],
    isFeatureProbe: true,
  };

  it('is accepted by the server with the chosen values', () => {
    const { config, problem } = parseConfig(newConfig(typed));
    expect(problem).toBeUndefined();
    expect(config?.environments).toMatchObject([
      { name: 'dev', protected: false, api: 'featureprobe' },
      { name: 'online', protected: true, api: 'featureprobe' },
      { name: '__proto__', protected: false },
    ]);
  });

  it('has no "api" if the service is not marked readable', () => {
    expect(newConfig({ ...typed, isFeatureProbe: false })).not.toContain('api');
  });

  it.each([
    ['HTTPS://Toggles.example.com/', 'https://toggles.example.com'],
    ['https://toggles.example.com/api', 'https://toggles.example.com'],
    ['https://toggles.example.com/flags/api/', 'https://toggles.example.com/flags'],
    ['https://toggles.example.com/apis', 'https://toggles.example.com/apis'],
  ])('writes the base URL %s as %s', (wanted, written) => {
    expect(baseUrlProblem(wanted)).toBeUndefined();
    expect(pageAt(wanted)).toEqual({ baseUrl: written });
  });

  it.each([
    ['https://a.example/P/dev/toggles', { baseUrl: 'https://a.example', project: 'P', environment: 'dev' }],
    ['https://a.example/P/dev/toggles/?x#y', { baseUrl: 'https://a.example', project: 'P', environment: 'dev' }],
    ['https://a.example/up/P/dev/t/targeting', { baseUrl: 'https://a.example/up', project: 'P', environment: 'dev' }],
    ['https://a.example/A%20B/%/toggles', { baseUrl: 'https://a.example', project: 'A B', environment: '%' }],
    ['https://a.example/P/dev/t/analysis?start=1', { baseUrl: 'https://a.example', project: 'P', environment: 'dev' }],
    ['https://a.example/P/dev/segments/new', { baseUrl: 'https://a.example', project: 'P', environment: 'dev' }],
    ['https://a.example/up/settings/tokens', { baseUrl: 'https://a.example/up' }],
    ['https://a.example/projects', { baseUrl: 'https://a.example' }],
    ['https://a.example/#/P', { baseUrl: 'https://a.example' }],
    ['https://a.example/dev/toggles', { baseUrl: 'https://a.example/dev/toggles' }],
  ])("takes project and environment from the address of the service's page: %s", (typedAddress, page) => {
    expect(baseUrlProblem(typedAddress)).toBeUndefined();
    expect(pageAt(typedAddress)).toEqual(page);
  });

  it.each([
    ['', 'https://'],
    ['http://toggles.example.com', 'http:// for this machine only'],
    ['https://a:b@c', 'without a user name and a password'],
    ['http://user@127.0.0.1', 'without a user name'],
    ['ftp://a', 'Use https://'],
    ['api-7f3a.91c2', 'not an access token'],
    ['Server-7f3a', 'not an access token'],
    ['7f3a91c2', 'not an access token'],
  ])('rejects %j as a base URL, with the reason', (wanted, reason) => expect(baseUrlProblem(wanted)).toContain(reason));
  it.each([
    ['toggles.example.com/a', 'https://toggles.example.com/a'],
    ['localhost:4009', 'http://localhost:4009'],
    ['127.0.0.1/x', 'http://127.0.0.1/x'],
    ['[::1]:81', 'http://[::1]:81'],
    ['localhost.example.com', 'https://localhost.example.com'],
    ['http://a', 'http://a'],
  ])('reads %s as %s', (wanted, address) => expect(pageAt(wanted).baseUrl).toBe(address));

  it('contains each environment once, however it was typed', () => {
    expect(environmentsIn(' dev,online , dev,,')).toEqual(['dev', 'online']);
    expect(environmentsProblem(' , ')).toBe('Type the key of an environment.');
    expect(environmentsProblem('a/b')).toBe('A key cannot contain "/".');
    expect(environmentsProblem('a b, c')).toBeUndefined();
  });
});
