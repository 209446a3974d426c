/**
 * # unclear-rule (error; not configurable)
 * A [rule of the organization](rules.md) in `targeting.config.json` has the right form, but its meaning is unclear: the
 * regular expression of `toggle-name` is invalid, or engines may read it differently. Nothing is pushed until the config is
 * corrected.
 * Not reported: an expression without `^` and `$`, which matches anywhere in the key.
 * ```jsonc
 * { "rules": { "toggle-name": "^[a-z" } }
 * ```
 * Fix: correct the expression.
 *
 * # repeated-rule (hint)
 * An environment repeats a rule that all environments already have.
 * Not reported: a rule whose list has the same items in another order.
 * ```jsonc
 * { "rules": { "max-step": 25 }, "environments": { "online": { "rules": { "max-step": 25 } } } }
 * ```
 * Fix: remove it.
 * ---
 * Checks that the config's schema cannot express.
 */
import { t } from '../../t.js';
import type { JsonDocument } from '../../json/document.js';
import type { Path } from '../../json/nodes.js';
import { asArray, asObject } from '../../json/plain.js';
import { environmentsIn, MAX_NAME_LENGTH, policyRules } from '../../targeting/rules/policy.js';
import type { ObjectFinding } from '../check.js';
import { searchForName } from '../organization/toggleName.js';
import { quoted } from '../words.js';
import type { RelatedFiles } from './filesBeside.js';
import { pathsWithoutCode } from './unknownName.js';

type Plain = Readonly<Record<string, unknown>>;

export function configRules(document: JsonDocument, { unmatched = [] }: RelatedFiles): readonly ObjectFinding[] {
  const root = asObject(document.root?.value) ?? {};
  const common = asObject(root['rules']) ?? {};
  const environments = environmentsIn(root).map(([name, value]) => [name, asObject(value) ?? {}] as const);
  const ofEach = environments.flatMap(([name, environment]) => {
    const path = ['environments', name, 'rules'];
    const own = asObject(environment['rules']) ?? {};
    const repeated = policyRules.filter((rule) => Object.hasOwn(own, rule) && isSame(own[rule], common[rule]));
    return [
      ...unclearName(own, path),
      ...repeated.map((rule): ObjectFinding => {
        const message = t('{0} is already set to the same value for all environments.', quoted(rule));
        const fixes = [{ kind: 'remove-property' }] as const;
        return { code: 'repeated-rule', path: [...path, rule], atKey: true, message, fixes };
      }),
    ];
  });
  const withoutCode = pathsWithoutCode(asObject(root['code'])?.['include'], unmatched);
  return [...unclearName(common, ['rules']), ...ofEach, ...withoutCode].slice(0, MAX_FINDINGS);
}

const MAX_FINDINGS = 1_000;

function unclearName({ 'toggle-name': source }: Plain, path: Path): readonly ObjectFinding[] {
  if (typeof source !== 'string') return [];
  // The schema already reports a longer expression.
  const found = source.length > MAX_NAME_LENGTH ? false : searchForName(source)('');
  if (typeof found === 'boolean') return [];
  const message =
    found === 'invalid'
      ? t('{0} is not a regular expression.', quoted(source))
      : t(
          'Regular expression engines may read {0} differently, or it is too large. Write it without lookarounds and backreferences.',
          quoted(source),
        );
  return [{ code: 'unclear-rule', path: [...path, 'toggle-name'], message }];
}

/** Compares lists and objects one level deep, because rules are not nested more deeply. */
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
