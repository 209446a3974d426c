/** A submitted change beside what is served, and what its publishing would overwrite. Pure of vscode. */
import type { Approval, Targeting, Version } from '../service/live.js';
import type { Reading } from '../service/reading.js';
import type { Service } from '../service/service.js';
import { served } from '../service/service.js';
import type { State } from '../state/state.js';
import { changes } from '../state/changes.js';
import { effective, sameState } from '../state/state.js';
import { undoes } from '../state/undoes.js';
import { readOn, unread } from '../versions.js';

export interface Change {
  readonly approval: Approval;
  /** What is live. */
  readonly served: Pick<Targeting, 'version' | 'state'>;
  /** What will be live once the change is published. */
  readonly after: State;
  /** Undefined when its publishing takes back nothing of what was pushed since it was submitted. */
  readonly overwrites: Overwritten | undefined;
}

/** The service publishes a change whatever was pushed past the approval meanwhile (service.md B). */
export interface Overwritten {
  /** Newest first. */
  readonly versions: readonly Version[];
  /** What they changed, as sentences. */
  readonly changes: readonly string[];
}

export interface Now {
  readonly served: Pick<Targeting, 'version' | 'state'>;
  /** Undefined when none is submitted. */
  readonly change: Change | undefined;
}

export async function readNow(service: Pick<Service, 'read' | 'history'>): Promise<Reading<Now>> {
  const reading = await served(service);
  if (reading.kind === 'failed') return reading;
  const { live, ...current } = reading.value;
  if (live.pending === undefined) return { kind: 'read', value: { served: current, change: undefined } };
  // As the service merges it: a field that the change lacks stays.
  const { state: after } = effective({ ...live.state }, current.state);
  const overwrites = await overwritten(service, { from: live.version - 1, current, after });
  if (overwrites.kind === 'failed') return overwrites;
  const change = { approval: live.pending, served: current, after, overwrites: overwrites.value };
  return { kind: 'read', value: { served: current, change } };
}

/** Whether it is still the change that a person looked at, before the same background. */
export function isSame(a: Change, b: Change): boolean {
  return (
    a.approval.kind === b.approval.kind &&
    a.approval.since === b.approval.since &&
    a.served.version === b.served.version &&
    sameState(a.after, b.after)
  );
}

async function overwritten(
  service: Pick<Service, 'read' | 'history'>,
  { from, current, after }: { readonly from: number; readonly current: Now['served']; readonly after: State },
): Promise<Reading<Overwritten | undefined>> {
  if (current.version <= from) return { kind: 'read', value: undefined };
  const page = await readOn(service, unread);
  if (page.kind === 'failed') return page;
  const { list } = page.value;
  const base = list.find(({ version }) => version === from)?.state;
  const isLost = base === undefined || undoes({ base, theirs: current.state, yours: after });
  const versions = list.filter(({ version }) => version > from);
  const told = base === undefined ? [] : changes(base, current.state);
  return { kind: 'read', value: isLost ? { versions, changes: told } : undefined };
}
