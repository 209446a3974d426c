/** Pushes an earlier version, or another environment's state, without changing a file. Does not import vscode. */
import { t } from '../../core/t.js';
import type { Target } from '../../core/protocol.js';
import type { Version } from '../http/answers/answers.js';
import type { Access, Service } from '../http/service.js';
import { isReadable } from '../http/service.js';
import type { State } from '../../core/targeting/state/state.js';
import { completeBody } from '../../core/targeting/state/state.js';
import { word } from '../words/harmless.js';
import { notPushed } from './checkedFile.js';
import type { Recorder, Remembered } from './memory.js';
import type { Affected, Origin, PushPorts, PushResult } from './push.js';
import { pushOnce } from './push.js';

export interface StatePorts extends Pick<
  PushPorts,
  'show' | 'decide' | 'release' | 'whileSending' | 'recordOutcome' | 'impact' | 'filesIn'
> {
  readonly service: (access: Access) => Service;
  readonly askComment: (
    target: Target,
    proposal: string,
    origin: Origin,
    affected: Affected,
  ) => Promise<string | undefined>;
  /** Records that the person made this version, although it does not come from a file. Never rejects. */
  readonly made: (target: Target, version: number) => Promise<void>;
}

/** Pushes an earlier version as a new version, so the history keeps every version. */
export function rollBack(ports: StatePorts, access: Access, { version, state }: Version): Promise<PushResult> {
  return pushState(
    ports,
    access,
    { state, origin: { kind: 'version', version } },
    t('Roll back to version {0}', version),
  );
}

export interface StateToPush {
  readonly state: State;
  readonly origin: Origin;
}

/** @param proposal the comment that the person can accept or edit */
export async function pushState(
  ports: StatePorts,
  access: Access,
  { state, origin }: StateToPush,
  proposal: string,
): Promise<PushResult> {
  const { target } = access;
  // The question shows the changes, which are unknown for unreadable services.
  if (!isReadable(target)) throw new Error('Only to a service that can be read is a state pushed.');
  const body = completeBody(state);
  let seen: Remembered | undefined;
  const remember: Recorder['remember'] = (_, what) => ((seen = what), Promise.resolve(true));
  const result = await pushOnce(
    // The memory is not used, so that no conflict leads to a merge into the file.
    {
      ...{ ...ports, ...noMemory, remember },
      decide: (question) => ports.decide({ ...question, origin }),
      reconcile: () => Promise.resolve(undefined),
    },
    {
      target,
      service: () => Promise.resolve(ports.service(access)),
      body: JSON.stringify(body),
      warnings: [],
      isRollBack: origin.kind === 'version',
      comment: (_, affected) => ports.askComment(target, proposal, origin, affected),
      bodyWithComment: (comment) => Promise.resolve(JSON.stringify({ comment, ...body })),
    },
  );
  if (result.kind === 'outcome' && result.outcome.kind === 'ok' && seen?.kind === 'seen')
    await ports.made(target, seen.version);
  return result.kind === 'overtaken'
    ? notPushed(t('{0} has changed in the meantime. Review it again.', word(target.toggle)))
    : result;
}

/** Memory for pushes that do not come from the file: the file's entries are neither read nor changed. */
export const noMemory: Omit<Recorder, 'recordOutcome' | 'whileSending'> = {
  remembered: () => Promise.resolve(undefined),
  remember: () => Promise.resolve(true),
  recordSubmission: () => undefined,
  now: Date.now,
};
