/** Tests what checks and proposals know of services, and when a change is announced. */
import { afterEach, expect, test, vi } from 'vitest';
import { parseConfig } from '../../server/src/workspace/config/config.js';
import { KnownServices } from '../../server/src/workspace/services/knownServices.js';
import type { ServiceKnowledge } from '../../server/src/core/protocol.js';

const baseUrl = 'https://toggles.example.com';
const uri = 'file:///a/own.targeting.json';
const config = JSON.stringify({ baseUrl, project: 'P', environments: { dev: { api: 'featureprobe' } } });

afterEach(() => {
  vi.useRealTimers();
});

function trial() {
  let changes = 0;
  let elapsed = 1_000_000;
  const services = new KnownServices({
    configOf: () => ({ uri: 'file:///a/targeting.config.json', parsed: parseConfig(config) }),
    spelling: (uri) => uri,
    isWanted: () => true,
    elapsed: () => elapsed,
    onChanged: () => (changes += 1),
  });
  const learn = (news: Partial<ServiceKnowledge> = {}) =>
    services.learn({
      ...{ baseUrl, project: 'P', age: 0, attributes: [], hasAllToggles: false, hasAllSegments: false },
      toggles: [{ key: 'own', name: '', returnType: 'number' }],
      segments: [{ key: 's', name: '' }],
      ...news,
    });
  return { services, learn, changes: () => changes, pass: (milliseconds: number) => (elapsed += milliseconds) };
}

test('a file gets the same list until the list changes, and each change is announced once', () => {
  const { services, learn, changes, pass } = trial();
  learn();
  expect(changes()).toBe(1);
  const before = services.of(uri);
  pass(300_000);
  learn({ attributes: ['city'] });
  expect(services.of(uri)).toBe(before);
  expect(changes()).toBe(1);
  learn({ hasAllSegments: true });
  expect(services.of(uri)).not.toBe(before);
  expect(changes()).toBe(2);
});

test('a change is announced if outdated information is read again', () => {
  const { services, learn, changes, pass } = trial();
  learn();
  pass(600_000);
  learn();
  expect(changes()).toBe(2);
  expect(services.of(uri)).toMatchObject([{ returnType: 'number' }]);
});

test.each([-86_400_000, 0, 86_400_000])('a clock change of %i ms does not change the age of information', (set) => {
  const { services, learn, pass } = trial();
  learn({ age: 300_000 });
  vi.setSystemTime(Date.now() + set);
  pass(299_999);
  expect(services.seen(uri).map(({ age }) => age)).toEqual([599_999]);
  services.configsChanged();
  expect(services.of(uri)).toMatchObject([{ returnType: 'number' }]);
  pass(1);
  services.configsChanged();
  expect(services.of(uri)).toEqual([]);
});

test('a toggle or segment counts as missing only if the complete list was read', () => {
  const { services, learn } = trial();
  learn();
  const known = () => services.of(uri).map(({ segments, hasToggle }) => [segments, hasToggle('own'), hasToggle('x')]);
  expect(known()).toEqual([[undefined, true, undefined]]);
  learn({ hasAllToggles: true, hasAllSegments: true });
  expect(known()).toEqual([[new Set(['s']), true, false]]);
});
