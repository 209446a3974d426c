/**
 * # step-too-large (error; a rule of the organization)
 * One push changes the value for more users of one rule, or of the default, than [`max-step`](rules.md) allows. A push
 * that disables the toggle, or restores an earlier version, only asks.
 * Not reported: anything while you type, or a large change in several allowed steps.
 * ```jsonc
 * { "rules": { "max-step": 25 } }
 * ```
 * Fix: push a smaller step first.
 *
 * # changes-dependents (warning; a rule of the organization)
 * Other toggles, which require this one, change with it. [`dependents`](rules.md) decides what a push does then: `say`
 * makes this `information`, `refuse` an `error`. A push that restores an earlier version only asks.
 * Not reported: anything while you type; dependents that cannot be read, which the push mentions.
 * ```jsonc
 * { "rules": { "dependents": "refuse" } }
 * ```
 * Fix: agree with the owners of these toggles, or change them first.
 * ---
 * Rules of the organization that only a push can break. Errors block the push, warnings ask for confirmation, and
 * anything less is shown.
 */
import type { PushPolicy } from '../../protocol.js';
import type { AnswerToDependents, Policy } from '../../targeting/rules/policy.js';
import { defaultSeverities } from '../codes.js';
import type { Severities, Severity } from '../problem.js';

const answered: Readonly<Record<AnswerToDependents, Severity>> = {
  say: 'information',
  ask: 'warning',
  refuse: 'error',
};

/** The severity of `changes-dependents` if the config does not set it. */
function severityOfDependents({ dependents = 'say' }: Policy): Severity {
  return answered[dependents];
}

/** @param severities the config's severities for one file @returns undefined if the policy has no rules for a push */
export function pushPolicyOf(policy: Policy, severities: Severities): PushPolicy | undefined {
  const { 'max-step': maxStep, dependents } = policy;
  const step = severities['step-too-large'] ?? defaultSeverities['step-too-large'];
  const others = severities['changes-dependents'] ?? severityOfDependents(policy);
  const asked: PushPolicy = {
    ...(maxStep !== undefined && step !== 'off' && { maxStep: { percent: maxStep, severity: shownAs(step) } }),
    ...(dependents !== undefined && others !== 'off' && { dependents: { severity: shownAs(others) } }),
  };
  return Object.keys(asked).length === 0 ? undefined : asked;
}

function shownAs(severity: Exclude<Severity, 'off'>) {
  return severity === 'hint' ? 'information' : severity;
}
