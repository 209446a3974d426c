/** Compares a submitted change with the live version, and finds versions that it overwrites. Does not import vscode. */
import type { Approval, Targeting, Version } from '../http/answers/answers.js';
import type { Reading } from '../http/answers/reading.js';
import type { Service } from '../http/service.js';
import { readLive } from '../http/service.js';
import type { State } from '../../core/targeting/state/state.js';
import { changes } from '../../core/targeting/state/changes.js';
import { stateAfterPatch, sameState } from '../../core/targeting/state/state.js';
import { undoesOthersChanges } from '../../core/targeting/state/undoes.js';
import { readNextPage, nothingRead } from '../versions.js';

export interface SubmittedChange {
  readonly approval: Approval;
  readonly live: Pick<Targeting, 'version' | 'state'>;
  readonly after: State;
  /** Versions that publishing the change would revert, if any. */
  readonly overwrites: Overwritten | undefined;
}

/** Versions pushed without approval since the submission. The service ignores them when it publishes (service.md B). */
export interface Overwritten {
  /** The overwritten versions, newest first. */
  readonly versions: readonly Version[];
  /** The changes made by the overwritten versions, as sentences. */
  readonly changes: readonly string[];
}

export interface Now {
  readonly live: Pick<Targeting, 'version' | 'state'>;
  readonly change: SubmittedChange | undefined;
}

export async function readNow(service: Pick<Service, 'read' | 'history'>): Promise<Reading<Now>> {
  const reading = await readLive(service);
  if (reading.kind === 'failed') return reading;
  const { answer, live } = reading.value;
  if (answer.pending === undefined) return { kind: 'read', value: { live, change: undefined } };
  // The change is merged as the service merges it: a missing field keeps its value.
  const { state: after } = stateAfterPatch({ ...answer.state }, live.state);
  const overwrites = await overwritten(service, { from: answer.version - 1, live, after });
  if (overwrites.kind === 'failed') return overwrites;
  const change = { approval: answer.pending, live, after, overwrites: overwrites.value };
  return { kind: 'read', value: { live, change } };
}

/** True if two reads show the same submitted change and the same live version. */
export function isSameChange(a: SubmittedChange, b: SubmittedChange): boolean {
  return (
    a.approval.kind === b.approval.kind &&
    a.approval.since === b.approval.since &&
    a.live.version === b.live.version &&
    sameState(a.after, b.after)
  );
}

async function overwritten(
  service: Pick<Service, 'read' | 'history'>,
  { from, live, after }: { readonly from: number; readonly live: Now['live']; readonly after: State },
): Promise<Reading<Overwritten | undefined>> {
  if (live.version <= from) return { kind: 'read', value: undefined };
  const page = await readNextPage(service, nothingRead);
  if (page.kind === 'failed') return page;
  const { list } = page.value;
  const base = list.find(({ version }) => version === from)?.state;
  const isLost = base === undefined || undoesOthersChanges({ base, theirs: live.state, yours: after });
  const versions = list.filter(({ version }) => version > from);
  const told = base === undefined ? [] : changes(base, live.state);
  return { kind: 'read', value: isLost ? { versions, changes: told } : undefined };
}
