/** Tests which files belong to FeatureProbe's server, and which severities apply to them. */
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { ratingOf } from '../../server/src/workspace/config/rating.js';
import type { Severities, Severity } from '../../server/src/core/checks/problem.js';
import { ratingOfPush, shownAs } from '../../server/src/core/checks/rating.js';

const base = { baseUrl: 'https://toggles.example.com', project: 'P' };
const both = { dev: {}, online: { api: 'featureprobe' } };

function rating(config: object, file: string) {
  const parsed = parseConfig(JSON.stringify(config));
  return ratingOf(`file:///repo/${file}`, { uri: 'file:///repo/targeting.config.json', parsed });
}

const isFeatureProbe = (config: object, file: string) => rating(config, file).isFeatureProbe;

describe("a file belongs to FeatureProbe's server", () => {
  it('if its environment belongs to the server', () => {
    const config = { ...base, environments: both, files: '{environment}/{toggle}.targeting.json' };
    expect(isFeatureProbe(config, 'online/checkout.targeting.json')).toBe(true);
    expect(isFeatureProbe(config, 'dev/checkout.targeting.json')).toBe(false);
    expect(isFeatureProbe(config, 'other/checkout.targeting.json')).toBe(false);
  });

  it('if its path names no environment and any environment belongs to the server', () => {
    expect(isFeatureProbe({ ...base, environments: both }, 'checkout.targeting.json')).toBe(true);
    expect(isFeatureProbe({ ...base, environments: { dev: {} } }, 'checkout.targeting.json')).toBe(false);
    const config = { ...base, environments: both, files: '{environment}/{toggle}.targeting.json' };
    expect(isFeatureProbe(config, 'checkout.targeting.json')).toBe(true);
  });

  it('even if the config has no base URL yet', () => {
    expect(isFeatureProbe({ environments: both }, 'checkout.targeting.json')).toBe(true);
  });

  it('only if the config exists and is valid', () => {
    expect(isFeatureProbe({ ...base, environments: { dev: { api: 'featureprobe', x: 1 } } }, 'a.targeting.json')).toBe(
      false,
    );
    expect(ratingOf('file:///repo/checkout.targeting.json', undefined).isFeatureProbe).toBe(false);
  });
});

describe('a problem is shown', () => {
  const message = 'Nothing is served.';
  const consequence = { code: 'freezes-environment', message: 'It freezes.' } as const;
  const problem = { code: 'empty-serve', message, consequence } as const;
  const shown = (isFeatureProbe: boolean, severities = {}) => shownAs(problem, { severities, isFeatureProbe });

  it("with its own code, or with the code for FeatureProbe's server", () => {
    expect(shown(false)).toEqual({ code: 'empty-serve', message, severity: 'warning' });
    expect(shown(true)).toEqual({ ...consequence, severity: 'error' });
  });

  it('with the severity of the displayed code', () => {
    expect(shown(true, { 'freezes-environment': 'hint' })?.severity).toBe('hint');
    expect(shown(true, { 'empty-serve': 'off' })?.severity).toBe('error');
    expect(shown(false, { 'empty-serve': 'off' })).toBeUndefined();
  });

  it('as a warning for other services if they have no separate code for it', () => {
    const without = { code: 'toggle-vanishes', message } as const;
    expect(shownAs(without, { severities: {}, isFeatureProbe: false })?.severity).toBe('warning');
    expect(shownAs(without, { severities: {}, isFeatureProbe: true })?.severity).toBe('error');
  });

  it('with the severity in the config, which overrides the editor setting', () => {
    const parsed = parseConfig(JSON.stringify({ ...base, environments: both, problems: { syntax: 'hint' } }));
    const config = { uri: 'file:///repo/targeting.config.json', parsed };
    const settings = { syntax: 'off', 'wrong-type': 'off' } as const;
    expect(ratingOf('file:///repo/a.targeting.json', config, settings).severities).toEqual({
      syntax: 'hint',
      'wrong-type': 'off',
    });
  });

  it('with the last override that matches the file name, or the path if the pattern has a slash', () => {
    const overrides = [
      { files: 'legacy_*', problems: { syntax: 'off', 'split-sum': 'off' } },
      { files: 'dev/*', problems: { syntax: 'warning' } },
    ];
    const parsed = parseConfig(
      JSON.stringify({ ...base, environments: both, problems: { syntax: 'hint' }, overrides }),
    );
    const config = { uri: 'file:///repo/targeting.config.json', parsed };
    const severitiesOf = (path: string) => ratingOf(`file:///repo/${path}`, config).severities;
    expect(parsed.problem).toBeUndefined();
    expect(severitiesOf('a.targeting.json')).toEqual({ syntax: 'hint' });
    expect(severitiesOf('online/legacy_a.targeting.json')).toEqual({ syntax: 'off', 'split-sum': 'off' });
    expect(severitiesOf('dev/legacy_a.targeting.json')).toEqual({ syntax: 'warning', 'split-sum': 'off' });
    expect(severitiesOf('x/dev/a.targeting.json')).toEqual({ syntax: 'hint' });
  });
});

describe('a problem before a push', () => {
  const codes = [
    'wrong-type',
    'select-out-of-range',
    'split-length',
    'freezes-environment',
    'toggle-vanishes',
  ] as const;
  const severities = (set: Severities, isFeatureProbe: boolean) =>
    codes.map((code) => shownAs({ code, message: '' }, ratingOfPush({ severities: set, isFeatureProbe }))?.severity);
  const all = (severity: Severity) => Object.fromEntries(codes.map((code) => [code, severity]));
  const plain = ['error', 'warning', 'warning', 'warning', 'warning'];

  it.each(['off', 'hint', 'information'] as const)(
    'has its default severity if it breaks the service, even if the config sets %s',
    (to) => {
      expect(severities(all(to), false)).toEqual(plain);
      expect(severities(all(to), true)).toEqual(['error', 'warning', 'warning', 'error', 'error']);
    },
  );

  it('has a higher severity if it breaks the service and the config sets that severity', () => {
    expect(severities(all('error'), false)).toEqual(codes.map(() => 'error'));
    expect(severities(all('warning'), false)).toEqual(plain);
  });

  it('has the configured severity if it does not break the service', () => {
    const other = { code: 'unused-variation', message: '' } as const;
    const set = ratingOfPush({ severities: { 'unused-variation': 'off' }, isFeatureProbe: true });
    expect(shownAs(other, set)).toBeUndefined();
  });
});

it('disagreements of SDKs are warnings if the config names the SDKs, unless a severity is set', () => {
  const shown = (config: object, severities: Severities = {}) => {
    const parsed = parseConfig(JSON.stringify({ ...base, environments: { dev: {} }, ...config }));
    const found = ratingOf('file:///repo/a.targeting.json', { uri: 'file:///repo/c.json', parsed }, severities);
    return shownAs({ code: 'sdks-disagree', message: '' }, found)?.severity;
  };
  expect([shown({}), shown({ sdks: ['java'] }), shown({ sdks: [] })]).toEqual(['information', 'warning', 'warning']);
  expect(shown({ sdks: ['java'] }, { 'sdks-disagree': 'hint' })).toBe('hint');
  expect(shown({ sdks: ['java'], problems: { 'sdks-disagree': 'off' } })).toBeUndefined();
});
