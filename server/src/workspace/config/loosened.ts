/** Which rules of the organisation hold a file less than an earlier config does. */
import { t } from '@vscode/l10n';
import type { ProblemCode } from '../../core/checks/codes.js';
import { defaultSeverities, policyCodes } from '../../core/checks/codes.js';
import type { Severities, Severity } from '../../core/checks/problem.js';
import { severities as inOrder } from '../../core/checks/problem.js';
import { severityOfDependents } from '../../core/checks/pushRules.js';
import { listOf } from '../../core/targeting/joined.js';
import type { Policy } from '../../core/targeting/policy.js';
import type { ParsedConfig } from './config.js';
import { severitiesOf } from './severities.js';

/** What a config asks of one file in one environment. */
export interface RulesOfFile {
  readonly policy: Policy;
  readonly severities: Severities;
}

/** @param path below the config. @param environment by its name there */
export function rulesOfFile(parsed: ParsedConfig, path: string, environment: string): RulesOfFile {
  const { everywhere, of } = parsed.policies;
  return { policy: of.get(environment) ?? everywhere, severities: severitiesOf(parsed, path) };
}

/**
 * A pattern or a window that is another one is said, too: whether it holds less cannot be told.
 *
 * @param base the name of the commit of the earlier config
 * @returns a sentence each
 */
export function loosened(before: RulesOfFile, after: RulesOfFile, base: string): readonly string[] {
  const [was, is] = [before.policy, after.policy];
  const changed = (rule: keyof typeof names, holdsLess: boolean) => {
    const [then, now] = [was[rule], is[rule]];
    return then === undefined || (now !== undefined && !holdsLess) ? [] : [becomes(named(rule), then, now, base)];
  };
  return [
    ...changed('maxStep', (is.maxStep ?? 0) > (was.maxStep ?? 0)),
    ...changed('maxRules', (is.maxRules ?? 0) > (was.maxRules ?? 0)),
    ...changed('toggleName', is.toggleName !== was.toggleName),
    ...changed('window', is.window !== was.window),
    ...changed('dependents', isLess(severityOfDependents(is), severityOfDependents(was))),
    ...missing('require', was.require, is.require),
    ...missing('forbid', was.forbid, is.forbid),
    ...attributesOf(was, is, base),
    ...policyCodes.flatMap((code) => {
      if (code === 'changes-dependents' && was.dependents !== is.dependents) return [];
      const [then, now] = [severityOf(before, code), severityOf(after, code)];
      return isLess(now, then) ? [becomes(JSON.stringify(code), then, now, base)] : [];
    }),
  ];

  function missing(rule: 'require' | 'forbid', then: readonly string[] = [], now: readonly string[] = []) {
    const gone = then.filter((each) => !now.includes(each));
    return gone.length === 0
      ? []
      : [t('{0} had {1} at {2}, and no longer has.', JSON.stringify(rule), listOf(gone.map(quoted)), base)];
  }
}

const names = {
  maxStep: 'max-step',
  maxRules: 'max-rules',
  toggleName: 'toggle-name',
  window: 'window',
  dependents: 'dependents',
} as const satisfies Partial<Record<keyof Policy, string>>;

function named(rule: keyof typeof names): string {
  return JSON.stringify(names[rule]);
}

function becomes(name: string, then: unknown, now: unknown, base: string): string {
  return now === undefined
    ? t('{0} was {1} at {2}, and is not set now.', name, quoted(then), base)
    : t('{0} was {1} at {2}, and is {3} now.', name, quoted(then), base, quoted(now));
}

function quoted(value: unknown): string {
  return JSON.stringify(value);
}

function attributesOf({ attributes: was }: Policy, { attributes: is }: Policy, base: string): readonly string[] {
  const name = JSON.stringify('attributes');
  if (was === undefined) return [];
  if (is === undefined) return [t('{0} was a list at {1}, and is not set now.', name, base)];
  const added = Array.from(is.keys()).filter((attribute) => !was.has(attribute));
  const others = Array.from(is).flatMap(([attribute, type]) => {
    const then = was.get(attribute);
    return then === undefined || then === type || then === 'any' ? [] : [becomes(quoted(attribute), then, type, base)];
  });
  return [
    ...(added.length === 0 ? [] : [t('{0} has {1}, which it did not have at {2}.', name, listed(added), base)]),
    ...others,
  ];
}

function listed(names: readonly string[]): string {
  const first = listOf(names.slice(0, 5).map(quoted));
  return names.length > 5 ? t('{0} and {1} more', first, names.length - 5) : first;
}

function severityOf({ policy, severities }: RulesOfFile, code: ProblemCode) {
  return severities[code] ?? (code === 'changes-dependents' ? severityOfDependents(policy) : defaultSeverities[code]);
}

function isLess(severity: Severity, than: Severity): boolean {
  return inOrder.indexOf(severity) > inOrder.indexOf(than);
}
