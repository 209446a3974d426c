/**
 * A push to a service that can be read. The tests compare every question, every request and what is remembered: a question too
 * many is as wrong as one too few.
 */
import { describe, expect, test } from 'vitest';
import { inTheWay } from '../../server/src/service/approval/words.js';
import { notPushed } from '../../server/src/service/push/checkedFile.js';
import type { LastSeen, Remembered } from '../../server/src/service/push/memory.js';
import type { Conflict, ToPush, PushPorts, PushResult, ReadQuestion } from '../../server/src/service/push/push.js';
import { push as pushBody } from '../../server/src/service/push/push.js';
import { pushState } from '../../server/src/service/push/pushState.js';
import type { Outcome } from '../../server/src/service/http/outcome.js';
import type { Exchange } from '../../server/src/service/http/request.js';
import type { Service } from '../../server/src/service/http/service.js';
import { serviceAt } from '../../server/src/service/http/service.js';
import type { State } from '../../server/src/core/targeting/state/state.js';
import { sentencesOf } from '../../server/src/core/targeting/joined.js';
import { complete } from '../../server/src/core/targeting/state/state.js';
import type { Check } from '../../server/src/core/protocol.js';
import { impactOfStates } from '../support/impact.js';
import { memoryOf } from './editor.js';
import { targetAt } from './pushTrial.js';
import { rule, stateOf } from './state/states.js';

const dev = targetAt('https://toggles.example.com', { api: 'featureprobe' });
const guarded = { ...dev, protected: true };

/** What is live at first, what the file says, and what a colleague makes of it. */
const before = stateOf({ rules: [] });
const mine = stateOf({ rules: [rule('mine', 1)] });
const theirs = stateOf({ rules: [rule('theirs', 1)] });
const both = stateOf({ rules: [rule('theirs', 1), rule('mine', 1)] });

function bodyOf({ disabled, content }: State, comment = 'c'): string {
  return JSON.stringify({ comment, disabled, content });
}

function answer(body: object): Exchange {
  const text = JSON.stringify(body);
  return {
    outcome: { kind: 'ok', status: 200 },
    milliseconds: 1,
    answer: { status: 200, headers: {}, body: text },
  };
}

/** The answer of the service to a GET. */
function live(version: number, state: State, more: object = {}): Exchange {
  return answer({ ...state, version, modifiedBy: 'anna', enableApproval: false, locked: false, ...more });
}

function failed(outcome: Outcome): Exchange {
  return { outcome, milliseconds: 1 };
}

function seen(version: number, state: State, more: Partial<LastSeen> = {}): LastSeen {
  return { kind: 'seen', version, state, time: 900, ...more };
}

const warning: Check['problems'][number] = {
  severity: 2,
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  message: 'odd',
};

/** Says as a person reads it what waits. */
function waitingWords(result: PushResult): string {
  return result.kind === 'waiting' ? sentencesOf(inTheWay(result.approval)) : result.kind;
}

const stale = failed({ kind: 'rejected', status: 400, message: 'Request conflict' });
/** The answer of the service to a request for approval. */
const requested = answer({ status: 'PENDING', approvalData: {} });
const reviewed = { enableApproval: true, reviewers: ['rob'] };

interface Trial extends Partial<Pick<PushPorts, 'reconcile' | 'remember' | 'remembered'>>, Partial<ToPush> {
  readonly decide?: (question: ReadQuestion) => ReturnType<PushPorts['decide']>;
  readonly remembers?: Remembered;
  readonly isArchived?: boolean;
  /** What the service answers, in turn. */
  readonly answers: readonly Exchange[];
  /** Gets the calls of all ports. */
  readonly order?: string[];
}

interface Session {
  readonly result: PushResult;
  /** What the person was asked or shown, and what was sent. */
  readonly asked: readonly string[];
  /** What was remembered, one after the other. */
  readonly kept: readonly string[];
  readonly questions: readonly ReadQuestion[];
  readonly conflicts: readonly Conflict[];
}

/** The file says `mine` and has a comment. A question that the test does not answer fails it. */
async function push(trial: Trial): Promise<Session> {
  const { session, ports, service } = editorOf(trial);
  const body = trial.body ?? bodyOf(mine);
  const { comment = 'c', order } = trial;
  const result = await pushBody(ports, {
    target: dev,
    service: () => Promise.resolve(service),
    warnings: [],
    ...trial,
    body,
    comment:
      typeof comment === 'string'
        ? comment
        : (changes, affected) => (session.asked.push('comment'), comment(changes, affected)),
    bodyWithComment: (last) => (order?.push(`final "${last}"`), trial.bodyWithComment?.(last) ?? Promise.resolve(body)),
  });
  return { result, ...session };
}

/** Pushes `mine`, which is not what the file says. */
async function pushBeside(trial: Trial): Promise<Session> {
  const { session, ports, service } = editorOf(trial);
  const access = { target: dev, url, token: 'stored' };
  const asking = {
    ...ports,
    service: () => service,
    askComment: () => Promise.resolve('c'),
    made: () => Promise.resolve(),
  };
  return {
    result: await pushState(asking, access, { state: mine, origin: { kind: 'version', version: 1 } }, ''),
    ...session,
  };
}

const url = new URL('https://toggles.example.com/T');

function editorOf({ remembers, isArchived = false, answers, decide, reconcile, remember, remembered, order }: Trial) {
  const asked: string[] = [];
  const note = (text: string): void => void (asked.push(text), order?.push(text));
  const kept: string[] = [];
  const questions: ReadQuestion[] = [];
  const conflicts: Conflict[] = [];
  let memory = remembers;
  let sent = 0;
  const service: Service = {
    ...serviceAt(url, (method, address, body) => {
      note(`${method}${address.href.replace(url.href, '')} with stored${body === undefined ? '' : `: ${body}`}`);
      const next = answers[sent++];
      return next ? Promise.resolve(next) : Promise.reject(new Error('One request too many.'));
    }),
    isArchived: () => Promise.resolve(isArchived),
  };
  const ports: PushPorts = {
    impact: impactOfStates,
    remembered: (target) => (order?.push('remembered'), remembered?.(target) ?? Promise.resolve(memory)),
    remember: (target, what) => {
      if (what !== undefined && what.kind !== 'seen') throw new Error('The service can be read.');
      const text =
        what === undefined ? 'nothing' : `${what.version}${what.unconfirmed ? ', unconfirmed,' : ''} at ${what.time}`;
      kept.push(text);
      order?.push(`remember ${text}`);
      if (remember !== undefined) return remember(target, what);
      memory = what;
      return Promise.resolve(true);
    },
    now: () => 1000,
    whileSending: (_, push) => push(),
    recordOutcome: (_, outcome) => (order?.push(`record ${outcome}`), Promise.resolve()),
    recordSubmission: () => void order?.push('record a request'),
    show: (change) => {
      if (change.kind !== 'read') throw new Error('The service can be read.');
      note(`show ${change.live.version}`);
      return Promise.resolve();
    },
    release: ({ environment }) => (note(`release ${environment}`), Promise.resolve()),
    decide: (question) => {
      if (question.kind !== 'read') throw new Error('The service can be read.');
      note(`decide on ${question.live.version}: ${question.changes.join(' ')}`);
      questions.push(question);
      return decide?.(question) ?? Promise.reject(new Error('Nobody is there to decide.'));
    },
    reconcile: (conflict) => {
      note(`reconcile with ${conflict.theirs.version}: ${conflict.changes.join(' ')}`);
      conflicts.push(conflict);
      return reconcile?.(conflict) ?? Promise.reject(new Error('Nobody is there to merge.'));
    },
  };
  return { ports, service, session: { asked, kept, questions, conflicts } };
}

/** The person merges, and completes it. */
const merging: PushPorts['reconcile'] = async ({ merged }) => {
  await merged();
  return 'merging';
};

const say =
  <T>(value: T) =>
  (): Promise<T> =>
    Promise.resolve(value);

const read = 'GET with stored';
const patched = (version: number, body = bodyOf(mine)) =>
  `PATCH with stored: ${body.slice(0, -1)},"baseVersion":${version}}`;
/** The body of a state says every field. */
const stateBody = JSON.stringify({ comment: 'c', ...complete(mine) });
const newRule = 'Rule "mine" is new and serves "on".';
const theirRule = 'Rule "theirs" is new and serves "on".';
const overTheirs = `Rule "theirs" is called "mine" now.`;
const pushed = (target = dev, changes: readonly string[] = [newRule]) => ({
  kind: 'outcome',
  target,
  outcome: { kind: 'ok', status: 200 },
  changes,
});

/** Up to the PATCH, where nobody has to be asked. */
const oneClick = [read, patched(3)];

describe('A file that matches what is live', () => {
  test('is not pushed, and the live version is remembered as its base', async () => {
    const { result, asked, kept } = await push({ answers: [live(3, mine)], remembers: seen(2, theirs) });
    expect(result).toEqual({ kind: 'nothing-new', target: dev, version: 3 });
    expect(asked).toEqual([read]);
    expect(kept).toEqual(['3 at 1000']);
  });

  test('after a merge or a pull stays marked as merged, because an undo can change it', async () => {
    const remembers = seen(3, mine, { unconfirmed: true });
    const { asked, kept } = await push({ answers: [live(3, mine)], remembers });
    expect(asked).toEqual([read]);
    expect(kept).toEqual(['3, unconfirmed, at 1000']);
  });

  test('but leaves fields out is not pushed, and no version is remembered as its base', async () => {
    for (const body of ['{}', JSON.stringify({ disabled: mine.disabled, content: { rules: mine.content['rules'] } })]) {
      const { result, asked, kept } = await push({ answers: [live(3, mine)], body });
      expect(result).toEqual({ kind: 'nothing-new', target: dev, version: 3 });
      expect(asked).toEqual([read]);
      expect(kept).toEqual([]);
    }
  });

  test('gets no base from a roll back or promotion that has nothing to push', async () => {
    const { result, asked, kept } = await pushBeside({ answers: [live(3, mine)] });
    expect(result).toEqual({ kind: 'nothing-new', target: dev, version: 3 });
    expect(asked).toEqual([read]);
    expect(kept).toEqual([]);
  });
});

describe('One click is enough', () => {
  const answers = [live(3, before), live(4, mine)];

  test('when nothing has changed since the last read and the environment is not protected', async () => {
    const order: string[] = [];
    const { result, asked } = await push({ answers, remembers: seen(3, before), order });
    expect(result).toEqual(pushed());
    expect(asked).toEqual(oneClick);
    expect(order).toEqual([
      ...[read, 'remembered', 'final "c"', 'remembered', 'remember 3 at 1000'],
      ...[patched(3), 'remember 4 at 1000', 'record ok'],
    ]);
  });

  test('when a colleague changed something and changed it back', async () => {
    const { asked, kept } = await push({ answers, remembers: seen(1, before) });
    expect(asked).toEqual(oneClick);
    expect(kept).toEqual(['3 at 1000', '4 at 1000']);
  });

  test('when the answer to the PATCH does not say what is stored', async () => {
    const answers = [live(3, before), answer({}), live(4, mine)];
    const { result, asked, kept } = await push({ answers, remembers: seen(3, before) });
    expect(result).toEqual(pushed());
    expect(asked).toEqual([...oneClick, read]);
    expect(kept).toEqual(['3 at 1000', '4 at 1000']);
  });
});

describe('The person is asked about the diff', () => {
  const answers = [live(3, before), live(3, before), live(4, mine)];
  const asking = [read, 'show 3', `decide on 3: ${newRule}`];
  // Read again, because the person may have taken long.
  const rest = [read, patched(3)];

  const cases: readonly (readonly [string, Omit<Trial, 'answers'>])[] = [
    ['when nothing was seen before', {}],
    ['when the last push could not read the service', { remembers: { kind: 'pushed', body: bodyOf(mine), time: 1 } }],
    ['where the environment is protected', { remembers: seen(3, before), target: guarded }],
    ['when there are warnings', { remembers: seen(3, before), warnings: [warning] }],
    [
      'when the file now says a field that it left out before',
      { remembers: seen(3, before, { leftToService: ['rules'] }) },
    ],
    ['after a merge that may not be finished', { remembers: seen(3, before, { unconfirmed: true }) }],
  ];
  test.each(cases)('%s', async (_, trial) => {
    const { result, asked } = await push({ ...trial, answers, decide: say('push') });
    expect(result).toEqual(pushed(trial.target));
    expect(asked).toEqual([...asking, ...rest]);
  });

  test.each(cases)('and nothing is sent when the person leaves: %s', async (_, trial) => {
    const { result, asked } = await push({ ...trial, answers, decide: say(undefined) });
    expect(result).toEqual({ kind: 'abandoned' });
    expect(asked).toEqual(asking);
  });

  test('with comment, warnings, changes, fields that are left to the service and risk in the question', async () => {
    const body = '{"disabled":true,"content":{"rules":[]}}';
    const { questions } = await push({ answers, body, warnings: [warning], target: guarded, decide: say(undefined) });
    expect(questions).toMatchObject([
      {
        target: guarded,
        comment: 'c',
        warnings: [warning],
        live: { version: 3, modifiedBy: 'anna' },
        after: {
          state: { disabled: true, content: before.content },
          leftToService: ['disabledServe', 'defaultServe', 'variations'],
        },
        changes: ['Turns the toggle off.'],
        risk: {
          disables: true,
          impact: { who: 'somebody', most: 1000, words: '10% of all users change from on to off.' },
        },
        reviewers: undefined,
      },
    ]);
  });

  test('after the comment, which is asked for beside the diff, and nothing is sent without a comment', async () => {
    const trial = { answers, target: guarded, decide: say('push' as const) };
    const { asked, questions } = await push({ ...trial, comment: say('typed') });
    expect(asked.slice(0, 4)).toEqual([read, 'show 3', 'comment', `decide on 3: ${newRule}`]);
    expect(questions).toMatchObject([{ comment: 'typed' }]);
    const left = await push({ ...trial, comment: say(undefined) });
    expect(left).toMatchObject({
      result: { kind: 'abandoned' },
      asked: [read, 'show 3', 'comment'],
    });
  });

  test('only by the box for the comment when nothing else has to be asked', async () => {
    const { asked } = await push({ remembers: seen(3, before), answers, comment: say('typed') });
    expect(asked).toEqual([read, 'show 3', 'comment', read, patched(3)]);
  });

  test.each<[string, Trial, number | undefined]>([
    ['that box says who changes, and that it pushes', { remembers: seen(3, before), answers }, 1],
    ['the question alone says who changes', { answers, target: guarded, decide: say('push') }, undefined],
  ])('%s', async (_, trial, sentences) => {
    let told: readonly string[] | undefined;
    const comment = (__: readonly string[], affected?: readonly string[]) => ((told = affected), Promise.resolve('c'));
    await push({ ...trial, comment });
    expect(told?.filter((sentence) => /change|nobody/i.test(sentence)).length).toBe(sentences);
  });

  test('and a file that changed meanwhile is not pushed', async () => {
    const { result, asked } = await push({ answers, decide: say('push'), bodyWithComment: say(notPushed('changed.')) });
    expect(result).toEqual({ kind: 'not-pushed', reason: 'changed.' });
    expect(asked).toEqual([...asking, read]);
  });
});

describe('Memory that cannot be written', () => {
  test.each(['push', 'submit'] as const)('sends nothing after the answer %j', async (answer) => {
    const answers = [live(3, before, reviewed), live(3, before, reviewed)];
    const { result, asked } = await push({ answers, remember: say(false), decide: say(answer) });
    expect(result).toMatchObject({ kind: 'outcome', outcome: { kind: 'stopped-here' } });
    expect(asked.slice(0, 3)).toEqual([read, 'show 3', `decide on 3: ${newRule}`]);
    expect(asked.slice(3).filter((step) => step !== read)).toEqual([]);
  });
});

describe('Where approval is required', () => {
  const first = live(3, before, reviewed);
  const asking = [read, 'show 3', `decide on 3: ${newRule}`];
  const remembers = seen(3, before);
  const submission = JSON.stringify({ comment: 'c', ...mine, reviewers: ['rob'] });

  test('a submitted change has the fields, too, that the file leaves to the service', async () => {
    const body = '{"content":{"rules":[]}}';
    const lean = { disabled: mine.disabled, content: { ...mine.content, rules: [] } };
    const { result, asked } = await push({
      ...{ body, answers: [live(3, mine, reviewed), live(3, mine, reviewed), requested], decide: say('submit') },
    });
    expect(result).toEqual({ kind: 'submitted', target: dev, reviewers: ['rob'] });
    expect(asked.slice(-2)).toEqual([
      read,
      `POST/approval with stored: ${JSON.stringify({ comment: 'c', ...lean, reviewers: ['rob'] })}`,
    ]);
  });

  test('a person may push past it', async () => {
    const { result, asked } = await push({ remembers, answers: [first, first, live(4, mine)], decide: say('push') });
    expect(result).toEqual(pushed());
    expect(asked).toEqual([...asking, read, patched(3)]);
  });

  test('nothing is sent when the person leaves', async () => {
    const { result, asked } = await push({ remembers, answers: [first], decide: say(undefined) });
    expect(result).toEqual({ kind: 'abandoned' });
    expect(asked).toEqual(asking);
  });

  test('the person is told when the service refuses the request for approval', async () => {
    const outcome = { kind: 'forbidden', message: 'no' } as const;
    const { result } = await push({ remembers, answers: [first, first, failed(outcome)], decide: say('submit') });
    expect(result).toEqual({ kind: 'outcome', target: dev, outcome });
  });

  test.each([
    { kind: 'interrupted', cause: 'reset' },
    { kind: 'no-targeting', status: 200, message: '{}' },
  ] as const)('a request whose answer does not tell ($kind) is found by reading again', async (outcome) => {
    const broken = failed(outcome);
    const waiting = live(4, mine, { ...reviewed, locked: true });
    const { result, asked } = await push({
      remembers,
      answers: [first, first, broken, waiting],
      decide: say('submit'),
    });
    expect(result).toEqual({ kind: 'submitted', target: dev, reviewers: ['rob'] });
    expect(asked.slice(-3)).toEqual([read, `POST/approval with stored: ${submission}`, read]);
    const lost = await push({ remembers, answers: [first, first, broken, first], decide: say('submit') });
    expect(lost.result).toMatchObject({ kind: 'outcome', outcome });
    const decided = live(4, mine, { ...reviewed, locked: true, status: 'REJECT' });
    const earlier = await push({ remembers, answers: [first, first, broken, decided], decide: say('submit') });
    expect(earlier.result, 'one that was rejected before').toMatchObject({ outcome });
  });

  test("a colleague's change during the question leads to a merge, and nothing is submitted", async () => {
    const answers = [first, live(4, theirs, reviewed), live(4, theirs, reviewed)];
    const { result, asked } = await push({ remembers, answers, decide: say('submit'), reconcile: merging });
    expect(result).toEqual({ kind: 'merging', target: dev });
    expect(asked.slice(-2)).toEqual([read, `reconcile with 4: ${theirRule}`]);
  });

  test.each([
    ['submit', { reviewers: ['eve', 'rob'] }, ['eve', 'rob']],
    ['submit', { enableApproval: false }, undefined],
    ['push', { reviewers: ['eve'] }, ['eve']],
  ] as const)(
    'after the answer "%s" it is asked again where the review is another by then: %j',
    async (answer, more, reviewers) => {
      const now = live(3, before, { ...reviewed, ...more });
      const choices = [answer, undefined];
      const decide = () => Promise.resolve(choices.shift());
      const { result, questions } = await push({ remembers, answers: [first, now, now], decide });
      expect(result).toEqual({ kind: 'abandoned' });
      expect(questions.map((question) => question.reviewers)).toEqual([['rob'], reviewers]);
    },
  );

  test('nothing is asked again where the service lists the same reviewers in another order', async () => {
    const [one, other] = [
      ['rob', 'eve'],
      ['eve', 'rob'],
    ].map((reviewers) => live(3, before, { ...reviewed, reviewers }));
    const answers = [one ?? first, other ?? first, requested];
    const { result } = await push({ remembers, answers, decide: say('submit') });
    expect(result).toEqual({ kind: 'submitted', target: dev, reviewers: ['rob', 'eve'] });
  });

  test("a colleague's request during the question refuses the push, and says whose it is", async () => {
    const pending = live(4, theirs, { ...reviewed, locked: true, submitBy: 'eve' });
    const { result } = await push({ remembers, answers: [first, pending], decide: say('submit') });
    expect(result).toMatchObject({ kind: 'waiting', target: dev });
    expect(waitingWords(result)).toMatch(/^a change by eve waits/);
  });
});

describe('What happened while the person was asked', () => {
  const remembers = seen(3, before);
  const first = live(3, before);
  const asking = [read, 'show 3', `decide on 3: ${newRule}`, read];
  const trial = { remembers, target: guarded, decide: say('push' as const) };

  test('is looked for before the push leaves, and nothing has', async () => {
    const { result, asked } = await push({ ...trial, answers: [first, first, live(4, mine)] });
    expect(result).toEqual(pushed(guarded));
    expect(asked).toEqual([...asking, patched(3)]);
  });

  test('is looked for, too, where only the comment was asked for', async () => {
    const answers = [first, live(3, before, reviewed), live(3, before, reviewed)];
    const { result, asked } = await push({ remembers, answers, comment: say('typed'), decide: say(undefined) });
    expect(result).toEqual({ kind: 'abandoned' });
    expect(asked).toEqual([read, 'show 3', 'comment', read, read, 'show 3', `decide on 3: ${newRule}`]);
  });

  test('an approval that is required now is not bypassed unasked', async () => {
    const now = live(3, before, reviewed);
    const { result, asked, questions } = await push({
      ...trial,
      answers: [first, now, now, now, requested],
      decide: ({ reviewers }) => Promise.resolve(reviewers === undefined ? 'push' : 'submit'),
    });
    expect(result).toEqual({ kind: 'submitted', target: guarded, reviewers: ['rob'] });
    expect(asked.filter((step) => step.startsWith('PATCH'))).toEqual([]);
    expect(questions.map(({ reviewers }) => reviewers)).toEqual([undefined, ['rob']]);
  });

  test("a colleague's version leads to a merge", async () => {
    const answers = [first, live(4, theirs), live(4, theirs)];
    const { result, asked } = await push({ ...trial, answers, reconcile: merging });
    expect(result).toEqual({ kind: 'merging', target: guarded });
    expect(asked).toEqual([...asking, read, `reconcile with 4: ${theirRule}`]);
  });

  test("a colleague's request for approval refuses the push", async () => {
    const pending = live(4, theirs, { ...reviewed, locked: true, submitBy: 'eve' });
    const { result, asked } = await push({ ...trial, answers: [first, pending] });
    expect(result).toMatchObject({ kind: 'waiting', target: guarded });
    expect(asked).toEqual(asking);
  });

  test('cannot be known when the service does not answer, so nothing is sent', async () => {
    const { result, asked } = await push({ ...trial, answers: [first, failed({ kind: 'timed-out', seconds: 30 })] });
    expect(result).toMatchObject({ kind: 'outcome', outcome: { kind: 'unreachable' } });
    expect(asked).toEqual(asking);
  });

  test('refuses a roll back or promotion', async () => {
    const { result, asked } = await pushBeside({ ...trial, answers: [first, live(3, before, reviewed)] });
    expect(result).toEqual({ kind: 'not-pushed', reason: 'T has changed meanwhile. Review it again.' });
    expect(asked).toEqual(asking);
  });
});

describe('An environment that the person no longer wants to be protected', () => {
  const first = live(3, before);
  const decide = say('push-and-release' as const);
  const released = 'release dev';

  test('is released after the push', async () => {
    const { result, asked } = await push({ answers: [first, first, live(4, mine)], decide });
    expect(result).toEqual(pushed());
    expect(asked.slice(-2)).toEqual([patched(3), released]);
  });

  test('stays protected when the push fails', async () => {
    const outcome = { kind: 'forbidden', message: '' } as const;
    const { result, asked } = await push({ answers: [first, first, failed(outcome)], decide });
    expect(result).toEqual({ kind: 'outcome', target: dev, outcome });
    expect(asked).not.toContain(released);
  });

  test('stays protected when it is unknown what came of the push', async () => {
    const lost = failed({ kind: 'interrupted', cause: 'reset' });
    const { asked } = await push({ answers: [first, first, lost, lost], decide });
    expect(asked).not.toContain(released);
  });

  test('stays protected when the file has changed', async () => {
    const { asked } = await push({ answers: [first, first], decide, bodyWithComment: say(notPushed('changed.')) });
    expect(asked).not.toContain(released);
  });

  test('stays protected when another version came in between, until the person decides anew', async () => {
    const answers = [first, live(4, before), live(4, before), live(4, before), live(5, mine)];
    const { result, asked } = await push({
      answers,
      decide: ({ live: { version } }) => Promise.resolve(version === 3 ? 'push-and-release' : 'push'),
    });
    expect(result).toEqual(pushed());
    expect(asked).not.toContain(released);
  });
});

describe('A change that waits for approval refuses a push, and says by whom it is and since when', () => {
  const since = '2026-11-21T15:00:00Z';
  const time = new Date(since).toLocaleString();
  test.each([
    [{ submitBy: 'anna', lockedTime: since }, `a change by anna has been waiting for approval since ${time}.`],
    [{ lockedTime: since }, `a change by someone has been waiting for approval since ${time}.`],
    [{ submitBy: 'anna' }, 'a change by anna waits for approval.'],
    [{ submitBy: 'anna', lockedTime: 'noon' }, 'a change by anna has been waiting for approval since noon.'],
  ])('%j', async (pending, sentence) => {
    const { result, asked } = await push({ answers: [live(4, mine, { ...reviewed, ...pending, locked: true })] });
    expect(result).toMatchObject({ kind: 'waiting', target: dev });
    expect(waitingWords(result)).toBe(`${sentence} Nothing can be pushed before it is decided. Reviewers: rob.`);
    expect(asked).toEqual([read]);
  });
});

describe("A colleague's change since the last read", () => {
  const conflict = [read, `reconcile with 5: ${theirRule}`];
  const trial = { remembers: seen(3, before), answers: [live(5, theirs), live(5, theirs), live(6, mine)] };

  test('is shown beside the version that the file was made from, and merged into the file', async () => {
    const { result, asked, kept, conflicts } = await push({ ...trial, reconcile: merging });
    expect(result).toEqual({ kind: 'merging', target: dev });
    expect(asked).toEqual(conflict);
    expect(kept).toEqual(['5, unconfirmed, at 1000']);
    expect(conflicts).toMatchObject([{ base: before, theirs: { state: theirs, version: 5 }, yours: mine }]);
  });

  test('stays a conflict as long as its merge is not completed', async () => {
    const { result, asked, kept } = await push({ ...trial, reconcile: say('merging') });
    expect(result).toEqual({ kind: 'merging', target: dev });
    expect(asked).toEqual(conflict);
    expect(kept).toEqual([]);
  });

  test('is not merged into a file that has changed meanwhile, and the person is told so', async () => {
    const { result, asked } = await push({ ...trial, reconcile: say('changed') });
    expect(result).toEqual({ kind: 'not-pushed', reason: 'the file changed meanwhile. Push again.' });
    expect(asked).toEqual(conflict);
  });

  test('is overwritten only after the person has seen it and the diff', async () => {
    const { result, asked } = await push({ ...trial, reconcile: say('push'), decide: say('push') });
    expect(result).toEqual(pushed(dev, [overTheirs]));
    expect(asked).toEqual([...[...conflict, 'show 5', `decide on 5: ${overTheirs}`], ...[read, patched(5)]]);
  });

  test('stays live when the person leaves at either question', async () => {
    const left = await push({ ...trial, reconcile: say(undefined) });
    expect(left).toMatchObject({ result: { kind: 'abandoned' }, asked: conflict });
    const later = await push({ ...trial, reconcile: say('push'), decide: say(undefined) });
    expect(later.result).toEqual({ kind: 'abandoned' });
    expect(later.asked).toEqual([...conflict, 'show 5', `decide on 5: ${overTheirs}`]);
  });

  test('leads to the diff instead of a merge when the file has it already', async () => {
    const { result, asked } = await push({
      ...{ ...trial, answers: [live(5, theirs), live(5, theirs), live(6, both)], body: bodyOf(both) },
      decide: say('push'),
    });
    expect(result).toMatchObject({ kind: 'outcome', changes: [newRule] });
    expect(asked.slice(0, 3)).toEqual([read, 'show 5', `decide on 5: ${newRule}`]);
  });

  test('leads to the diff instead of a merge when the file leaves that field out', async () => {
    const answers = [live(5, theirs), live(5, theirs), live(6, { ...theirs, disabled: true })];
    const { asked, questions } = await push({ ...trial, answers, body: '{"disabled":true}', decide: say('push') });
    expect(asked.slice(0, 3)).toEqual([read, 'show 5', 'decide on 5: Turns the toggle off.']);
    expect(questions[0]?.after.state.content).toEqual(theirs.content);
  });
});

test('A push remembers which fields the file left out, so that a file that says them later is asked about', async () => {
  const body = JSON.stringify({ disabled: true });
  const memory: Remembered[] = [];
  const remember: PushPorts['remember'] = (_, what) => {
    if (what !== undefined) memory.push(what);
    return Promise.resolve(true);
  };
  const disabled = stateOf({ rules: [] }, true);
  await push({ answers: [live(3, before), live(4, disabled)], remembers: seen(3, before), body, remember });
  const leftToService = ['rules', 'disabledServe', 'defaultServe', 'variations'];
  expect(memory).toMatchObject([
    { version: 3, leftToService },
    { version: 4, leftToService },
  ]);
});

test('The person is asked when every read finds another version, so the push does not go on without end', async () => {
  const looks = [live(3, before), stale, live(4, before), live(5, before)];
  const { result, asked } = await push({ remembers: seen(3, before), answers: looks, decide: say(undefined) });
  expect(result).toEqual({ kind: 'abandoned' });
  expect(asked).toEqual([...oneClick, read, read, 'show 5', `decide on 5: ${newRule}`]);
});

describe("A colleague's change between the read and the PATCH", () => {
  const trial = {
    remembers: seen(3, before),
    answers: [live(3, before), stale, ...[4, 4, 4].map((version) => live(version, theirs)), live(5, mine)],
  };
  const raced = [...oneClick, read, read, `reconcile with 4: ${theirRule}`];

  test('is found by reading again, and merged', async () => {
    const { result, asked, conflicts } = await push({ ...trial, reconcile: merging });
    expect(result).toEqual({ kind: 'merging', target: dev });
    expect(asked).toEqual(raced);
    expect(conflicts).toMatchObject([{ base: before, theirs: { state: theirs }, yours: mine }]);
  });

  test('is overwritten only after the person has seen it, with the comment that was given before', async () => {
    const { result, asked } = await push({ ...trial, reconcile: say('push'), decide: say('push') });
    expect(result).toEqual(pushed(dev, [overTheirs]));
    expect(asked).toEqual([...[...raced, 'show 4', `decide on 4: ${overTheirs}`, read, patched(4)]]);
  });

  test('stays live when the person leaves', async () => {
    const { result, asked } = await push({ ...trial, reconcile: say(undefined) });
    expect(result).toEqual({ kind: 'abandoned' });
    expect(asked).toEqual(raced);
  });

  test('is kept when the file leaves that field out', async () => {
    const body = '{"disabled":true}';
    const answers = [...trial.answers.slice(0, -1), live(5, { ...theirs, disabled: true })];
    const { asked, questions } = await push({ ...trial, answers, body, decide: say('push') });
    expect(questions).toMatchObject([{ after: { state: { disabled: true, content: theirs.content } } }]);
    expect(asked.filter((one) => one.startsWith('PATCH'))).toEqual([patched(3, body), patched(4, body)]);
  });

  test('leaves nothing to push when it is the same as in the file', async () => {
    const answers = [live(3, before), stale, live(4, mine), live(4, mine)];
    const { result, asked, kept } = await push({ ...trial, answers });
    expect(result).toEqual({ kind: 'nothing-new', target: dev, version: 4 });
    expect(asked).toEqual([...oneClick, read, read]);
    expect(kept.at(-1)).toBe('4 at 1000');
  });

  test('refuses a roll back or promotion', async () => {
    const answers = [live(3, before), live(3, before), stale, live(4, theirs)];
    const { result, asked } = await pushBeside({ ...trial, answers, decide: say('push') });
    expect(result).toEqual({ kind: 'not-pushed', reason: 'T has changed meanwhile. Review it again.' });
    expect(asked).toEqual([read, 'show 3', `decide on 3: ${newRule}`, read, patched(3, stateBody), read]);
  });
});

describe('A roll back or promotion', () => {
  test('always asks, remembers nothing, and records its outcome', async () => {
    const order: string[] = [];
    const { result, asked, kept } = await pushBeside({
      ...{
        order,
        remembers: seen(3, before),
        decide: say('push'),
        answers: [live(3, before), live(3, before), live(4, mine)],
      },
    });
    expect(result).toEqual(pushed());
    expect(asked).toEqual([read, 'show 3', `decide on 3: ${newRule}`, read, patched(3, stateBody)]);
    expect(kept).toEqual([]);
    expect(order.at(-1)).toBe('record ok');
  });
});

describe('After a push that failed', () => {
  const doubtful: readonly Outcome[] = [
    { kind: 'interrupted', cause: 'reset' },
    { kind: 'timed-out', seconds: 30 },
    { kind: 'cancelled' },
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
  const remembers = seen(3, before);

  test.each(open)('$kind: the push has succeeded when a read shows that it arrived', async (outcome) => {
    const order: string[] = [];
    const { result, asked, kept } = await push({
      ...{ remembers, order, answers: [live(3, before), failed(outcome), live(4, mine)] },
    });
    expect(result).toEqual(pushed());
    expect(order.filter((step) => step.startsWith('record'))).toEqual(['record ok']);
    expect(kept).toEqual(['3 at 1000', '4 at 1000']);
    expect(asked).toEqual([...oneClick, read]);
  });

  test.each(doubtful)('$kind: the failure is told when a read shows that nothing has changed', async (outcome) => {
    const { result, asked, kept } = await push({
      ...{ remembers, answers: [live(3, before), failed(outcome), live(3, before)] },
    });
    // Of a failure that the service itself has told and that has changed nothing, nothing more will come.
    const told =
      outcome.kind === 'service-error' && outcome.status === 500 ? { ...outcome, kind: 'failed-safely' } : outcome;
    const isCertain = told.kind === 'failed-safely' || told.kind === 'rejected';
    const still = isCertain ? {} : { arrival: 'dev still has version 3: so far, it was not applied.' };
    expect(result).toEqual({ kind: 'outcome', target: dev, outcome: told, ...still });
    expect(kept).toEqual(['3 at 1000', ...(isCertain ? ['3 at 900'] : [])]);
    expect(asked).toEqual([...oneClick, read]);
  });

  test.each(doubtful)('$kind: the failure is told when the service cannot be read', async (outcome) => {
    const offline = failed({ kind: 'unreachable', cause: 'refused' });
    const { result } = await push({ remembers, answers: [live(3, before), failed(outcome), offline] });
    expect(result).toEqual({ kind: 'outcome', target: dev, outcome });
  });

  const page = (...versions: readonly (readonly [number, State])[]) =>
    answer({ content: versions.map(([version, state]) => ({ version, ...state })), totalElements: versions.length });
  const versions = 'GET/versions?version=5&pageSize=10 with stored';

  test("a colleague's push since then leads to a merge after a refusal", async () => {
    const answers = [live(3, before), stale, live(5, theirs), live(5, theirs)];
    const { result, asked } = await push({ remembers, answers, reconcile: merging });
    expect(result).toEqual({ kind: 'merging', target: dev });
    expect(asked).toContain(`reconcile with 5: ${theirRule}`);
  });

  test("cancelled: a colleague's push opens no question where the history lacks this one", async () => {
    const outcome = { kind: 'cancelled' } as const;
    const answers = [live(3, before), failed(outcome), live(5, theirs), page([4, both], [3, before])];
    const { result, asked } = await push({ remembers, answers });
    const arrival = 'It was not applied: version 4 is another change.';
    expect(result).toEqual({ kind: 'outcome', target: dev, outcome, arrival });
    expect(asked).toEqual([...oneClick, read, versions]);
  });

  const unasked = open.filter(({ kind }) => kind !== 'cancelled');
  test.each(unasked)("$kind: a colleague's push leads to a merge where the history lacks this one", async (outcome) => {
    const history = page([4, both], [3, before]);
    const answers = [live(3, before), failed(outcome), live(5, theirs), history, live(5, theirs)];
    const { result, asked } = await push({ remembers, answers, reconcile: merging });
    expect(result).toEqual({ kind: 'merging', target: dev });
    expect(asked).toEqual([...oneClick, read, versions, read, `reconcile with 5: ${theirRule}`]);
  });

  test.each(open)('$kind: the push has succeeded although a colleague has pushed since', async (outcome) => {
    const answers = [live(3, before), failed(outcome), live(5, theirs), page([4, mine], [3, before])];
    const { result, asked, kept } = await push({ remembers, answers });
    // What it changed need not be live any more, so it is not told.
    expect(result).toEqual({ kind: 'outcome', target: dev, outcome: { kind: 'ok', status: 200 } });
    expect(asked).toEqual([...oneClick, read, versions]);
    expect(kept).toEqual(['3 at 1000', '4 at 1000']);
    const beside = await pushBeside({ answers: [live(3, before), ...answers], decide: say('push') });
    expect(beside.result).toEqual({ kind: 'outcome', target: dev, outcome: { kind: 'ok', status: 200 } });
  });

  test.each(open)('$kind: it stays in doubt where the history cannot be read', async (outcome) => {
    for (const history of [failed({ kind: 'unreachable', cause: 'c' }), page([5, theirs])]) {
      const answers = [live(3, before), failed(outcome), live(5, theirs), history];
      const { result, kept } = await push({ remembers, answers });
      expect(result).toEqual({ kind: 'outcome', target: dev, outcome });
      expect(kept).toEqual(['3 at 1000']);
      const beside = await pushBeside({ answers: [live(3, before), ...answers], decide: say('push') });
      expect(beside.result).toEqual({ kind: 'outcome', target: dev, outcome });
    }
  });

  const certain: readonly Outcome[] = [
    { kind: 'unauthorized', message: '' },
    { kind: 'forbidden', message: '' },
    { kind: 'not-found', message: '' },
    { kind: 'throttled', retryAfter: '7' },
    { kind: 'redirected', status: 307, location: '/' },
    { kind: 'unreachable', cause: 'c' },
    { kind: 'untrusted', cause: 'c' },
  ];
  test.each(certain)('$kind: nothing more is sent', async (outcome) => {
    const { result, asked } = await push({ remembers, answers: [live(3, before), failed(outcome)] });
    expect(result).toEqual({ kind: 'outcome', target: dev, outcome });
    expect(asked).toEqual(oneClick);
  });

  test.each(certain)("$kind: a colleague's change that was to be overwritten is asked about again", async (outcome) => {
    const yes = { reconcile: say('push' as const), decide: say('push' as const) };
    const kept = new Map<string, Remembered>([['dev', remembers]]);
    const memory = memoryOf(kept);
    const answers = [live(5, theirs), live(5, theirs), failed(outcome)];
    expect((await push({ ...yes, ...memory, answers })).result).toMatchObject({ outcome });
    expect(kept.get('dev')).toEqual(remembers);
    const again = await push({ ...memory, answers: [live(5, theirs)], reconcile: say(undefined) });
    expect(again.asked).toEqual([read, `reconcile with 5: ${theirRule}`]);
  });

  test("a colleague's change that was to be overwritten is asked about again after another one came first", async () => {
    const answers = [live(5, theirs), live(5, theirs), stale, live(6, both), live(6, both)];
    const trial = { remembers, answers, decide: say('push' as const) };
    const choices = ['push', undefined] as const;
    let asked = 0;
    const { conflicts } = await push({ ...trial, reconcile: () => Promise.resolve(choices[asked++]) });
    expect(conflicts).toMatchObject([
      { base: before, theirs: { state: theirs } },
      { base: before, theirs: { state: both } },
    ]);
  });

  test('what was never seen before is asked about again', async () => {
    const answers = [live(5, theirs), live(5, theirs), failed({ kind: 'unreachable', cause: 'c' })];
    const { kept } = await push({ answers, decide: say('push') });
    expect(kept).toEqual(['5 at 1000', 'nothing']);
  });

  test.each([
    [
      'was refused',
      [live(3, before, reviewed), failed({ kind: 'forbidden', message: 'no' })],
      ['3 at 1000', '3 at 900'],
    ],
    ['was not sent', [failed({ kind: 'unreachable', cause: 'c' })], []],
    ['was overtaken', [live(4, theirs, reviewed), failed({ kind: 'unreachable', cause: 'c' })], []],
  ])('a request for approval that %s leaves what was remembered', async (_, rest, remembered) => {
    const answers = [live(3, before, reviewed), ...rest];
    const { kept } = await push({ remembers, answers, decide: say('submit') });
    expect(kept).toEqual(remembered);
  });
});

describe('When the service cannot be read, nothing is sent', () => {
  const outcomes: readonly (readonly [Exchange, Outcome])[] = [
    [failed({ kind: 'interrupted', cause: 'reset' }), { kind: 'unreachable', cause: 'reset' }],
    [failed({ kind: 'cancelled' }), { kind: 'stopped-here', reason: 'it was cancelled before anything was sent.' }],
    [failed({ kind: 'unauthorized', message: 'no' }), { kind: 'unauthorized', message: 'no' }],
    [answer({ ok: true }), { kind: 'not-understood', status: 200, message: '{"ok":true}' }],
  ];
  test.each(outcomes)('and the person is told why: %j', async (first, outcome) => {
    const { result, asked } = await push({ answers: [first] });
    expect(result).toEqual({ kind: 'outcome', target: dev, outcome });
    expect(asked).toEqual([read]);
  });
});

test.each([
  ['{"disabled":true}', '{"disabled":true,"baseVersion":3}'],
  ['{\n  "disabled": true\n}\n', '{\n  "disabled": true,"baseVersion":3}'],
  ['{"baseVersion":1,"disabled":true}', '{"baseVersion":1,"disabled":true,"baseVersion":3}'],
])('The version that was read is sent as the last field of %j', async (body, sent) => {
  const { asked } = await push({
    remembers: seen(3, before),
    body,
    answers: [live(3, before), live(4, { ...before, disabled: true })],
  });
  expect(asked).toContain(`PATCH with stored: ${sent}`);
});

describe('A change of whether access events are tracked', () => {
  const body = '{"trackAccessEvents":true}';
  const remembers = seen(3, mine);

  test('is pushed and told although the state does not change', async () => {
    const answers = [live(3, mine, { trackAccessEvents: false }), live(3, mine)];
    const { result, asked } = await push({ remembers, body, answers });
    expect(result).toMatchObject({ kind: 'outcome', changes: ['Access events are tracked.'] });
    expect(asked).toContain(patched(3, body));
  });

  test('is pushed without the state, so that the service makes no version without a change', async () => {
    const whole = JSON.stringify({ ...(JSON.parse(bodyOf(mine)) as object), trackAccessEvents: true });
    const answers = [live(3, mine, { trackAccessEvents: false }), live(3, mine)];
    const { asked } = await push({ remembers, body: whole, answers });
    const [sent = ''] = asked.filter((each) => each.startsWith('PATCH'));
    expect(sent).toContain('"trackAccessEvents":true');
    expect(sent).not.toContain('content');
  });

  test('is not told as pushed when the answer was lost', async () => {
    const first = live(3, mine, { trackAccessEvents: false });
    const outcome = { kind: 'interrupted', cause: 'reset' } as const;
    const { result } = await push({ remembers, body, answers: [first, failed(outcome), first] });
    expect(result).toEqual({
      kind: 'outcome',
      target: dev,
      outcome,
      arrival: 'dev still has version 3: so far, it was not applied.',
    });
  });

  test('whose answer was lost is found though a colleague has pushed another state since', async () => {
    const answers = [
      live(3, mine, { trackAccessEvents: false }),
      failed({ kind: 'interrupted', cause: 'reset' }),
      live(4, theirs, { trackAccessEvents: true }),
    ];
    const { result, kept } = await push({ remembers, body, answers });
    expect(result).toMatchObject({ outcome: { kind: 'ok' }, changes: ['Access events are tracked.'] });
    // Nobody has seen the other version.
    expect(kept).toEqual(['3 at 1000']);
  });

  test.each([{ trackAccessEvents: true }, {}])('is not sent to a service that says %j', async (more) => {
    const { result } = await push({ remembers, body, answers: [live(3, mine, more)] });
    expect(result.kind).toBe('nothing-new');
  });
});

test('The body that is sent has the comment that was typed', async () => {
  const bodyWithComment = (comment: string) => Promise.resolve(bodyOf(mine, comment));
  const trial = { remembers: seen(3, before), answers: [live(3, before), live(3, before), live(4, mine)] };
  const { asked } = await push({ ...trial, bodyWithComment, comment: say('typed') });
  expect(asked).toContain(patched(3, bodyOf(mine, 'typed')));
});
