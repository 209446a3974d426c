/**
 * A push from the click to the outcome. The tests compare every question and every request: a question too many is as
 * wrong as one too few.
 */
import { describe, expect, test } from 'vitest';
import type { Remembered } from '../../server/src/service/push/memory.js';
import type { FilePushPorts } from '../../server/src/service/push/pushFile.js';
import type { PushResult, UnreadableQuestion } from '../../server/src/service/push/push.js';
import { proposalOf, pushFile } from '../../server/src/service/push/pushFile.js';
import type { Exchange } from '../../server/src/service/http/request.js';
import { serviceOf } from '../../server/src/service/http/service.js';
import type { Check, Target, Targets } from '../../server/src/core/protocol.js';
import { impactOfStates } from '../support/impact.js';

const dev: Target = {
  environment: 'dev',
  environmentKey: 'dev-1',
  baseUrl: 'https://toggles.example.com/probe',
  project: 'My Project',
  toggle: 'checkout',
  protected: false,
};
const live: Target = { ...dev, environment: 'live', environmentKey: 'live-1', protected: true };
const none: Targets = { kind: 'none' };
const exchange: Exchange = { outcome: { kind: 'ok', status: 200 }, milliseconds: 1 };

function found(...targets: readonly Target[]): Targets {
  return { kind: 'found', configUri: 'file:///targeting.config.json', bound: targets.length === 1, targets };
}

type Problem = Check['problems'][number];

function problem(severity: 1 | 2 | 3 | 4): Problem {
  const at = { line: 0, character: 0 };
  return { severity, range: { start: at, end: at }, message: `severity ${severity}` };
}

const asks = {
  createConfig: 'create config',
  choose: 'choose of dev, live',
  token: 'token for https://toggles.example.com/probe',
};
const sendDev =
  'PATCH https://toggles.example.com/probe/api/projects/My%20Project/environments/dev-1/toggles/checkout/targeting with stored: {"of":7}';
const sendLive = sendDev.replace('dev-1', 'live-1');
const oneClick = [asks.token, sendDev];
const pushedToDev: PushResult = { kind: 'outcome', target: dev, outcome: exchange.outcome };

interface Session {
  readonly result: PushResult;
  /** What the person was asked or shown, and what was sent. */
  readonly asked: readonly string[];
}

interface Answers extends FilePushPorts {
  readonly confirm: (question: UnreadableQuestion) => Promise<boolean>;
  readonly send: () => Promise<Exchange>;
}

/**
 * A clean file with a comment, bound to the unprotected dev, whose token is stored; `changes` answer before all that.
 * @param order gets the calls of all ports, whose bodies are told without their comments
 * @param sent gets the bodies as they are sent
 */
async function click(
  changes: Partial<Answers> = {},
  evenIfUnchanged = false,
  order: string[] = [],
  sent: string[] = [],
): Promise<Session> {
  const asked: string[] = [];
  const note = (text: string): void => void (asked.push(text), order.push(text));
  const step = (text: string): void => void order.push(text);
  const answers: Answers = {
    trusted: true,
    save: () => Promise.resolve(true),
    version: () => 7,
    targets: () => Promise.resolve(found(dev)),
    check: () => Promise.resolve({ version: 7, problems: [], comment: 'Comment of the file', body }),
    failing: () => Promise.resolve(null),
    impact: impactOfStates,
    createConfig: () => Promise.resolve(true),
    chooseTarget: ([first]) => Promise.resolve(first),
    askComment: (_, own, change) => Promise.resolve(own ?? change),
    lastComment: () => undefined,
    commented: () => Promise.resolve(),
    confirm: () => Promise.resolve(true),
    token: () => Promise.resolve('stored'),
    agree: () => Promise.resolve(),
    send: () => Promise.resolve(exchange),
    remembered: () => Promise.resolve(undefined),
    remember: () => Promise.resolve(true),
    now: () => 1000,
    whileSending: (_, push) => push(),
    recordOutcome: () => Promise.resolve(),
    recordSubmission: () => never('submitted'),
    service: () => never('service'),
    show: () => never('show'),
    decide: () => never('decide'),
    release: () => never('release'),
    reconcile: () => never('reconcile'),
    ...changes,
  };
  const ports: FilePushPorts = {
    ...answers,
    save: () => (step('save'), answers.save()),
    targets: () => (step('targets'), answers.targets()),
    check: (environment) => (step('check'), answers.check(environment)),
    createConfig: () => (note('create config'), answers.createConfig()),
    chooseTarget: (targets) => {
      note(`choose of ${targets.map(({ environment }) => environment).join(', ')}`);
      return answers.chooseTarget(targets);
    },
    askComment: (target, own, change, affected) => {
      note(`comment for ${target.environment}, proposing ${own === undefined ? change : `"${own}"`}`);
      return answers.askComment(target, own, change, affected);
    },
    show: (change) => {
      if (change.kind === 'read') return never('live');
      const last = change.remembered?.kind === 'pushed' ? change.remembered.body : 'nothing';
      note(`show ${change.target.environment}: ${withoutComment(change.body)} after ${last}`);
      return Promise.resolve();
    },
    decide: async (question) => {
      if (question.kind === 'read') return never('live');
      const { target, comment, warnings } = question;
      note(
        `confirm ${target.environment}, "${comment}", ${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}`,
      );
      return (await answers.confirm(question)) ? 'push' : undefined;
    },
    token: (origin) => (note(`token for ${origin}`), answers.token(origin)),
    service: (target, url, token) =>
      serviceOf(target, url, (method, address, body) => {
        sent.push(body ?? '');
        note(`${method} ${address.href} with ${token}: ${withoutComment(body ?? '')}`);
        return answers.send();
      }),
    whileSending: (_, push) => push(),
    recordOutcome: (target, outcome) => (step(`record ${outcome} for ${target.environment}`), Promise.resolve()),
    remembered: (target) => (step(`remembered of ${target.environment}`), answers.remembered(target)),
    remember: (target, what) => {
      const body = what?.kind === 'pushed' ? ` ${withoutComment(what.body)}` : '';
      const said = what === undefined ? 'nothing' : `the ${what.kind}${body} of ${what.time}`;
      step(`remember for ${target.environment} ${said}`);
      return answers.remember(target, what);
    },
  };
  return { result: await pushFile(ports, evenIfUnchanged), asked };
}

const body = '{"comment": "Comment of the file", "of":7}';

function withoutComment(sent: string): string {
  return sent.replace(/"comment": "[^"]*", /, '');
}

/** With the documented contract alone, nothing is read. */
function never(port: string): never {
  throw new Error(`${port} was asked for.`);
}

const answer =
  <T>(value: T) =>
  (): Promise<T> =>
    Promise.resolve(value);

/** Each call has the next value; the last one stays. */
function inTurn<T>(first: T, ...rest: readonly T[]): () => T {
  const values = [first, ...rest];
  let calls = 0;
  return () => values[Math.min(calls++, rest.length)] ?? first;
}

function checked(problems: readonly Problem[], comment?: string): () => Promise<Check> {
  return answer({ version: 7, problems, body, ...(comment !== undefined && { comment }) });
}

function refusal(reason: RegExp, step?: 'show-problems' | 'open-config' | 'manage-trust'): unknown {
  return { kind: 'not-pushed', reason: expect.stringMatching(reason) as unknown, ...(step && { step }) };
}

describe('One click is enough', () => {
  test('for a clean file with a comment, one unprotected environment and a stored token, in this order of steps', async () => {
    const order: string[] = [];
    expect(await click({}, false, order)).toEqual({ result: pushedToDev, asked: oneClick });
    expect(order).toEqual([
      'targets',
      'save',
      'check',
      'remembered of dev',
      asks.token,
      // From before the request leaves, what was pushed earlier is no longer believed.
      'remembered of dev',
      'remember for dev the sending of 1000',
      sendDev,
      'remember for dev the pushed {"of":7} of 1000',
      'record ok for dev',
    ]);
  });

  test('when the file has neither errors nor warnings', async () => {
    const check = checked([problem(3), problem(4)], 'Comment of the file');
    expect(await click({ check })).toEqual({ result: pushedToDev, asked: oneClick });
  });

  test('when the service refuses the push, too', async () => {
    const outcome = { kind: 'unauthorized', message: 'no' } as const;
    const order: string[] = [];
    const { result, asked } = await click({ send: answer({ outcome, milliseconds: 1 }) }, false, order);
    expect(result).toEqual({ kind: 'outcome', target: dev, outcome });
    expect(asked).toEqual(oneClick);
    expect(order.slice(-2)).toEqual(['remember for dev nothing', 'record unauthorized for dev']);
  });
});

describe('A body that was pushed before', () => {
  const last: Remembered = { kind: 'pushed', body: '{"disabled": false, "comment": "then"}', time: 900 };
  const same = answer({ version: 7, problems: [], comment: 'now', body: '{"comment":"now","disabled":false}' });

  test('is not pushed again with another comment, and the person is told when it was pushed', async () => {
    expect(await click({ remembered: answer(last), check: same })).toEqual({
      result: { kind: 'unchanged', target: dev, time: 900 },
      asked: [],
    });
  });

  test('is pushed again when the person insists', async () => {
    const { result } = await click({ remembered: answer(last), check: same }, true);
    expect(result).toEqual(pushedToDev);
  });

  const shown = 'show dev: {"of":7} after {"disabled": false, "comment": "then"}';

  test('is shown in a diff before the question about warnings', async () => {
    const { asked } = await click({ remembered: answer(last), check: checked([problem(2)], 'c') });
    expect(asked.slice(0, 2)).toEqual([shown, 'confirm dev, "c", 1 warning']);
  });

  test('is shown in a diff before the comment is asked for, and nothing is sent when the person leaves', async () => {
    const { result, asked } = await click({
      remembered: answer(last),
      check: checked([]),
      askComment: answer(undefined),
    });
    expect(asked).toEqual([shown, 'comment for dev, proposing Update checkout']);
    expect(result).toEqual({ kind: 'abandoned' });
  });

  test('is not shown when nothing is asked', async () => {
    expect((await click({ remembered: answer(last) })).asked).toEqual(oneClick);
  });

  test('to a service that could be read then is ignored now', async () => {
    const state = { disabled: false, content: {} };
    expect(await click({ remembered: answer({ kind: 'seen', version: 3, state, time: 900 }) })).toEqual({
      result: pushedToDev,
      asked: oneClick,
    });
  });
});

describe('Before anything is asked', () => {
  test('a push of an untrusted workspace is refused, and the person can change the trust', async () => {
    expect(await click({ trusted: false })).toEqual({ result: refusal(/trust/, 'manage-trust'), asked: [] });
  });

  test('a file that cannot be saved is not pushed', async () => {
    expect(await click({ save: answer(false) })).toEqual({
      result: refusal(/saved/),
      asked: [],
    });
  });

  test('an unusable config refuses the push with the reason, and can be opened', async () => {
    const targets = answer({ kind: 'unusable', configUri: 'file:///c', reason: 'it has no "project".' } as const);
    expect(await click({ targets })).toEqual({
      result: { kind: 'not-pushed', reason: 'it has no "project".', step: 'open-config' },
      asked: [],
    });
  });

  test.each([
    [1, /\b1 error\b/],
    [2, /\b2 errors\b/],
  ])('%i errors refuse the push, and the problems can be shown', async (errors, words) => {
    const problems = [problem(2), ...Array.from({ length: errors }, () => problem(1)), problem(3)];
    expect(await click({ check: checked(problems, 'c') })).toEqual({
      result: refusal(words, 'show-problems'),
      asked: [],
    });
  });

  test('a file that was checked in another version is not pushed', async () => {
    expect(await click({ check: answer({ version: 6, problems: [] }) })).toEqual({
      result: refusal(/changed.*[Pp]ush again/),
      asked: [],
    });
  });

  test('a file that is not open in the server is not pushed, and the person is told why', async () => {
    expect(await click({ check: answer(null) })).toEqual({
      result: refusal(/does not know the file/, 'show-problems'),
      asked: [],
    });
  });

  test('a key or a base URL that makes no address refuses the push, and the config can be opened', async () => {
    for (const wrong of [{ toggle: '..' }, { baseUrl: 'http://toggles.example.com' }]) {
      expect(await click({ targets: answer(found({ ...dev, ...wrong })) })).toEqual({
        result: refusal(/address/, 'open-config'),
        asked: [],
      });
    }
  });
});

describe('Without a config', () => {
  const started = [asks.createConfig];

  test('one is made, and the push goes on', async () => {
    const targets = inTurn<Promise<Targets>>(Promise.resolve(none), Promise.resolve(found(dev)));
    expect(await click({ targets })).toEqual({
      result: pushedToDev,
      asked: [...started, ...oneClick],
    });
  });

  test('nothing is sent when the person makes none', async () => {
    expect(await click({ targets: answer(none), createConfig: answer(false) })).toEqual({
      result: { kind: 'abandoned' },
      asked: started,
    });
  });

  test('the push is refused when the new one is not for this file', async () => {
    expect(await click({ targets: answer(none) })).toEqual({
      result: { kind: 'not-pushed', reason: 'there is no targeting.config.json for this file.' },
      asked: started,
    });
  });

  test('the push is refused when the new one is unusable', async () => {
    const unusable: Targets = { kind: 'unusable', configUri: 'file:///c', reason: 'it is empty.' };
    expect(
      await click({ targets: inTurn<Promise<Targets>>(Promise.resolve(none), Promise.resolve(unusable)) }),
    ).toEqual({
      result: { kind: 'not-pushed', reason: 'it is empty.', step: 'open-config' },
      asked: started,
    });
  });
});

describe('The person is asked', () => {
  test('for the environment when there are several', async () => {
    const targets = answer(found(dev, live));
    expect(await click({ targets })).toEqual({
      result: pushedToDev,
      asked: [asks.choose, ...oneClick],
    });
  });

  test.each([dev, live])('for a comment in $environment when the file has that of its last push', async (target) => {
    const { asked } = await click({ targets: answer(found(target)), lastComment: () => 'Comment of the file' });
    expect(asked).toContain(`comment for ${target.environment}, proposing Update checkout`);
  });

  test('for a comment when the file has none, and the answer is sent', async () => {
    const sent: string[] = [];
    const { result, asked } = await click({ check: checked([]), askComment: answer('Typed') }, false, [], sent);
    expect(result).toEqual(pushedToDev);
    expect(asked).toEqual(['comment for dev, proposing Update checkout', ...oneClick]);
    expect(sent).toEqual(['{"comment": "Typed", "of":7}']);
  });

  test('whether to push in spite of warnings', async () => {
    const seen: Problem[] = [];
    const { result, asked } = await click({
      check: checked([problem(2), problem(3), problem(2)], 'Comment of the file'),
      confirm: ({ warnings }) => {
        seen.push(...warnings);
        return Promise.resolve(true);
      },
    });
    expect(result).toEqual(pushedToDev);
    expect(asked).toEqual(['confirm dev, "Comment of the file", 2 warnings', ...oneClick]);
    expect(seen).toEqual([problem(2), problem(2)]);
  });

  test("for comment and confirmation in a protected environment, with the file's new comment proposed", async () => {
    const { result, asked } = await click({
      ...{ targets: answer(found(live)), askComment: answer('Changed'), lastComment: () => 'Comment of then' },
    });
    expect(result).toEqual({ kind: 'outcome', target: live, outcome: exchange.outcome });
    expect(asked).toEqual([
      'comment for live, proposing "Comment of the file"',
      'confirm live, "Changed", 0 warnings',
      asks.token,
      sendLive,
    ]);
  });

  test('every question once when all of them apply, in this order of steps', async () => {
    const order: string[] = [];
    const answers = {
      targets: answer(found(dev, live)),
      check: checked([problem(2)]),
      chooseTarget: answer(live),
      askComment: answer('Typed'),
    };
    await click(answers, false, order);
    expect(order).toEqual([
      'targets',
      asks.choose,
      'save',
      'check',
      'remembered of live',
      'comment for live, proposing Update checkout',
      'confirm live, "Typed", 1 warning',
      asks.token,
      'remembered of live',
      'remember for live the sending of 1000',
      sendLive,
      'remember for live the pushed {"of":7} of 1000',
      'record ok for live',
    ]);
  });
});

describe('Nothing is sent when the person does not answer the question for', () => {
  const several = { targets: answer(found(dev, live)), chooseTarget: answer(live), check: checked([problem(2)]) };
  const questions = [
    asks.choose,
    'comment for live, proposing Update checkout',
    'confirm live, "Update checkout", 1 warning',
    asks.token,
  ];
  const leaving: readonly (readonly [string, Partial<Answers>, number])[] = [
    ['the environment', { chooseTarget: answer(undefined) }, 1],
    ['the comment', { askComment: answer(undefined) }, 2],
    ['the confirmation', { confirm: answer(false) }, 3],
    ['the token', { token: answer(undefined) }, 4],
  ];
  test.each(leaving)('%s', async (_, left, asked) => {
    expect(await click({ ...several, ...left })).toEqual({
      result: { kind: 'abandoned' },
      asked: questions.slice(0, asked),
    });
  });
});

describe('What is sent is what was checked', () => {
  test('a file that changed while questions were open is not pushed', async () => {
    expect(await click({ version: inTurn(7, 7, 8) })).toEqual({
      result: refusal(/changed.*[Pp]ush again/),
      asked: [asks.token],
    });
  });

  test('a file that is changed at the last moment is not pushed', async () => {
    expect(await click({ version: inTurn(7, 7, 8) })).toEqual({
      result: refusal(/changed.*[Pp]ush again/),
      asked: [asks.token],
    });
  });

  test('a text that is not one JSON object is not pushed, and the problems can be shown', async () => {
    expect(await click({ check: answer({ version: 7, problems: [], comment: 'c' }) })).toEqual({
      result: refusal(/JSON object/, 'show-problems'),
      asked: [],
    });
  });

  test.each([
    [0, 'dev requires tests, and they cannot be run. wrong.'],
    [
      1,
      'dev requires that the tests pass, and 1 fails. a.test.json, line 3: wrong. Fix the file or the test, then push again.',
    ],
    [
      2,
      'dev requires that the tests pass, and 2 fail. a.test.json, line 3: wrong. Fix the file or the test, then push again.',
    ],
  ])('%i tests that fail keep a file from an environment that requires them', async (failed, reason) => {
    const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 1 } };
    const failing = {
      uri: 'file:///checkout.targeting.test.json',
      name: 'a.test.json',
      failed,
      message: 'wrong.',
      range,
    };
    const targets = answer(found({ ...dev, requiresTests: true }));
    expect(await click({ targets, failing: answer(failing) })).toEqual({
      result: { kind: 'not-pushed', reason, failing },
      asked: [],
    });
    // By the time that the last question is answered.
    const later = inTurn<Promise<typeof failing | null>>(Promise.resolve(null), Promise.resolve(failing));
    expect(await click({ targets, failing: later })).toEqual({
      result: { kind: 'not-pushed', reason, failing },
      asked: [asks.token],
    });
  });

  test('no tests are asked for where the environment requires none', async () => {
    const { result } = await click({ failing: () => never('failing') });
    expect(result).toEqual(pushedToDev);
  });
});

describe('That the token is used in the background', () => {
  const agreedAfter = async (changes: Partial<Answers>) => {
    const agreed: string[] = [];
    const agree = (place: string) => Promise.resolve(void agreed.push(place));
    const { result } = await click({ agree, ...changes });
    return { kind: result.kind, agreed };
  };

  test('is agreed to by a push that was applied', async () => {
    expect(await agreedAfter({})).toEqual({ kind: 'outcome', agreed: ['https://toggles.example.com/probe'] });
  });

  test('is not agreed to by a push that the person leaves, with the token given or not', async () => {
    const left = { kind: 'abandoned', agreed: [] };
    const guarded = answer(found(live));
    expect(await agreedAfter({ targets: guarded, confirm: answer(false) })).toEqual(left);
    expect(await agreedAfter({ token: answer(undefined) })).toEqual(left);
  });

  test('is not agreed to by a push that fails, or whose outcome is unknown', async () => {
    for (const outcome of [
      { kind: 'forbidden', message: '' },
      { kind: 'timed-out', seconds: 30 },
      { kind: 'stopped-here', reason: 'no' },
    ] as const)
      expect(await agreedAfter({ send: answer({ outcome, milliseconds: 1 }) })).toEqual({
        kind: 'outcome',
        agreed: [],
      });
  });

  test('is not agreed to by a push whose file changes after the token was given', async () => {
    expect(await agreedAfter({ version: inTurn(7, 7, 8) })).toEqual({ kind: 'not-pushed', agreed: [] });
  });
});

test('A push that fails because of a bug of ours does not hide it', async () => {
  await expect(click({ check: () => Promise.reject(new Error('server gone')) })).rejects.toThrow('server gone');
});

test.each([
  [[], 'Update checkout'],
  [['The toggle stays disabled.', 'Rule 1 is removed.'], 'Rule 1 is removed.'],
  [['Rule 1 is removed.', 'Prerequisites change.'], 'Rule 1 is removed. And 1 more change.'],
  [['Rule 1 is removed.', 'Prerequisites change.', 'Turns the toggle off.'], 'Rule 1 is removed. And 2 more changes.'],
])('The comment that is proposed counts what it does not name: %j', (changes, words) => {
  expect(proposalOf(dev, changes)).toBe(words);
});
