/**
 * What the table of many files says of one whose checks are done. Many files never merge and never overwrite what others
 * changed, and ask for no review: such a file is refused and can be pushed alone, with its diff in sight. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import type { LastBody } from './base.js';
import { comparable, sameBody } from './base.js';
import { changes } from './changes.js';
import { tell } from './describe.js';
import { goOnFrom } from './guardedPush.js';
import { pendingReason } from './sending.js';
import type { Live } from './live.js';
import type { Drafted, ManyPorts, Ready, Verdict } from './many.js';
import type { Patience } from './patience.js';
import { riskOf } from './risk.js';
import type { Service } from './service.js';
import { serviceOf } from './service.js';
import type { State } from './state.js';
import { asObject, effective, sameState, textOf } from './state.js';
import { targetName } from './target.js';

export interface Reaching {
  readonly ports: ManyPorts;
  readonly patience: Patience;
  /** Undefined when the person gave none. */
  readonly token: string | undefined;
}

export async function manyVerdict(reaching: Reaching, file: Drafted): Promise<Verdict> {
  if (file.target.api !== 'featureprobe') return blind(reaching.ports, file);
  const { token } = reaching;
  return token === undefined ? refused(noToken()) : seeing(reaching, file, token);
}

export function notPushed(reason: string): string {
  return t('Not pushed: {0}', reason);
}

export function noToken(): string {
  return t('there is no access token for it.');
}

export function needsApproval(): string {
  return t('it needs an approval. Push it alone to submit it.');
}

/** The service of one file; it waits where it is throttled. */
export function patientService({ ports, patience }: Reaching, { target, url }: Drafted, token: string): Service {
  return serviceOf(target, url, (method, address, body) =>
    patience.send(address, () => ports.request(method, address, token, body)),
  );
}

async function seeing(reaching: Reaching, file: Drafted, token: string): Promise<Verdict> {
  const { ports } = reaching;
  const { uri, target } = file;
  const reading = await patientService(reaching, file, token).read();
  if (reading.kind === 'failed') return { kind: 'refused', words: tell(reading.outcome, target).sentence };
  const live = reading.value;
  if (live.pending !== undefined) return refused(pendingReason(live.pending));

  const effect = effective(asObject(JSON.parse(file.body)) ?? {}, live.state);
  const { state: after, kept } = effect;
  if (sameState(after, live.state)) {
    await goOnFrom(memoryOf(ports, uri), target, live, effect);
    const words = t('Nothing to push: version {0} of {1} says the same.', live.version, targetName(target));
    return { kind: 'same', words };
  }
  const remembered = await ports.remembered(uri, target);
  const base = remembered?.kind === 'seen' ? remembered : undefined;
  if (base !== undefined && !sameState(base.state, live.state)) return refused(changedByOthers(live));
  // Whether it was finished, only a person can tell.
  if (base?.merging === true) return refused(t('a merge of it may not be finished. Push it alone.'));
  if (live.reviewers !== undefined) return refused(needsApproval());
  return {
    kind: 'ready',
    draft: file,
    changes: [
      ...changes(live.state, after),
      ...(kept.length === 0 ? [] : [t('Not in the file, so the service keeps its own: {0}.', kept.join(', '))]),
      ...(base === undefined ? [t('It was neither pulled nor pushed from here yet: see what it replaces.')] : []),
      ...warningsIn(file),
    ],
    risk: riskOf(live.state, after),
    live,
    compared: { before: textOf(live.state), after: textOf(after) },
  };
}

function memoryOf({ remembered, remember, now }: ManyPorts, uri: string): Parameters<typeof goOnFrom>[0] {
  return {
    remembered: (target) => remembered(uri, target),
    remember: (target, what) => remember(uri, target, what),
    now,
  };
}

function changedByOthers({ modifiedBy }: Live): string {
  return modifiedBy === undefined
    ? t('it has changed there since your file was made from it. Pull it, or push it alone.')
    : t('{0} changed it there since your file was made from it. Pull it, or push it alone.', modifiedBy);
}

/** Known is only what was pushed from here. */
async function blind(ports: ManyPorts, file: Drafted): Promise<Verdict> {
  const { uri, target, body } = file;
  const remembered = await ports.remembered(uri, target);
  const last = remembered?.kind === 'pushed' ? remembered : undefined;
  if (last !== undefined && sameBody(last.body, body)) {
    const time = new Date(last.time).toLocaleString();
    return { kind: 'same', words: t('Nothing has changed since your push of {0}.', time) };
  }
  const before = stateOf(last?.body ?? '{}');
  const { state: after } = effective(asObject(JSON.parse(body)) ?? {}, before);
  return {
    kind: 'ready',
    draft: file,
    changes: [...blindChanges(last, before, after), ...warningsIn(file)],
    risk: riskOf(before, after),
    live: undefined,
    compared: last && { before: comparable(last.body), after: comparable(body) },
  };
}

function blindChanges(last: LastBody | undefined, before: State, after: State): readonly string[] {
  if (last === undefined) return [t('It is the first push from here: what it changes is not known.')];
  const found = changes(before, after);
  const since = t('Since your push of {0}:', new Date(last.time).toLocaleString());
  return found.length > 0 ? [since, ...found] : [since, t('Something changes that has no name.')];
}

/** What a PATCH with this body leaves, as far as the body says it. */
function stateOf(body: string): State {
  return effective(asObject(JSON.parse(body)) ?? {}, { disabled: false, content: {} }).state;
}

/** The first ones, as lines. */
function warningsIn({ warnings }: Pick<Ready['draft'], 'warnings'>): readonly string[] {
  const shown = warnings
    .slice(0, 3)
    .map(({ range, message }) =>
      t('Line {0}: {1}', range.start.line + 1, typeof message === 'string' ? message : message.value),
    );
  return warnings.length > shown.length ? [...shown, t('… and {0} more', warnings.length - shown.length)] : shown;
}

function refused(reason: string): Verdict {
  return { kind: 'refused', words: notPushed(reason) };
}
