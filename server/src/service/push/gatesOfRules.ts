/** Gates for the organization's rules. Does not import vscode. */
import { t } from '../../core/t.js';
import type { PushPolicy, PushSeverity, Target } from '../../core/protocol.js';
import { percent } from '../../core/targeting/values/shares.js';
import { listOfFirst } from '../../core/targeting/joined.js';
import type { PolicyRule } from '../../core/targeting/rules/policy.js';
import { word } from '../words/harmless.js';
import type { Risk } from './risk.js';

/** A gate for one rule: an error refuses the push, a warning needs confirmation, lower severities are only shown. */
export interface PolicyGate {
  readonly kind: 'policy';
  readonly rule: PolicyRule;
  readonly severity: PushSeverity;
  readonly message: string;
}

export function policyGates({ policy }: Pick<Target, 'policy'>, risk: Risk, isRollBack = false): readonly PolicyGate[] {
  if (policy === undefined) return [];
  const gates = [stepGate(policy, risk), dependentsGate(policy, risk)].filter((gate) => gate !== undefined);
  return isRollBack ? gates.map(asking) : gates;
}

/** Downgrades errors to warnings: a rule must not block a rollback. */
function asking(gate: PolicyGate): PolicyGate {
  return gate.severity === 'error' ? { ...gate, severity: 'warning' } : gate;
}

/** If the push disables the toggle, or its impact is unknown, the gate only warns: such pushes must stay possible. */
function stepGate({ maxStep }: PushPolicy, { impact, disables }: Risk): PolicyGate | undefined {
  if (maxStep === undefined || impact.most <= maxStep.percent * 100) return undefined;
  const most = percent(Math.round(maxStep.percent * 100));
  const { known = 0 } = impact;
  const isUnknown = impact.who === 'unknown' && known <= maxStep.percent * 100;
  const message = isUnknown
    ? t('It is unknown how many users change. "{1}" allows {0} per push.', most, 'max-step')
    : impact.who === 'unknown'
      ? t(
          'At least {0} of the users of one rule or the default would change. "{2}" allows {1} per push.',
          percent(known),
          most,
          'max-step',
        )
      : t(
          'Up to {0} of the users of one rule or the default would change. "{2}" allows {1} per push.',
          percent(impact.most),
          most,
          'max-step',
        );
  const { severity } = maxStep;
  const isToAsk = severity === 'error' && (isUnknown || disables);
  return { kind: 'policy', rule: 'max-step', severity: isToAsk ? 'warning' : severity, message };
}

function dependentsGate({ dependents }: PushPolicy, { impact }: Risk): PolicyGate | undefined {
  const toggles = impact.dependents ?? [];
  if (dependents === undefined || toggles.length === 0) return undefined;
  const names = listOfFirst(
    toggles.map(({ toggle }) => word(toggle)),
    5,
  );
  const message = t('Other toggles change, too: {0} ("{1}").', names, 'dependents');
  return { kind: 'policy', rule: 'dependents', severity: dependents.severity, message };
}
