/**
 * Pushes a state that is not the file's: an earlier version, or what another environment serves. An ordinary push, with its
 * diff, its questions and its version lock, after which the file is as it was. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import type { Target } from '../../core/protocol.js';
import type { Version } from '../http/answers/answers.js';
import type { Access, Service } from '../http/service.js';
import { isReadable } from '../http/service.js';
import type { State } from '../../core/targeting/state/state.js';
import { complete } from '../../core/targeting/state/state.js';
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
  /** This version is the person's own, though no file was pushed for it. Never rejects. */
  readonly made: (target: Target, version: number) => Promise<void>;
}

/** Brings back what a toggle served in an earlier version, as a new one: no version of the history is lost. */
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

/** @param proposal of a comment, which is asked for */
export async function pushState(
  ports: StatePorts,
  access: Access,
  { state, origin }: StateToPush,
  proposal: string,
): Promise<PushResult> {
  const { target } = access;
  // The question says what changes; of a service that cannot be read nobody knows it.
  if (!isReadable(target)) throw new Error('Only to a service that can be read is a state pushed.');
  const body = complete(state);
  let seen: Remembered | undefined;
  const remember: Recorder['remember'] = (_, what) => ((seen = what), Promise.resolve(true));
  const result = await pushOnce(
    // Without anything remembered, nothing is merged into the file.
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
    ? notPushed(t('{0} has changed meanwhile. Review it again.', word(target.toggle)))
    : result;
}

/** The file has no part in such a push: nothing that is remembered of it is read or changed. */
export const noMemory: Omit<Recorder, 'recordOutcome' | 'whileSending'> = {
  remembered: () => Promise.resolve(undefined),
  remember: () => Promise.resolve(true),
  recordSubmission: () => undefined,
  now: Date.now,
};
