/** Files of an environment for tests of `export` and `serve`. */
import { cityIs, configOf, inSegment, pretty, targetingOf } from '../support/targeting.js';

export const config = configOf({ environments: { dev: {}, production: {} } });

export const onIn = (city: string, values = ['false', 'true']) => targetingWith(cityIs(city), values);

export const onFor = (segment: string) => targetingWith(inSegment(segment));

export const users = (segments: Readonly<Record<string, string>> = {}) =>
  JSON.stringify({
    users: [{ name: 'ada', key: 'user-1', attributes: { city: 'Paris' } }],
    segments: Object.entries(segments).map(([key, city]) => ({
      key,
      rules: [{ conditions: [cityIs(city)] }],
    })),
  });

function targetingWith(condition: object, values = ['false', 'true']): string {
  const rules = [{ serve: { select: 1 }, conditions: [condition] }];
  return pretty(targetingOf({ rules, variations: values.map((value) => ({ value })) }));
}
