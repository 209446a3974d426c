/**
 * Gates are reasons to refuse a push, to ask or to warn. They also apply to pushes of an earlier version or of another
 * environment's state. The compiler checks that each shell handles every gate. Does not import vscode.
 */
import { t } from '../../core/t.js';
import type { Check, Target } from '../../core/protocol.js';
import type { State } from '../../core/targeting/state/state.js';
import { normalised, sameState } from '../../core/targeting/state/state.js';
import { undoesOthersChanges } from '../../core/targeting/state/undoes.js';
import type { Targeting } from '../http/answers/answers.js';
import { runPaced } from '../pace.js';
import { word } from '../words/harmless.js';
import type { NotPushed } from './checkedFile.js';
import { notPushed } from './checkedFile.js';
import type { Read, ReadForPush, Unreadable } from './look.js';
import { changesOf, readForPush } from './look.js';
import type { LastSeen, Memory } from './memory.js';
import { isOwn, lastSeen } from './memory.js';
import type { FilesIn } from './dependentsWithoutFile.js';
import type { PolicyGate } from './gatesOfRules.js';
import { policyGates } from './gatesOfRules.js';
import type { ImpactOf, Risk } from './risk.js';
import { whyBroken } from './risk.js';
import { computePushRisk } from './risks.js';

export type Gate =
  /** Others changed the toggle after the file was made from `base`. `undone`: the push would revert their change. */
  | { readonly kind: 'others-changed'; readonly base: LastSeen; readonly theirs: Targeting; readonly undone: boolean }
  /** A merge or pull wrote the base into the file, but may have been undone since. */
  | { readonly kind: 'unfinished-merge' }
  | { readonly kind: 'warnings'; readonly warnings: Check['problems'] }
  | { readonly kind: 'archived'; readonly message: string }
  | { readonly kind: 'protected' }
  /** The service cannot be read, so the live version is unknown. */
  | { readonly kind: 'unreadable' }
  /** Users of a protected environment may get another value. `most` has the same meaning as in `Impact`. */
  | { readonly kind: 'affects-users'; readonly most: number }
  /** `carriesChange`: false if the push changes only tracking, which a request for approval cannot contain. */
  | { readonly kind: 'needs-review'; readonly reviewers: readonly string[]; readonly carriesChange: boolean }
  /** The service could not build the toggle after the push. */
  | { readonly kind: 'wrong'; readonly severity: 'error'; readonly message: string }
  /** The push replaces values that nobody has seen here: all values, or only fields that the file used to omit. */
  | { readonly kind: 'unseen'; readonly what: 'everything' | 'left-to-service' }
  | PolicyGate;

/** @returns the refusal at a gate of severity "error", which nothing overrides */
export function refusalAt(gate: Gate, { environment }: Pick<Target, 'environment'>): NotPushed | undefined {
  if (!('severity' in gate) || gate.severity !== 'error') return undefined;
  if (gate.kind === 'wrong') return notPushed(gate.message, 'show-problems');
  return { ...notPushed(gate.message, 'open-config'), rule: { rule: gate.rule, environment } };
}

export function refusalIn(gates: readonly Gate[], target: Pick<Target, 'environment'>): NotPushed | undefined {
  return gates.map((gate) => refusalAt(gate, target)).find((refusal) => refusal !== undefined);
}

export function cautionsOf(gates: readonly Gate[]): readonly string[] {
  return gates.flatMap((gate) => ('message' in gate ? [gate.message] : []));
}

/** The reaction of a shell (editor or command line) to each kind of gate, after errors have refused the push. */
export type GateTable<R, Arguments extends readonly unknown[] = []> = {
  readonly [Kind in Gate['kind']]: (gate: Extract<Gate, { kind: Kind }>, ...others: Arguments) => R;
};

export interface PushPreview {
  readonly looked: Read | Unreadable;
  readonly risk: Risk;
  /** The changes as sentences; empty if the live version is unknown. */
  readonly changes: readonly string[];
  /** Gates in the order in which a person should learn of them. */
  readonly gates: readonly Gate[];
}

/** The part of a push preview that does not depend on the impact. */
export interface Comparison extends Omit<PushPreview, 'risk'> {
  readonly gatesAfter: (risk: Risk) => readonly Gate[];
}

export interface ProspectPorts extends ComparisonPorts {
  readonly impact: ImpactOf;
  readonly filesIn?: FilesIn;
}

export interface ComparisonPorts extends Pick<Memory, 'remembered'> {
  /** Returns whether the toggle is archived. If this port is absent, the service is asked. */
  readonly isArchived?: (looked: Read) => Promise<boolean>;
  /** Returns the fields that the file omits at a commit at which it equals the live state; null without such a commit. */
  readonly liveCommit?: (live: State) => Promise<readonly string[] | null>;
}

export interface Pushed {
  readonly warnings: Check['problems'];
  /** True if an earlier version is pushed instead of a file. */
  readonly isRollBack?: boolean;
}

export async function prospectOf(
  ports: ProspectPorts,
  looked: Read | Unreadable,
  pushed: Pushed,
): Promise<PushPreview> {
  const risk = await computePushRisk(ports, looked);
  return withRisk(await compareForPush(ports, looked, pushed), risk);
}

export async function compareForPush(
  ports: ComparisonPorts,
  looked: Read | Unreadable,
  { warnings, isRollBack = false }: Pushed,
): Promise<Comparison> {
  const { target } = looked;
  const ofRead = looked.kind === 'read' ? await gatesOfRead(ports, looked) : undefined;
  const gatesAfter = (risk?: Risk): readonly Gate[] => {
    const message = risk && whyBroken(risk);
    const affects = target.protected && looked.kind === 'read' && risk !== undefined;
    const gates: readonly (Gate | undefined | false)[] = [
      ...(ofRead?.ofOthers ?? []),
      warnings.length > 0 && { kind: 'warnings', warnings },
      ofRead?.archived,
      target.protected && { kind: 'protected' },
      looked.kind === 'unreadable' && { kind: 'unreadable' },
      affects && { kind: 'affects-users', most: risk.impact.most },
      ...(risk === undefined ? [] : policyGates(target, risk, isRollBack)),
      ofRead?.review,
      message !== undefined && { kind: 'wrong', severity: 'error', message },
      ofRead?.unseen,
    ];
    return gates.filter((gate) => gate !== undefined && gate !== false);
  };
  const changes = looked.kind === 'read' ? await changesOf(looked) : [];
  return { looked, changes, gates: gatesAfter(), gatesAfter };
}

export function withRisk({ looked, changes, gatesAfter }: Comparison, risk: Risk): PushPreview {
  return { looked, risk, changes, gates: gatesAfter(risk) };
}

export function answerTo<R, Arguments extends readonly unknown[]>(
  table: GateTable<R, Arguments>,
  gate: Gate,
  ...others: Arguments
): R {
  return (table[gate.kind] as (gate: Gate, ...others: Arguments) => R)(gate, ...others);
}

async function gatesOfRead(ports: ComparisonPorts, looked: Read) {
  const { target, service, live, after, changesOnlyTracking } = looked;
  const isArchived = await (ports.isArchived?.(looked) ?? service.isArchived());
  const base = await lastSeen(ports, target);
  // A live version that equals a commit counts as seen, even if this clone has neither pushed nor pulled it.
  const leftToService = base === undefined ? await ports.liveCommit?.(live.state) : undefined;
  const { reviewers } = live;
  const ofOthers: Gate[] = [];
  // A push that changes only access tracking does not replace the state that others have made.
  if (base !== undefined && !changesOnlyTracking) {
    const isOther = await runPaced(() => !sameState(base.state, live.state) && !isOwn(base, live));
    const isUndone = () => undoesOthersChanges({ base: base.state, theirs: live.state, yours: after.state });
    if (isOther) ofOthers.push({ kind: 'others-changed', base, theirs: live, undone: await runPaced(isUndone) });
    if (base.unconfirmed === true) ofOthers.push({ kind: 'unfinished-merge' });
  }
  const what = changesOnlyTracking ? undefined : unseenIn(leftToService ? { leftToService } : base, looked);
  return {
    ofOthers,
    archived: isArchived && ({ kind: 'archived', message: archivedWarning(target) } as const),
    review: reviewers && ({ kind: 'needs-review', reviewers, carriesChange: !changesOnlyTracking } as const),
    unseen: what && ({ kind: 'unseen', what } as const),
  };
}

function unseenIn(
  base: Pick<LastSeen, 'leftToService'> | undefined,
  { after }: Pick<Read, 'after'>,
): Extract<Gate, { kind: 'unseen' }>['what'] | undefined {
  if (base === undefined) return 'everything';
  const { leftToService = [] } = base;
  return leftToService.every((key) => after.leftToService.includes(key)) ? undefined : 'left-to-service';
}

export function archivedWarning({ toggle }: Pick<Target, 'toggle'>): string {
  return t(
    '{0} is archived: applications will not receive any pushed changes until the toggle is restored.',
    word(toggle),
  );
}

export type Recheck =
  | { readonly kind: 'same' }
  | { readonly kind: 'moved'; readonly now: Targeting }
  | Exclude<ReadForPush, { readonly kind: 'read' }>;

/**
 * Reads once more before sending, since confirming may take long. A PATCH's lock detects a new version, but not new
 * reviewers; a request for approval has no lock (service.md B).
 */
export async function recheckLive({ service, live }: Pick<Read, 'service' | 'live'>): Promise<Recheck> {
  const now = await readForPush(service);
  if (now.kind !== 'read') return now;
  const { value } = now;
  const isSame = value.version === live.version && fingerprintOf(value) === fingerprintOf(live);
  return isSame ? { kind: 'same' } : { kind: 'moved', now: value };
}

/** A key that is equal before a change and after its reversal. Reviewers are sorted, since their order varies. */
export function fingerprintOf({ state, trackAccessEvents, reviewers }: Targeting): string {
  return JSON.stringify([normalised(state), trackAccessEvents, reviewers?.toSorted()]);
}
