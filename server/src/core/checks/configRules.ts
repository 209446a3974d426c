/**
 * # unclear-rule (error; not configurable)
 * A [rule of the organisation](rules.md) in `targeting.config.json` has the right form, but cannot be understood. The
 * regular expression of `toggle-name` is invalid, or engines may read it differently; the `window` has a time that does
 * not exist, or an unknown time zone. Nothing is pushed until the config is right.
 * ```jsonc
 * { "rules": { "window": "Mon-Thu 08:00-17:00 Europe/Pariss" } }
 * ```
 * Fix: change to the time zone that was meant, or to whole days.
 *
 * # idle-window (information)
 * A `window` that nobody is asked about: the time counts in protected environments alone, and this config does not
 * protect the environment, or none.
 * ```jsonc
 * { "environments": { "dev": { "rules": { "window": "Mon-Thu 08:00-17:00 Europe/Paris" } } } }
 * ```
 * Fix: remove it, or protect the environment.
 *
 * # repeated-rule (hint)
 * A rule of one environment that is the same for all environments already.
 * ```jsonc
 * { "rules": { "max-step": 25 }, "environments": { "online": { "rules": { "max-step": 25 } } } }
 * ```
 * Fix: remove it.
 * ---
 * What the schema of the config cannot say of rules of the organisation.
 */
import { t } from '@vscode/l10n';
import type { JsonDocument } from '../json/document.js';
import type { Path } from '../json/nodes.js';
import { asArray, asObject } from '../json/plain.js';
import { placeOf } from '../targeting/place.js';
import { environmentsIn, MAX_NAME_LENGTH, policyRules } from '../targeting/policy.js';
import { knownZones, partsOfWindow, readWindow } from '../targeting/window.js';
import type { ObjectFinding } from './check.js';
import { closestOf, replacement } from './closest.js';
import { searchForName } from './toggleName.js';
import { quoted } from './words.js';

type Plain = Readonly<Record<string, unknown>>;

/** Their paths begin at the body. */
export function configRules(document: JsonDocument): readonly ObjectFinding[] {
  const root = asObject(document.root?.value) ?? {};
  const common = asObject(root['rules']) ?? {};
  const environments = environmentsIn(root).map(([name, value]) => [name, asObject(value) ?? {}] as const);
  const protectedPlaces = new Set(
    environments.filter(([, each]) => each['protected'] === true).map(([name, each]) => placeIn(root, name, each)),
  );
  const ofAll = [
    ...unclear(common, ['rules']),
    ...(typeof common['window'] === 'string' && environments.length > 0 && protectedPlaces.size === 0
      ? [idle(['rules', 'window'], t('this config protects none'))]
      : []),
  ];
  const ofEach = environments.flatMap(([name, environment]) => {
    const path = ['environments', name, 'rules'];
    const own = asObject(environment['rules']) ?? {};
    const repeated = policyRules.filter((rule) => Object.hasOwn(own, rule) && isSame(own[rule], common[rule]));
    const isIdle = typeof own['window'] === 'string' && !protectedPlaces.has(placeIn(root, name, environment));
    return [
      ...unclear(own, path),
      ...(isIdle ? [idle([...path, 'window'], t('this config does not protect {0}', quoted(name)))] : []),
      ...repeated.map((rule): ObjectFinding => {
        const message = t('{0} is already set to the same value for all environments.', quoted(rule));
        const fixes = [{ kind: 'remove-property' }] as const;
        return { code: 'repeated-rule', path: [...path, rule], atKey: true, message, fixes };
      }),
    ];
  });
  return [...ofAll, ...ofEach].slice(0, MAX_FINDINGS);
}

/** What is wrong a thousand times, nobody reads more of. */
const MAX_FINDINGS = 1_000;

function unclear(rules: Plain, path: Path): readonly ObjectFinding[] {
  const { window } = rules;
  const name = rules['toggle-name'];
  return [
    ...(typeof name === 'string' ? unclearName(name, [...path, 'toggle-name']) : []),
    ...(typeof window === 'string' ? unclearWindow(window, [...path, 'window']) : []),
  ];
}

function unclearName(source: string, path: Path): readonly ObjectFinding[] {
  // The schema refuses what is longer.
  const found = source.length > MAX_NAME_LENGTH ? false : searchForName(source)('');
  if (typeof found === 'boolean') return [];
  const message =
    found === 'invalid'
      ? t('{0} is not a regular expression.', quoted(source))
      : t(
          'Regular expression engines may read {0} differently, or it is too large. Write it without lookarounds and back references.',
          quoted(source),
        );
  return [{ code: 'unclear-rule', path, message }];
}

function unclearWindow(text: string, path: Path): readonly ObjectFinding[] {
  const { when, zone } = partsOfWindow(text);
  switch (readWindow(text)) {
    case 'time': {
      const message = t('This time does not exist: a window begins at 00:00 to 23:59 and ends at 00:01 to 24:00.');
      return [{ code: 'unclear-rule', path, message }];
    }
    case 'empty': {
      const message = t('This window ends when it begins. Whole days are {0}.', '00:00-24:00');
      const fixes = replacement(text.replace(/ \d\d:\d\d-\d\d:\d\d /, ' 00:00-24:00 '));
      return [{ code: 'unclear-rule', path, message, fixes }];
    }
    case 'zone': {
      const closest = closestZone(zone);
      const message = t('This machine does not know the time zone {0}.', quoted(zone));
      const words = closest === undefined ? message : t('{0} Did you mean {1}?', message, quoted(closest));
      return [{ code: 'unclear-rule', path, message: words, fixes: replacement(closest && when + closest) }];
    }
    // The schema says what the form is.
    default:
      return [];
  }
}

/** By the whole name, or by the city alone. */
export function closestZone(typed: string): string | undefined {
  const zones = knownZones();
  const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1);
  const byCity = new Map(zones.map((zone) => [cityOf(zone), zone]));
  return closestOf(typed, zones) ?? byCity.get(closestOf(cityOf(typed), [...byCity.keys()]) ?? '');
}

function idle(path: Path, why: string): ObjectFinding {
  const message = t('Nobody is asked about this: the time counts in protected environments alone, and {0}.', why);
  return { code: 'idle-window', path, atKey: true, message, fixes: [{ kind: 'remove-property' }] };
}

/** Opaque. An environment is protected where another name of the same place is. */
function placeIn(root: Plain, name: string, environment: Plain): string {
  const text = (key: string, otherwise = '') => {
    const value = environment[key] ?? root[key];
    return typeof value === 'string' ? value : otherwise;
  };
  const key = environment['key'];
  const environmentKey = typeof key === 'string' ? key : name;
  return JSON.stringify(placeOf({ baseUrl: text('baseUrl'), project: text('project'), environmentKey }));
}

/** Rules are no deeper than this; what is deeper is no rule. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return a !== undefined;
  const [list, other] = [asArray(a), asArray(b)];
  if (list && other) return list.length === other.length && list.every((item, index) => item === other[index]);
  const [object, otherObject] = [asObject(a), asObject(b)];
  if (object === undefined || otherObject === undefined) return false;
  const keys = Object.keys(object);
  return (
    keys.length === Object.keys(otherObject).length &&
    keys.every((key) => Object.hasOwn(otherObject, key) && object[key] === otherObject[key])
  );
}
