/** Finds what pushes would change now, like the editor (service/push/look.ts), but without memory of earlier pushes. */
import { t } from '../../core/t.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { readNow } from '../../service/approval/change.js';
import { blockingReason, sentencesAbout } from '../../service/approval/approvalWords.js';
import { notPushedSentence, verdictWithoutPush } from '../../service/many/planned.js';
import type { Read, Unreadable } from '../../service/push/look.js';
import { look } from '../../service/push/look.js';
import type { Recorder } from '../../service/push/memory.js';
import { mapConcurrently } from '../../service/pace.js';
import type { PushPreview, Comparison } from '../../service/push/gates.js';
import { compareForPush, withRisk } from '../../service/push/gates.js';
import { noMemory } from '../../service/push/pushState.js';
import { risksOfPushes } from '../../service/push/risks.js';
import type { Approval } from '../../service/http/answers/answers.js';
import type { Service } from '../../service/http/service.js';
import { isReadable } from '../../service/http/service.js';
import { isoTime } from '../../service/words/timeOf.js';
import { withRule } from '../../workspace/config/ruleOfFile.js';
import { stateAfterPatch, normalised, readBody, sameState } from '../../core/targeting/state/state.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import type { Access } from './access.js';
import { blobName } from './blobName.js';
import type { ReadyBody, TargetedFile, TargetingFiles } from './files.js';
import { networkWords } from './networkWords.js';
import type { Live } from './plan/planFile.js';
import { keptByService } from '../../service/words/kept.js';

export type Seen =
  | (Pick<PushPreview, 'looked' | 'risk' | 'gates'> & {
      readonly kind: 'push';
      /** The changes of the push, one sentence each. */
      readonly changes: readonly string[];
    })
  /** `same`: up to date. `submitted`: not live yet. `waiting`: another submitted change blocks the push. */
  | { readonly kind: 'same' | 'submitted' | 'waiting' | 'failed'; readonly reason: string };

export const recorder: Recorder = {
  ...noMemory,
  whileSending: (_, push) => push(),
  recordOutcome: () => Promise.resolve(),
};

export interface Ready {
  readonly file: TargetedFile;
  readonly ready: ReadyBody;
}

/** The number of files that are read concurrently. */
export const atOnce = 8;

/** @returns the result for each file. The impact of each push takes all other pushes into account. */
export async function lookAt(
  all: readonly Ready[],
  files: TargetingFiles,
  access: Access,
  memory: Recorder = recorder,
): Promise<ReadonlyMap<Ready, Seen>> {
  const looks = await mapConcurrently(atOnce, all, async (each) => ({
    each,
    seen: await sightOfFile(each, access, memory),
  }));
  const sights = looks.flatMap(({ each, seen }) => ('gatesAfter' in seen ? [{ each, sight: seen }] : []));
  const pushes = sights.map(({ each, sight }) => ({ uri: each.file.uri, looked: sight.looked }));
  const risks = await risksOfPushes(files.risks, pushes);
  const others = looks.flatMap(({ each, seen }) => ('gatesAfter' in seen ? [] : [[each, seen] as const]));
  const seen = sights.flatMap(({ each, sight }, index) =>
    risks.slice(index, index + 1).map((risk) => [each, seenWith(each, withRisk(sight, risk), files)] as const),
  );
  return new Map([...others, ...seen]);
}

type NoPush = Exclude<Seen, { readonly kind: 'push' }>;

async function sightOfFile(
  { file, ready: { body, warnings } }: Ready,
  access: Access,
  memory: Recorder,
): Promise<Comparison | NoPush> {
  const { target } = file;
  const reached = access.service(target);
  const service = 'reached' in reached ? reached.reached : undefined;
  if ('reason' in reached && isReadable(target)) return { kind: 'failed', reason: notPushedSentence(reached.reason) };
  const looked = await look(memory, { target, body, service: () => Promise.resolve(service) });
  if (looked.kind === 'nothing-new') return { kind: 'same', reason: '' };
  if (looked.kind === 'waiting' && service !== undefined) return seenWaiting(service, body, looked.approval);
  if (looked.kind !== 'read' && looked.kind !== 'unreadable')
    return { kind: 'failed', reason: verdictWithoutPush(looked, networkWords).words };
  const rejected = looked.kind === 'read' && (await seenRejected(looked));
  if (rejected) return rejected;
  const isArchived = ({ service }: Read) => access.isArchived(target, service);
  return compareForPush({ ...recorder, isArchived }, looked, { warnings });
}

function seenWith({ file: { uri, target } }: Ready, prospect: PushPreview, { project }: TargetingFiles): Seen {
  const environments = [target.environment];
  const gates = prospect.gates.map((gate) =>
    gate.kind === 'policy'
      ? { ...gate, message: withRule(project, uri, gate.message, { rule: gate.rule, environments }) }
      : gate,
  );
  return { ...prospect, gates, kind: 'push', changes: changesIn(prospect) };
}

/** A rejected change blocks a push of the same content, so that the same change is not submitted again. */
async function seenRejected({ live, after, service }: Read): Promise<NoPush | undefined> {
  if (live.pending === undefined) return undefined;
  const now = await readNow(service);
  const isAnother = now.kind === 'read' && now.value.change && !sameState(now.value.change.after, after.state);
  return isAnother
    ? undefined
    : { kind: 'waiting', reason: notPushedSentence(sentencesOf(blockingReason(live.pending, isoTime))) };
}

/** A submitted change blocks the push, unless the file equals that change or the live version. */
async function seenWaiting(service: Service, body: string, approval: Approval): Promise<NoPush> {
  const now = await readNow(service);
  if (now.kind === 'read') {
    const { live, change } = now.value;
    const after = stateAfterPatch(readBody(body), live.state).state;
    if (sameState(after, live.state))
      return { kind: 'same', reason: sentencesOf(sentencesAbout(change?.approval ?? approval, isoTime)) };
    if (change !== undefined && sameState(change.after, after)) {
      const { approval, overwrites } = change;
      const lost = t('Publishing it overwrites what was pushed since it was submitted:');
      const more = overwrites === undefined ? [] : [lost, ...overwrites.changes];
      const reason = sentencesOf([t('It is already submitted.'), ...sentencesAbout(approval, isoTime), ...more]);
      return { kind: 'submitted', reason };
    }
  }
  return { kind: 'waiting', reason: notPushedSentence(sentencesOf(blockingReason(approval, isoTime))) };
}

function changesIn({ looked, changes }: PushPreview): readonly string[] {
  if (looked.kind === 'unreadable') return [t('The live version cannot be read, so the changes are unknown.')];
  const { after, live } = looked;
  return [...changes, ...keptByService(after), ...(live.pending ? sentencesAbout(live.pending, isoTime) : [])];
}

/** The live version to store in a plan, so that `apply` can detect later changes; undefined if it cannot be read. */
export function liveOf(looked: Read | Unreadable): Live | undefined {
  if (looked.kind === 'unreadable' || !isReadable(looked.target)) return undefined;
  const { version, state, trackAccessEvents, modifiedBy: by, modifiedTime: time } = looked.live;
  const text = JSON.stringify({ ...normalised(state), trackAccessEvents });
  return { version, hash: blobName(utf8ToBytes(text)), by, time };
}
