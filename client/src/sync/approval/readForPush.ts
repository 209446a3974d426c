/**
 * What a push goes on from. A submitted change stands in its way until it is published or withdrawn; one that was rejected
 * does not: then the service shows that change, and what is served is in its history. Pure of vscode.
 */
import type { Live } from '../service/live.js';
import type { Failure } from '../service/outcome.js';
import type { Service } from '../service/service.js';
import { served } from '../service/service.js';
import { sentencesOf } from '../words/inARow.js';
import { inTheWay } from './words.js';

export type ReadForPush =
  /** With the version and the state that are served. */
  | { readonly kind: 'read'; readonly value: Live }
  | { readonly kind: 'failed'; readonly outcome: Failure }
  | { readonly kind: 'waiting'; readonly reason: string };

export async function readForPush(service: Pick<Service, 'read' | 'history'>): Promise<ReadForPush> {
  const reading = await service.read();
  if (reading.kind === 'failed') return reading;
  const { pending } = reading.value;
  if (pending === undefined) return reading;
  if (pending.kind !== 'rejected') return { kind: 'waiting', reason: sentencesOf(inTheWay(pending)) };
  const current = await served({ ...service, read: () => Promise.resolve(reading) });
  if (current.kind === 'failed') return current;
  const { live, state, version } = current.value;
  return { kind: 'read', value: { ...live, state, version } };
}
