/** Tests a push to a readable service. A question too many is as wrong as one too few. */
import { describe, expect, test } from 'vitest';
import { blockingReason } from '../../server/src/service/approval/approvalWords.js';
import { notPushed } from '../../server/src/service/push/checkedFile.js';
import type { LastSeen, Remembered } from '../../server/src/service/push/memory.js';
import { seenNow } from '../../server/src/service/push/memory.js';
import type {
  Conflict,
  Decision,
  ToPush,
  PushPorts,
  PushResult,
  ReadQuestion,
} from '../../server/src/service/push/push.js';
import { push as pushBody } from '../../server/src/service/push/push.js';
import { pushState } from '../../server/src/service/push/pushState.js';
import type { Outcome } from '../../server/src/service/http/answers/outcome.js';
import type { Exchange } from '../../server/src/service/http/request.js';
import type { Service } from '../../server/src/service/http/service.js';
import { serviceAt } from '../../server/src/service/http/service.js';
import type { State } from '../../server/src/core/targeting/state/state.js';
import { sentencesOf } from '../../server/src/core/targeting/joined.js';
import { completeBody } from '../../server/src/core/targeting/state/state.js';
import type { Check } from '../../server/src/core/protocol.js';
import { impactOfStates } from '../support/impact.js';
import { memoryOf, targetAt } from './pushTrial.js';
import { rule, stateOf } from './state/states.js';

const dev = targetAt('https://toggles.example.com', { api: 'featureprobe' });
const guarded = { ...dev, protected: true };

/** The first live version, the file, and a colleague's version. */
const before = stateOf({ rules: [] });
const mine = stateOf({ rules: [rule('mine', 1)] });
const theirs = stateOf({ rules: [rule('theirs', 1)] });
const both = stateOf({ rules: [rule('theirs', 1), rule('mine', 1)] });

function bodyOf({ disabled, content }: State, comment = 'c'): string {
  return JSON.stringify({ comment, disabled, content });
}

function answer(body: object): Exchange {
  const text = JSON.stringify(body);
  return { outcome: { kind: 'ok', status: 200 }, milliseconds: 1, answer: { status: 200, headers: {}, body: text } };
}

function live(version: number, state: State, more: object = {}): Exchange {
  return answer({ ...state, version, modifiedBy: 'anna', enableApproval: false, locked: false, ...more });
}

function failed(outcome: Outcome): Exchange {
  return { outcome, milliseconds: 1 };
}

function seen(version: number, state: State, more: Partial<LastSeen> = {}): LastSeen {
  return { kind: 'seen', version, state, time: 900, ...more };
}

const at = { line: 0, character: 0 };
const warning: Check['problems'][number] = { severity: 2, range: { start: at, end: at }, message: 'odd' };
const stale = failed({ kind: 'rejected', status: 400, message: 'Request conflict' });
const requested = answer({ status: 'PENDING', approvalData: {} });
const reviewed = { enableApproval: true, reviewers: ['rob'] };
const waits = { ...reviewed, locked: true, submitBy: 'eve' };

interface Trial extends Partial<Pick<ToPush, 'body' | 'target' | 'warnings' | 'comment' | 'bodyWithComment'>> {
  readonly answers: readonly Exchange[];
  readonly remembers?: Remembered;
  readonly memory?: Pick<PushPorts, 'remember'> & Partial<Pick<PushPorts, 'remembered'>>;
  /** Decisions and merges of the person, in order. A question beyond them fails the test. */
  readonly decides?: readonly (Decision | undefined)[];
  readonly merges?: readonly ('push' | 'merging' | 'merged' | 'changed' | undefined)[];
  readonly isArchived?: boolean;
  /** The fields that the file omits at the live commit; null if Git finds no such commit. */
  readonly commit?: readonly string[] | null;
  /** A roll back or promotion, not a push of the file. */
  readonly isBeside?: boolean;
}

interface Session {
  /** Questions, diffs, requests and the result. */
  readonly said: string;
  readonly order: string;
  readonly kept: string;
  readonly questions: readonly ReadQuestion[];
  readonly conflicts: readonly Conflict[];
}

/** @param kept everything that is remembered, in order */
async function says(trial: Trial, said: string, kept?: string): Promise<void> {
  const session = await push(trial);
  expect(session.said).toBe(said);
  if (kept !== undefined) expect(session.kept).toBe(kept);
}

async function push(trial: Trial): Promise<Session> {
  const session = { said: [] as string[], order: [] as string[], kept: [] as string[] };
  const [questions, conflicts]: [ReadQuestion[], Conflict[]] = [[], []];
  const note = (text: string): void => void (session.said.push(text), session.order.push(text));
  const step = (text: string): void => void session.order.push(text);
  const { body = bodyOf(mine), comment = 'c', memory, isArchived = false, target = dev } = trial;
  const [answers, decides, merges] = [[...trial.answers], [...(trial.decides ?? [])], [...(trial.merges ?? [])]];
  const { remembered, remember } = memory ?? memoryOf(new Map(trial.remembers && [['dev', trial.remembers]]));
  const service: Service = {
    ...serviceAt(url, (method, address, text) => {
      note(`${method}${address.href.replace(url.href, '')}${text === undefined ? '' : `: ${text}`}`);
      const next = answers.shift();
      return next ? Promise.resolve(next) : Promise.reject(new Error('One request too many.'));
    }),
    isArchived: () => Promise.resolve(isArchived),
  };
  const ports: PushPorts = {
    impact: impactOfStates,
    ...('commit' in trial && { liveCommit: () => Promise.resolve(trial.commit ?? null) }),
    remembered: (place) => (step('remembered'), remembered?.(place) ?? Promise.resolve(undefined)),
    remember: (place, what, insteadOf) => {
      if (what !== undefined && what.kind !== 'seen') throw new Error('The service can be read.');
      const mark = what?.unconfirmed ? ', unconfirmed,' : '';
      const text = what === undefined ? 'nothing' : `${what.version}${mark} at ${what.time}`;
      session.kept.push(`${text}${insteadOf === undefined ? '' : ` instead of that at ${insteadOf.time}`}`);
      step(`remember ${text}`);
      return remember(place, what, insteadOf);
    },
    now: () => 1000,
    whileSending: async (_, sending) => {
      step('a push is under way');
      const sent = await sending();
      step('no push is under way');
      return sent;
    },
    recordOutcome: (_, outcome) => (step(`record ${outcome}`), Promise.resolve()),
    recordSubmission: () => step('record a request'),
    show: (change) => {
      if (change.kind !== 'read') throw new Error('The service can be read.');
      note(`show ${change.live.version}`);
      return Promise.resolve();
    },
    release: ({ environment }) => (note(`release ${environment}`), Promise.resolve()),
    decide: (question) => {
      if (question.kind !== 'read' || decides.length === 0) throw new Error('Nobody is there to decide.');
      note(`decide on ${question.live.version}: ${[...question.cautions, ...question.changes].join(' ')}`);
      questions.push(question);
      return Promise.resolve(decides.shift());
    },
    reconcile: async (conflict) => {
      if (merges.length === 0) throw new Error('Nobody is there to merge.');
      note(`reconcile with ${conflict.theirs.version}: ${conflict.changes.join(' ')}`);
      conflicts.push(conflict);
      const merge = merges.shift();
      if (merge === 'merged')
        await ports.remember(conflict.target, { ...seenNow(ports, conflict.theirs), unconfirmed: true });
      return merge;
    },
  };
  const beside = {
    ...{ ...ports, service: () => service, askComment: () => Promise.resolve('c'), made: () => Promise.resolve() },
  };
  const result = trial.isBeside
    ? await pushState(
        beside,
        { target, url, token: 'stored' },
        { state: mine, origin: { kind: 'version', version: 1 } },
        '',
      )
    : await pushBody(ports, {
        ...{ target, body, service: () => Promise.resolve(service), warnings: trial.warnings ?? [] },
        comment:
          typeof comment === 'string' ? comment : (changes, affected) => (note('comment'), comment(changes, affected)),
        bodyWithComment: (last) => (step(`final "${last}"`), trial.bodyWithComment?.(last) ?? Promise.resolve(body)),
      });
  note(wordsOf(result));
  const [said, order, kept] = [session.said, session.order, session.kept].map((all) => all.join(' | '));
  return { said: said ?? '', order: order ?? '', kept: kept ?? '', questions, conflicts };
}

const url = new URL('https://toggles.example.com/T');

function wordsOf(result: PushResult): string {
  switch (result.kind) {
    case 'outcome':
      return told(result.outcome, ...(result.changes ?? []), ...(result.arrival === undefined ? [] : [result.arrival]));
    case 'not-pushed':
      return `not pushed: ${result.reason}`;
    case 'waiting':
      return `waiting: ${sentencesOf(blockingReason(result.approval))}`;
    case 'submitted':
      return `submitted to ${result.reviewers.join()}`;
    case 'nothing-new':
      return `nothing new in ${result.version}`;
    default:
      return result.kind;
  }
}

function told(outcome: Outcome, ...sentences: readonly string[]): string {
  return [outcome.kind === 'ok' ? 'ok' : JSON.stringify(outcome), ...sentences].join(' ');
}

const say =
  <T>(value: T) =>
  (): Promise<T> =>
    Promise.resolve(value);

const patched = (version: number, body = bodyOf(mine)) => `PATCH: ${body.slice(0, -1)},"baseVersion":${version}}`;
const submission = (state: State) => `POST/approval: ${JSON.stringify({ comment: 'c', ...state, reviewers: ['rob'] })}`;
/** The body of a state has every field. */
const stateBody = JSON.stringify({ comment: 'c', ...completeBody(mine) });
const newRule = 'Rule "mine" is new and serves "on".';
const theirRule = 'Rule "theirs" is new and serves "on".';
const overTheirs = `Rule "theirs" is called "mine" now.`;
const pushed = told({ kind: 'ok', status: 200 }, newRule);
const forbidden = { kind: 'forbidden', message: 'no' } as const;
const unreachable = { kind: 'unreachable', cause: 'c' } as const;
const interrupted = { kind: 'interrupted', cause: 'reset' } as const;
const changedMeanwhile = say(notPushed('changed.'));
const changedBeside = 'not pushed: T has changed in the meantime. Review it again.';
const still = 'dev still has version 3: so far, it has not been applied.';

/** Up to the PATCH, if nothing has to be asked. */
const oneClick = `GET | ${patched(3)}`;
const asking = `GET | show 3 | decide on 3: ${newRule}`;
const remembers = seen(3, before);
const first = live(3, before);
const review = live(3, before, reviewed);
const behind = { remembers, answers: [live(5, theirs), live(5, theirs), live(6, mine)] };
const conflict = `GET | reconcile with 5: ${theirRule}`;
const race = {
  remembers,
  answers: [first, stale, ...[4, 4, 4].map((version) => live(version, theirs)), live(5, mine)],
};
const raced = `${oneClick} | GET | GET | reconcile with 4: ${theirRule}`;
const onPurpose = { remembers, target: guarded };
const undecided = ' Pushes are blocked until a reviewer decides. Reviewers: rob.';
const since = '2026-11-21T15:00:00Z';
const time = new Date(since).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
const tracks = '{"trackAccessEvents":true}';
const untracked = live(3, mine, { trackAccessEvents: false });

describe('A file that matches the live version', () => {
  test('is not pushed, and the live version becomes its base', () =>
    says({ answers: [live(3, mine)], remembers: seen(2, theirs) }, 'GET | nothing new in 3', '3 at 1000'));
  test('stays unconfirmed after a merge or a pull, because the user can undo it', () =>
    says(
      { answers: [live(3, mine)], remembers: seen(3, mine, { unconfirmed: true }) },
      'GET | nothing new in 3',
      '3, unconfirmed, at 1000',
    ));
  test.each(['{}', JSON.stringify({ disabled: mine.disabled, content: { rules: mine.content['rules'] } })])(
    'is not pushed and gets no base if it leaves fields out',
    (body) => says({ answers: [live(3, mine)], body }, 'GET | nothing new in 3', ''),
  );
  test('gets no base from a rollback or promotion without changes', () =>
    says({ answers: [live(3, mine)], isBeside: true }, 'GET | nothing new in 3', ''));
});

describe('One click is enough', () => {
  test('if a colleague changed something and changed it back', () =>
    says(
      { answers: [first, live(4, mine)], remembers: seen(1, before) },
      `${oneClick} | ${pushed}`,
      '3 at 1000 | 4 at 1000',
    ));
  test('if the response to the PATCH lacks the stored state', () =>
    says(
      { answers: [first, answer({}), live(4, mine)], remembers },
      `${oneClick} | GET | ${pushed}`,
      '3 at 1000 | 4 at 1000',
    ));
});

describe('The user is asked about the diff', () => {
  const cases: readonly (readonly [string, Omit<Trial, 'answers'> & { readonly now?: Exchange }, caution: string])[] = [
    ['when nothing was seen before', {}, ''],
    [
      'with who made the last change, if no commit of the file is live',
      { commit: null },
      'First push from here: check that it does not revert the last change, by anna. ',
    ],
    [
      'when the last push could not read the service',
      { remembers: { kind: 'pushed', body: bodyOf(mine), time: 1 } },
      '',
    ],
    ['where the environment is protected', { remembers, target: guarded }, ''],
    ['where approval is required, past which they may push', { remembers, now: review }, ''],
    ['when there are warnings', { remembers, warnings: [warning] }, ''],
    [
      'when the file now says a field that it left out before',
      { remembers: { ...remembers, leftToService: ['rules'] } },
      '',
    ],
    ['after a merge that may not be finished', { remembers: { ...remembers, unconfirmed: true } }, ''],
    [
      'when the toggle is archived',
      { remembers, isArchived: true },
      'T is archived: applications will not receive any pushed changes until the toggle is restored. ',
    ],
  ];
  test.each(cases)('%s, and nothing is sent if they cancel', async (_, { now = first, ...trial }, caution) => {
    const shown = `GET | show 3 | decide on 3: ${caution}${newRule}`;
    // Read again, because the person may have taken long.
    const after = `GET | ${patched(3)} | ${pushed}`;
    await says({ ...trial, answers: [now, now, live(4, mine)], decides: ['push'] }, `${shown} | ${after}`);
    await says({ ...trial, answers: [now], decides: [undefined] }, `${shown} | abandoned`);
  });
  test('after the comment, which is requested alongside the diff', () =>
    says(
      { answers: [first], target: guarded, comment: say('typed'), decides: [undefined] },
      `GET | show 3 | comment | decide on 3: ${newRule} | abandoned`,
    ));
  test('and nothing is sent without a comment', () =>
    says({ answers: [first], target: guarded, comment: say(undefined) }, 'GET | show 3 | comment | abandoned'));
  test('only with one click if a commit of the file is live', () =>
    says({ commit: [], answers: [first, first, live(4, mine)] }, `${oneClick} | GET | ${pushed}`));
  test('only by the comment box if no other question is needed', () =>
    says(
      { remembers, answers: [first, first, live(4, mine)], comment: say('typed') },
      `GET | show 3 | comment | GET | ${patched(3)} | ${pushed}`,
    ));
  test('and a file that has changed in the meantime is not pushed', () =>
    says(
      { answers: [first, first], decides: ['push'], bodyWithComment: changedMeanwhile },
      `${asking} | GET | not pushed: changed.`,
    ));
  test('if every read returns a different version, so the push ends', () =>
    says(
      { remembers, answers: [first, stale, live(4, before), live(5, before)], decides: [undefined] },
      `${oneClick} | GET | GET | show 5 | decide on 5: ${newRule} | abandoned`,
    ));
});

describe('If approval is required', () => {
  test('a submitted change includes the fields that the file leaves to the service', () =>
    says(
      {
        ...{ body: '{"content":{"rules":[]}}', decides: ['submit'] },
        answers: [live(3, mine, reviewed), live(3, mine, reviewed), requested],
      },
      `GET | show 3 | decide on 3: Rule "mine" is removed. | GET | ${submission({ ...mine, content: { ...mine.content, rules: [] } })} | submitted to rob`,
    ));
  test('a refused request for approval is reported, and the memory is restored', () =>
    says(
      { remembers, answers: [review, review, failed(forbidden)], decides: ['submit'] },
      `${asking} | GET | ${submission(mine)} | ${told(forbidden)}`,
      '3 at 1000 | 3 at 900 instead of that at 1000',
    ));
  test.each([
    ['is not sent', [review, failed(unreachable)], 'GET'],
    ['is overtaken', [review, live(4, theirs, reviewed), failed(unreachable)], 'GET | GET'],
  ])('the memory is unchanged if a request for approval %s', (_, answers, reads) =>
    says({ remembers, answers, decides: ['submit'] }, `${asking} | ${reads} | ${told(unreachable)}`, ''),
  );
  test.each([interrupted, { kind: 'no-targeting', status: 200, message: '{}' } as const])(
    'a request with an uncertain response ($kind) is found by reading again, unless it was rejected',
    async (outcome) => {
      const trial = { remembers, decides: ['submit'] } as const;
      const answers = [review, review, failed(outcome)];
      const sent = `${asking} | GET | ${submission(mine)} | GET`;
      const locked = { ...reviewed, locked: true };
      await says({ ...trial, answers: [...answers, live(4, mine, locked)] }, `${sent} | submitted to rob`);
      const decided = live(4, mine, { ...locked, status: 'REJECT' });
      for (const last of [review, decided])
        await says({ ...trial, answers: [...answers, last] }, `${sent} | ${told(outcome)}`);
    },
  );
  test('no question is repeated if the service lists the same reviewers in a different order', () =>
    says(
      {
        ...{ remembers, decides: ['submit'] },
        answers: [
          live(3, before, { ...reviewed, reviewers: ['rob', 'eve'] }),
          live(3, before, { ...reviewed, reviewers: ['eve', 'rob'] }),
          requested,
        ],
      },
      `${asking} | GET | ${submission(mine).replace('["rob"]', '["rob","eve"]')} | submitted to rob,eve`,
    ));
  test.each(['push', 'submit'] as const)(
    'nothing is sent after the reply "%s" if the memory cannot be written',
    (decision) =>
      says(
        { answers: [review, review], memory: { remember: say(false) }, decides: [decision] },
        `${asking} | GET | ${told({
          kind: 'stopped-here',
          reason:
            'the editor cannot write to its storage, where it records the live version before each push. See the log for the reason.',
        })}`,
      ),
  );
});

describe('A live change during a question', () => {
  test('is found even if the only question is about the comment', () =>
    says(
      { remembers, answers: [first, review, review], comment: say('typed'), decides: [undefined] },
      `GET | show 3 | comment | GET | GET | show 3 | decide on 3: ${newRule} | abandoned`,
    ));
  test('leads to another question if approval is now required', () =>
    says(
      { ...onPurpose, answers: [first, review, review, review, requested], decides: ['push', 'submit'] },
      `${asking} | GET | ${asking} | GET | ${submission(mine)} | submitted to rob`,
    ));
  test('leads to a merge if it is a version by a colleague', () =>
    says(
      { ...onPurpose, answers: [first, live(4, theirs), live(4, theirs)], decides: ['push'], merges: ['merged'] },
      `${asking} | GET | GET | reconcile with 4: ${theirRule} | merged`,
    ));
  test('refuses the push if it is a request for approval by a colleague', () =>
    says(
      { ...onPurpose, answers: [first, live(4, theirs, waits)], decides: ['push'] },
      `${asking} | GET | waiting: a change by eve is waiting for approval.${undecided}`,
    ));
  test('is unknown if the service does not respond, so nothing is sent', () =>
    says(
      { ...onPurpose, answers: [first, failed({ kind: 'timed-out', seconds: 30 })], decides: ['push'] },
      `${asking} | GET | ${told({ kind: 'unreachable', cause: 'no response within 30 s' })}`,
    ));
  test('refuses a rollback or promotion', () =>
    says(
      { ...onPurpose, isBeside: true, answers: [first, review], decides: ['push'] },
      `${asking} | GET | ${changedBeside}`,
    ));
});

describe('A protected environment that the user releases', () => {
  test('is released after the push', () =>
    says(
      { answers: [first, first, live(4, mine)], decides: ['push-and-release'] },
      `${asking} | GET | ${patched(3)} | release dev | ${pushed}`,
    ));
  test('stays protected if the push fails', () =>
    says(
      { answers: [first, first, failed(forbidden)], decides: ['push-and-release'] },
      `${asking} | GET | ${patched(3)} | ${told(forbidden)}`,
    ));
  test('stays protected if the outcome of the push is unknown', () =>
    says(
      { answers: [first, first, failed(interrupted), failed(interrupted)], decides: ['push-and-release'] },
      `${asking} | GET | ${patched(3)} | GET | ${told(interrupted)}`,
    ));
  test('stays protected if the file has changed', () =>
    says(
      { answers: [first, first], decides: ['push-and-release'], bodyWithComment: changedMeanwhile },
      `${asking} | GET | not pushed: changed.`,
    ));
  test('stays protected if another version appears and the user then only pushes', () =>
    says(
      {
        answers: [first, live(4, before), live(4, before), live(4, before), live(5, mine)],
        decides: ['push-and-release', 'push'],
      },
      `${asking} | GET | GET | show 4 | decide on 4: ${newRule} | GET | ${patched(4)} | ${pushed}`,
    ));
});

test.each([
  [{ submitBy: 'anna', lockedTime: since }, `a change by anna has been waiting for approval since ${time}.`],
  [{ lockedTime: since }, `a change by someone has been waiting for approval since ${time}.`],
  [{ submitBy: 'anna' }, 'a change by anna is waiting for approval.'],
  [{ submitBy: 'anna', lockedTime: 'noon' }, 'a change by anna has been waiting for approval since noon.'],
])('A change that waits for approval refuses a push, and its author and time are shown: %j', (pending, sentence) =>
  says({ answers: [live(4, mine, { ...waits, submitBy: '', ...pending })] }, `GET | waiting: ${sentence}${undecided}`),
);

describe("A colleague's change since the last read", () => {
  test('is merged into the file', () =>
    says({ ...behind, merges: ['merged'] }, `${conflict} | merged`, '5, unconfirmed, at 1000'));
  test('stays a conflict until its merge is completed', () =>
    says({ ...behind, merges: ['merging'] }, `${conflict} | merging`, ''));
  test('is not merged if the file has changed in the meantime', () =>
    says(
      { ...behind, merges: ['changed'] },
      `${conflict} | not pushed: the file changed in the meantime. Push again.`,
    ));
  test('is overwritten only after the user has seen the change and the diff', () =>
    says(
      { ...behind, merges: ['push'], decides: ['push'] },
      `${conflict} | show 5 | decide on 5: ${overTheirs} | GET | ${patched(5)} | ok ${overTheirs}`,
    ));
  test('stays live if the user cancels', () => says({ ...behind, merges: [undefined] }, `${conflict} | abandoned`));
  test('stays live if the user cancels at the diff', () =>
    says(
      { ...behind, merges: ['push'], decides: [undefined] },
      `${conflict} | show 5 | decide on 5: ${overTheirs} | abandoned`,
    ));
  test('leads to the diff instead of a merge if the file already contains it', () =>
    says(
      { ...behind, answers: [live(5, theirs), live(5, theirs), live(6, both)], body: bodyOf(both), decides: ['push'] },
      `GET | show 5 | decide on 5: ${newRule} | GET | ${patched(5, bodyOf(both))} | ${pushed}`,
    ));
  test('leads to the diff instead of a merge if the file leaves out the changed field', () =>
    says(
      { ...behind, body: '{"disabled":true}', decides: [undefined] },
      'GET | show 5 | decide on 5: Disables the toggle. | abandoned',
    ));
});

describe("A colleague's change between the read and the PATCH", () => {
  test('is found by reading again, and merged', () => says({ ...race, merges: ['merged'] }, `${raced} | merged`));
  test('is overwritten only after the user has seen it, with the earlier comment', () =>
    says(
      { ...race, merges: ['push'], decides: ['push'] },
      `${raced} | show 4 | decide on 4: ${overTheirs} | GET | ${patched(4)} | ok ${overTheirs}`,
    ));
  test('stays live if the user cancels', () => says({ ...race, merges: [undefined] }, `${raced} | abandoned`));
  test('is kept if the file leaves out the changed field', () =>
    says(
      { ...race, body: '{"disabled":true}', decides: [undefined] },
      `GET | ${patched(3, '{"disabled":true}')} | GET | GET | show 4 | decide on 4: Disables the toggle. | abandoned`,
    ));
  test('leaves nothing to push if the file contains the same change', () =>
    says(
      { ...race, answers: [first, stale, live(4, mine), live(4, mine)] },
      `${oneClick} | GET | GET | nothing new in 4`,
      '3 at 1000 | 3 at 900 instead of that at 1000 | 4 at 1000',
    ));
  test('refuses a rollback or promotion', () =>
    says(
      { isBeside: true, answers: [first, first, stale, live(4, theirs)], decides: ['push'] },
      `${asking} | GET | ${patched(3, stateBody)} | GET | ${changedBeside}`,
    ));
});

test.each<[Exchange, Outcome]>([
  [failed(interrupted), { kind: 'unreachable', cause: 'reset' }],
  [failed({ kind: 'canceled' }), { kind: 'stopped-here', reason: 'it was canceled before anything was sent.' }],
  [failed({ kind: 'unauthorized', message: 'no' }), { kind: 'unauthorized', message: 'no' }],
  [answer({ ok: true }), { kind: 'not-understood', status: 200, message: '{"ok":true}' }],
])('Nothing is sent if the service cannot be read, and the reason is reported: %j', (only, outcome) =>
  says({ answers: [only] }, `GET | ${told(outcome)}`),
);

test.each([
  ['{"disabled":true}', '{"disabled":true,"baseVersion":3}'],
  ['{\n  "disabled": true\n}\n', '{\n  "disabled": true,"baseVersion":3}'],
  ['{"baseVersion":1,"disabled":true}', '{"baseVersion":1,"disabled":true,"baseVersion":3}'],
])('The version that was read is the last field of the request: %j', (body, sent) =>
  says(
    { remembers, body, answers: [first, live(4, { ...before, disabled: true })] },
    `GET | PATCH: ${sent} | ok Disables the toggle.`,
  ),
);

test('An approved change refuses a push until the change is published', () =>
  says(
    { answers: [live(4, mine, { ...waits, status: 'PASS', approvalBy: 'rob' })] },
    'GET | waiting: a change by eve was approved by rob and is not published yet. Pushes are blocked until it is published or withdrawn.',
  ));

describe('A change of access-event tracking', () => {
  test('is pushed and reported even if the state does not change', () =>
    says(
      { remembers: seen(3, mine), body: tracks, answers: [untracked, live(3, mine)] },
      `GET | ${patched(3, tracks)} | ok Access events are tracked.`,
    ));
  test('is pushed without the state, so the service creates no version without a change', () =>
    says(
      {
        ...{ remembers: seen(3, mine), answers: [untracked, live(3, mine)] },
        body: JSON.stringify({ ...(JSON.parse(bodyOf(mine)) as object), trackAccessEvents: true }),
      },
      `GET | ${patched(3, '{"comment":"c","trackAccessEvents":true}')} | ok Access events are tracked.`,
    ));
  test('is not reported as pushed if the response was lost', () =>
    says(
      { remembers: seen(3, mine), body: tracks, answers: [untracked, failed(interrupted), untracked] },
      `GET | ${patched(3, tracks)} | GET | ${told(interrupted, still)}`,
    ));
  test('is found after a lost response even if a colleague has pushed another state since', () =>
    says(
      {
        ...{ remembers: seen(3, mine), body: tracks },
        answers: [untracked, failed(interrupted), live(4, theirs, { trackAccessEvents: true })],
      },
      `GET | ${patched(3, tracks)} | GET | ok Access events are tracked.`,
      '3 at 1000',
    ));
  test.each([{ trackAccessEvents: true }, {}])('is not sent to a service that responds with %j', (more) =>
    says({ remembers: seen(3, mine), body: tracks, answers: [live(3, mine, more)] }, 'GET | nothing new in 3'),
  );
});

test('A push takes these steps if nothing has changed since the last read', async () => {
  const { order } = await push({ answers: [first, live(4, mine)], remembers });
  expect(order.split(' | ')).toEqual([
    ...['GET', 'remembered', 'final "c"', 'a push is under way', 'remembered', 'remember 3 at 1000', patched(3)],
    ...['remember 4 at 1000', 'record ok', 'no push is under way', pushed],
  ]);
  const { order: left } = await push({ answers: [first], decides: [undefined] });
  expect(left).toBe(`GET | remembered${asking.slice(3)} | abandoned`);
});

test('A rollback or promotion asks, remembers no base, and records its outcome', async () => {
  const { said, kept, order } = await push({
    ...{ isBeside: true, remembers, answers: [first, first, live(4, mine)], decides: ['push'] },
  });
  expect(said).toBe(`${asking} | GET | ${patched(3, stateBody)} | ${pushed}`);
  expect(kept).toBe('');
  expect(order).toContain('record ok');
});

test('The question contains comment, warnings, changes, risk, and fields left to the service', async () => {
  const body = '{"disabled":true,"content":{"rules":[]}}';
  const wanted = { body, warnings: [warning], target: guarded, comment: say('typed') };
  const { questions } = await push({ ...wanted, answers: [first], decides: [undefined] });
  expect(questions).toMatchObject([
    {
      ...{ target: guarded, comment: 'typed', warnings: [warning], live: { version: 3, modifiedBy: 'anna' } },
      after: {
        state: { disabled: true, content: before.content },
        leftToService: ['disabledServe', 'defaultServe', 'variations'],
      },
      changes: ['Disables the toggle.'],
      risk: {
        disables: true,
        impact: { who: 'somebody', most: 1000, words: '10% of all users change from on to off.' },
      },
      reviewers: undefined,
    },
  ]);
});

test.each<[string, Trial, number | undefined]>([
  [
    'The box for the comment says who changes, and that it pushes',
    { remembers, answers: [first, first, live(4, mine)] },
    1,
  ],
  ['The question alone says who changes', { answers: [first], target: guarded, decides: [undefined] }, undefined],
])('%s', async (_, trial, sentences) => {
  let affected: readonly string[] | undefined;
  await push({ ...trial, comment: (__, people) => ((affected = people), Promise.resolve('c')) });
  expect(affected?.filter((sentence) => /change|nobody/i.test(sentence)).length).toBe(sentences);
});

test.each([
  ['submit', { reviewers: ['eve', 'rob'] }, ['eve', 'rob']],
  ['submit', { enableApproval: false }, undefined],
  ['push', { reviewers: ['eve'] }, ['eve']],
] as const)('After "%s", the user is asked again if the review has changed: %j', async (answer, more, reviewers) => {
  const now = live(3, before, { ...reviewed, ...more });
  const { said, questions } = await push({ remembers, answers: [review, now, now], decides: [answer, undefined] });
  expect(said).toMatch(/ \| abandoned$/);
  expect(questions.map((question) => question.reviewers)).toEqual([['rob'], reviewers]);
});

test.each([behind, race])('A conflict includes the version from which the file was made', async (trial) => {
  const { conflicts } = await push({ ...trial, merges: ['merged'] });
  expect(conflicts).toMatchObject([{ base: before, theirs: { state: theirs }, yours: mine }]);
});

test.each([behind, race])('Changes by others in fields that the file leaves out are kept and shown', async (trial) => {
  const { questions } = await push({ ...trial, body: '{"disabled":true}', decides: [undefined] });
  expect(questions).toMatchObject([{ after: { state: { disabled: true, content: theirs.content } } }]);
});

test('A push remembers which fields the file left out, so setting them later asks for confirmation', async () => {
  const memory: (Remembered | undefined)[] = [];
  const remember: PushPorts['remember'] = (_, what) => Promise.resolve(memory.push(what) > 0);
  const answers = [first, live(4, stateOf({ rules: [] }, true))];
  await push({ answers, body: '{"disabled":true}', memory: { remember, remembered: say(remembers) } });
  const leftToService = ['rules', 'disabledServe', 'defaultServe', 'variations'];
  expect(memory).toMatchObject([
    { version: 3, leftToService },
    { version: 4, leftToService },
  ]);
});

describe('After a failed push', () => {
  const doubtful: readonly Outcome[] = [
    interrupted,
    { kind: 'timed-out', seconds: 30 },
    { kind: 'canceled' },
    { kind: 'web-page', status: 200, title: 'Sign in' },
    { kind: 'no-targeting', status: 200, message: '{}' },
    { kind: 'gateway-error', status: 502, message: '' },
    { kind: 'see-other', status: 303, location: '/' },
    { kind: 'service-error', status: 500, message: '' },
    { kind: 'service-error', status: 503, message: '' },
    { kind: 'service-error', status: 408, message: '' },
    { kind: 'rejected', status: 400, message: 'no' },
  ];
  const open = doubtful.filter(({ kind }) => kind !== 'rejected');
  const page = (...versions: readonly (readonly [number, State])[]) =>
    answer({ content: versions.map(([version, state]) => ({ version, ...state })), totalElements: versions.length });
  const versions = 'GET/versions?version=5&pageSize=10';

  test.each(open)('$kind: the push is successful if a read shows that it arrived', async (outcome) => {
    const { said, order, kept } = await push({ remembers, answers: [first, failed(outcome), live(4, mine)] });
    expect(said).toBe(`${oneClick} | GET | ${pushed}`);
    expect(order.match(/record \w+/g)).toEqual(['record ok']);
    expect(kept).toBe('3 at 1000 | 4 at 1000');
  });

  test.each(doubtful)('$kind: the outcome is reported if nothing has changed or can be read', async (outcome) => {
    const { said, kept } = await push({ remembers, answers: [first, failed(outcome), first] });
    // A 500 of the service itself that changed nothing is final.
    const isSafe = outcome.kind === 'service-error' && outcome.status === 500;
    const isCertain = isSafe || outcome.kind === 'rejected';
    const ended = isSafe ? { ...outcome, kind: 'failed-safely' as const } : outcome;
    expect(said).toBe(`${oneClick} | GET | ${told(ended, ...(isCertain ? [] : [still]))}`);
    expect(kept).toBe(`3 at 1000${isCertain ? ' | 3 at 900 instead of that at 1000' : ''}`);
    const unread = await push({ remembers, answers: [first, failed(outcome), failed(unreachable)] });
    expect(unread.said).toBe(`${oneClick} | GET | ${told(outcome)}`);
  });

  test('a refusal leads to a merge if a colleague has pushed in the meantime', async () => {
    const answers = [first, stale, live(5, theirs), live(5, theirs)];
    const { said } = await push({ remembers, answers, merges: ['merged'] });
    expect(said).toBe(`${oneClick} | GET | GET | reconcile with 5: ${theirRule} | merged`);
  });

  test.each(open)("$kind: a colleague's push leads to a merge if our push is not in the history", async (outcome) => {
    const history = page([4, both], [3, before]);
    const answers = [first, failed(outcome), live(5, theirs), history, live(5, theirs)];
    const { said } = await push({ remembers, answers, merges: ['merged'] });
    // After Cancel, no question is opened.
    const end =
      outcome.kind === 'canceled'
        ? told(outcome, 'It was not applied: version 4 is another change.')
        : `GET | reconcile with 5: ${theirRule} | merged`;
    expect(said).toBe(`${oneClick} | GET | ${versions} | ${end}`);
  });

  test.each(open)('$kind: the push is successful even if a colleague has pushed since', async (outcome) => {
    const answers = [first, failed(outcome), live(5, theirs), page([4, mine], [3, before])];
    const { said, kept } = await push({ remembers, answers });
    // Its changes may no longer be live, so they are not reported.
    expect(said).toBe(`${oneClick} | GET | ${versions} | ok`);
    expect(kept).toBe('3 at 1000 | 4 at 1000');
    const beside = await push({ isBeside: true, answers: [first, ...answers], decides: ['push'] });
    expect(beside.said).toMatch(/ \| ok$/);
  });

  test.each(open)('$kind: the outcome stays uncertain if the history cannot be read', async (outcome) => {
    for (const history of [failed(unreachable), page([5, theirs])]) {
      const answers = [first, failed(outcome), live(5, theirs), history];
      const { said, kept } = await push({ remembers, answers });
      expect([said, kept]).toEqual([`${oneClick} | GET | ${versions} | ${told(outcome)}`, '3 at 1000']);
      const beside = await push({ isBeside: true, answers: [first, ...answers], decides: ['push'] });
      expect(beside.said.endsWith(` | ${told(outcome)}`)).toBe(true);
    }
  });

  const certain: readonly Outcome[] = [
    { kind: 'unauthorized', message: '' },
    forbidden,
    { kind: 'not-found', message: '' },
    { kind: 'throttled', retryAfter: '7' },
    { kind: 'redirected', status: 307, location: '/' },
    unreachable,
    { kind: 'untrusted', cause: 'c' },
  ];
  test.each(certain)('$kind: nothing else is sent, and the next push asks again', async (outcome) => {
    const { said } = await push({ remembers, answers: [first, failed(outcome)] });
    expect(said).toBe(`${oneClick} | ${told(outcome)}`);
    const kept = new Map<string, Remembered>([['dev', remembers]]);
    const memory = memoryOf(kept);
    const answers = [live(5, theirs), live(5, theirs), failed(outcome)];
    await push({ merges: ['push'], decides: ['push'], memory, answers });
    expect(kept.get('dev')).toEqual(remembers);
    const again = await push({ memory, answers: [live(5, theirs)], merges: [undefined] });
    expect(again.said).toBe(`${conflict} | abandoned`);
  });

  test("the user is asked again to overwrite a colleague's change if another change came first", async () => {
    const answers = [live(5, theirs), live(5, theirs), stale, live(6, both), live(6, both)];
    const { conflicts } = await push({ remembers, answers, decides: ['push'], merges: ['push', undefined] });
    expect(conflicts).toMatchObject([
      { base: before, theirs: { state: theirs } },
      { base: before, theirs: { state: both } },
    ]);
  });

  test('a first push forgets the live version, so the next push asks again', async () => {
    const { kept } = await push({
      answers: [live(5, theirs), live(5, theirs), failed(unreachable)],
      decides: ['push'],
    });
    expect(kept).toBe('5 at 1000 | nothing instead of that at 1000');
  });
});

test('The sent body contains the typed comment', async () => {
  const bodyWithComment = (comment: string) => Promise.resolve(bodyOf(mine, comment));
  const answers = [first, first, live(4, mine)];
  const { said } = await push({ remembers, answers, bodyWithComment, comment: say('typed') });
  expect(said).toContain(patched(3, bodyOf(mine, 'typed')));
});
