/** Files of an environment for tests of `export` and `serve`. */
import { configText, inCity, inSegment, prettyToggle } from '../support/toggle.js';

export const config = configText({ environments: { dev: {}, production: {} } });

/** On in one city. */
export const onIn = (city: string, values = ['false', 'true']) => targetingWith(inCity(city), values);

/** On for those in a segment. */
export const onFor = (segment: string) => targetingWith(inSegment(segment));

export const users = (segments: Readonly<Record<string, string>> = {}) =>
  JSON.stringify({
    users: [{ name: 'ada', key: 'user-1', attributes: { city: 'Paris' } }],
    segments: Object.entries(segments).map(([key, city]) => ({
      key,
      rules: [{ conditions: [inCity(city)] }],
    })),
  });

function targetingWith(condition: object, values = ['false', 'true']): string {
  const rules = [{ serve: { select: 1 }, conditions: [condition] }];
  return prettyToggle({ rules, variations: values.map((value) => ({ value })) });
}
