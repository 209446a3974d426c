/**
 * Judges a checked file. A push of many files never merges, overwrites others' changes or requests a review: a file
 * that needs any of these steps is refused, and can be pushed on its own with a diff. Does not import vscode.
 */
import { t } from '../../core/t.js';
import type { Target } from '../../core/protocol.js';
import { approvalSummary, blockingReason, sentencesAbout } from '../approval/approvalWords.js';
import type { LastPushed, Memory, Sending } from '../push/memory.js';
import { comparable } from '../push/memory.js';
import type { Read, Unreadable } from '../push/look.js';
import { look } from '../push/look.js';
import { lineOf } from '../push/checkedFile.js';
import type { Gate, GateTable, Comparison } from '../push/gates.js';
import { answerTo, archivedWarning, refusalAt, compareForPush, withRisk } from '../push/gates.js';
import type { Risk } from '../push/risk.js';
import { impactInShort, whoChanges } from '../push/risk.js';
import { proposalOf } from '../push/pushFile.js';
import { runPaced } from '../pace.js';
import type { Service } from '../http/service.js';
import { changes } from '../../core/targeting/state/changes.js';
import { stateAfterPatch, readBody, sameState, textOf } from '../../core/targeting/state/state.js';
import { firstOf, listOf, sentencesOf } from '../../core/targeting/joined.js';
import type { ManyPorts } from './ports.js';
import type { CheckedFile, ReadyToPush, Refusal, Verdict } from './planned.js';
import { changedByOthers, firstPush, approvalReason, refusal, refusalOf, verdictWithoutPush } from './planned.js';
import { keptByService } from '../words/kept.js';
import { timeIn } from '../words/timeOf.js';

/** A file that can be pushed, before its impact is known. */
export interface Seen {
  readonly file: CheckedFile;
  readonly sight: Comparison;
}

/** @param service undefined if the person did not enter a token */
export async function compareFile(
  memory: Memory,
  service: Service | undefined,
  file: CheckedFile,
  liveCommit?: ManyPorts['liveCommit'],
): Promise<Seen | Exclude<Verdict, { readonly kind: 'ready' }>> {
  const { target, body } = file;
  const looked = await look(memory, { target, body, service: () => Promise.resolve(service) });
  if (looked.kind === 'waiting' && looked.approval.kind === 'pending') {
    const { approval, submitted } = looked;
    if (await runPaced(() => sameState(stateAfterPatch(readBody(body), submitted).state, submitted)))
      return { kind: 'submitted', said: { brief: approvalSummary(approval), changes: sentencesAbout(approval) } };
  }
  if (looked.kind !== 'read' && looked.kind !== 'unreadable') return verdictWithoutPush(looked);
  // A push would replace the rejected change, so the file is refused.
  const rejected = looked.kind === 'read' ? looked.live.pending : undefined;
  if (rejected !== undefined) return refusal(sentencesOf(blockingReason(rejected)));
  const sight = await compareForPush(
    { ...memory, ...(liveCommit && { liveCommit: (live) => liveCommit(file.uri, live) }) },
    looked,
    file,
  );
  return refusedBy(sight.gates, target) ?? { file, sight };
}

export async function manyVerdict({ file, sight }: Seen, risk: Risk): Promise<Verdict> {
  const { looked, changes: said, gates } = withRisk(sight, risk);
  const refused = refusedBy(gates, file.target);
  if (refused !== undefined) return refused;
  const answers = gates.map((gate) => answerTo(table, gate, file.target));
  const gated = answers.flatMap((answer) => ('checkFirst' in answer ? answer.checkFirst : []));
  const checkFirst = [...(risk.disables ? [t('Disables the toggle.')] : []), ...gated];
  const isFirst = gates.some((gate) => gate.kind === 'unseen' && gate.what === 'everything');
  return { kind: 'ready', checked: file, checkFirst, isFirst, risk, ...(await shown(file, looked, said, risk)) };
}

function refusedBy(gates: readonly Gate[], target: Target): Refusal | undefined {
  return gates
    .map((gate) => {
      const refusal = refusalAt(gate, target);
      return refusal === undefined ? answerTo(table, gate, target) : { refused: refusalOf(refusal) };
    })
    .flatMap((answer) => ('refused' in answer ? [answer.refused] : []))[0];
}

/** The table's reaction to a gate: nothing, a sentence to check first, or a refusal. */
type Answer = { readonly refused: Refusal } | { readonly checkFirst: readonly string[] };

const nothing: Answer = { checkFirst: [] };

const table: GateTable<Answer, [target: Target]> = {
  'others-changed': ({ theirs }) => ({ refused: { ...refusal(changedByOthers(theirs)), state: 'overtaken' } }),
  'unfinished-merge': () => ({ checkFirst: [t('After a merge or a pull: review what it replaces.')] }),
  warnings: ({ warnings }) => ({ checkFirst: firstOf(warnings.map(lineOf), 3) }),
  archived: (_, target) => ({ checkFirst: [archivedWarning(target)] }),
  // A push of many files asks once for all files.
  protected: () => nothing,
  'affects-users': () => nothing,
  unreadable: () => nothing,
  'needs-review': ({ carriesChange }) => ({
    refused: { ...refusal(approvalReason(carriesChange)), ...(carriesChange && { state: 'needs-approval' }) },
  }),
  wrong: () => nothing,
  unseen: ({ what }) => ({
    checkFirst: [what === 'everything' ? firstPush() : t('Newly set values: review what they replace.')],
  }),
  policy: ({ severity, message }) => ({ checkFirst: severity === 'warning' ? [message] : [] }),
};

async function shown(
  { target, body }: CheckedFile,
  looked: Read | Unreadable,
  changesSaid: readonly string[],
  { impact }: Risk,
): Promise<Pick<ReadyToPush, 'changes' | 'who' | 'proposal' | 'live' | 'compared'>> {
  if (looked.kind === 'read') {
    const { live, after, changesOnlyTracking } = looked;
    return {
      changes: [...changesSaid, ...impactInShort(impact), ...keptByService(after)],
      who: whoChanges(impact),
      proposal: proposalOf(target, changesSaid),
      live,
      compared: changesOnlyTracking
        ? undefined
        : await runPaced(() => ({ before: textOf(live.state), after: textOf(after.state) })),
    };
  }
  const { remembered, before, after } = looked;
  const last = remembered?.kind === 'pushed' ? remembered : undefined;
  const found = last === undefined ? [] : changes(before, after);
  const known = remembered?.kind === 'sending' ? [unknownSince(remembered)] : changesSince(last, found);
  return {
    changes: [...known, ...(last === undefined ? [] : impactInShort(impact))],
    who: last === undefined ? listOf(known) : whoChanges(impact),
    proposal: proposalOf(target, found),
    live: undefined,
    compared: last && { before: comparable(last.body), after: comparable(body) },
  };
}

function unknownSince({ time }: Sending): string {
  return t(
    'It is unknown whether your push of {0} was applied, so what this one changes is unknown, too.',
    timeIn(time),
  );
}

function changesSince(last: LastPushed | undefined, found: readonly string[]): readonly string[] {
  if (last === undefined) return [t('This is the first push from here: what it changes is unknown.')];
  const since = t('Since your push of {0}:', timeIn(last.time));
  return found.length > 0 ? [since, ...found] : [since, t('There are changes that only the diff shows.')];
}
