/** Tests questions and requests of a push, from the click on. A question too many is as wrong as one too few. */
import { describe, expect, test } from 'vitest';
import type { FilePorts } from '../../server/src/service/push/checkedFile.js';
import type { Remembered } from '../../server/src/service/push/memory.js';
import type { FilePushPorts } from '../../server/src/service/push/pushFile.js';
import type { PushResult, UnreadableQuestion } from '../../server/src/service/push/push.js';
import { proposalOf, pushFile } from '../../server/src/service/push/pushFile.js';
import type { Exchange } from '../../server/src/service/http/request.js';
import { serviceOf } from '../../server/src/service/http/service.js';
import type { Check, FailingTests, Target, Targets } from '../../server/src/core/protocol.js';
import { impactOfStates } from '../support/impact.js';
import { targetAt } from './pushTrial.js';

const address = 'https://toggles.example.com/probe';
const dev = targetAt(address, { environmentKey: 'dev-1', project: 'My Project', toggle: 'checkout' });
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

interface Answers extends Omit<FilePushPorts, 'open'>, FilePorts {
  readonly confirm: (question: UnreadableQuestion) => Promise<boolean>;
  readonly send: () => Promise<Exchange>;
}

async function says(changes: Partial<Answers>, said: string): Promise<void> {
  expect((await click(changes)).said.join(' | ')).toBe(said);
}

interface Session {
  /** Questions, diffs, requests and the result. */
  readonly said: readonly string[];
  /** Calls of all ports; bodies are shown without their comments. */
  readonly order: readonly string[];
  readonly sent: readonly string[];
}

/** A clean file with a comment, bound to the unprotected dev, with a stored token; `changes` override that. */
async function click(changes: Partial<Answers> = {}, evenIfUnchanged = false): Promise<Session> {
  const [said, order, sent]: string[][] = [[], [], []];
  const note = (text: string): void => void (said?.push(text), order?.push(text));
  const step = (text: string): void => void order?.push(text);
  const answers: Answers = {
    save: answer(true),
    version: () => 7,
    targets: answer(found(dev)),
    check: checked([], 'Comment of the file'),
    failing: answer(null),
    impact: impactOfStates,
    createConfig: answer(true),
    chooseTarget: ([first]) => Promise.resolve(first),
    askComment: (_, own, change) => Promise.resolve(own ?? change),
    lastComment: () => undefined,
    commented: answer(undefined),
    confirm: answer(true),
    token: answer('stored'),
    agree: answer(undefined),
    send: answer(exchange),
    remembered: answer(undefined),
    remember: answer(true),
    now: () => 1000,
    whileSending: (_, push) => push(),
    recordOutcome: answer(undefined),
    recordSubmission: () => never('submitted'),
    service: () => never('service'),
    show: () => never('show'),
    decide: () => never('decide'),
    release: () => never('release'),
    reconcile: () => never('reconcile'),
    ...changes,
  };
  let closed = 0;
  const ports: FilePushPorts = {
    ...answers,
    open: () => {
      const opened = closed;
      return Promise.resolve({
        ...answers,
        version: () => (opened === closed ? answers.version() : -1),
        save: () => (step('save'), answers.save()),
        check: (environment) => (step('check'), answers.check(environment)),
      });
    },
    targets: () => (step('targets'), answers.targets()),
    createConfig: () => (note('create config'), answers.createConfig()),
    chooseTarget: (targets) => {
      note(`choose of ${targets.map(({ environment }) => environment).join(', ')}`);
      return answers.chooseTarget(targets);
    },
    askComment: (target, own, change, affected) => {
      note(`comment for ${target.environment}, proposing ${own === undefined ? change : `"${own}"`}`);
      return answers.askComment(target, own, change, affected);
    },
    commented: (comment) => (step(`commented ${comment}`), Promise.resolve()),
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
        [`confirm ${target.environment}, "${comment}"`, ...warnings.map(({ severity }) => `severity ${severity}`)].join(
          ', ',
        ),
      );
      return (await answers.confirm(question)) ? 'push' : undefined;
    },
    token: (origin) => {
      // The editor closes a document without a tab after a while.
      closed += 1;
      note(`token for ${origin}`);
      return answers.token(origin);
    },
    agree: (origin) => (note(`agree to ${origin}`), Promise.resolve()),
    service: (target, url, token) =>
      serviceOf(target, url, (method, { href }, text) => {
        sent?.push(text ?? '');
        const place = href.replace(`${address}/api/projects/My%20Project/environments/`, '');
        note(`${method} ${place} with ${token}${text === undefined ? '' : `: ${withoutComment(text)}`}`);
        return answers.send();
      }),
    whileSending: async (_, push) => {
      step('a push is under way');
      const result = await push();
      step('no push is under way');
      return result;
    },
    recordOutcome: (target, outcome) => (step(`record ${outcome} for ${target.environment}`), Promise.resolve()),
    remembered: (target) => (step(`remembered of ${target.environment}`), answers.remembered(target)),
    remember: (target, what, insteadOf) => {
      step(
        `remember for ${target.environment} ${memoryWords(what)}${insteadOf ? ` not ${memoryWords(insteadOf)}` : ''}`,
      );
      return answers.remember(target, what, insteadOf);
    },
  };
  const result = await pushFile(ports, evenIfUnchanged);
  note(wordsOf(result));
  return { said: said ?? [], order: order ?? [], sent: sent ?? [] };
}

function wordsOf(result: PushResult): string {
  switch (result.kind) {
    case 'outcome': {
      const { outcome, target } = result;
      return `${outcome.kind} in ${target.environment}${'reason' in outcome ? `: ${outcome.reason}` : ''}`;
    }
    case 'not-pushed':
      return `not pushed: ${result.reason}${result.step === undefined ? '' : ` <${result.step}>`}`;
    case 'unchanged':
      return `unchanged since ${result.time}`;
    default:
      return result.kind;
  }
}

function memoryWords(what: Remembered | undefined): string {
  const body = what?.kind === 'pushed' ? ` ${withoutComment(what.body)}` : '';
  return what === undefined ? 'nothing' : `the ${what.kind}${body} of ${what.time}`;
}

const body = '{"comment": "Comment of the file", "of":7}';

function withoutComment(sent: string): string {
  return sent.replace(/"comment": "[^"]*", /, '');
}

function never(port: string): never {
  throw new Error(`${port} was asked for.`);
}

function answer<T>(value: T): () => Promise<T> {
  return () => Promise.resolve(value);
}

/** Each call returns the next value; the last value stays. */
function inTurn<T>(first: T, ...rest: readonly T[]): () => T {
  const values = [first, ...rest];
  let calls = 0;
  return () => values[Math.min(calls++, rest.length)] ?? first;
}

function checked(problems: readonly Problem[], comment?: string): () => Promise<Check> {
  return answer({ version: 7, problems, body, ...(comment !== undefined && { comment }) });
}

const asks = { config: 'create config', choose: 'choose of dev, live', token: `token for ${address}` };
const sendDev = 'PATCH dev-1/toggles/checkout/targeting with stored: {"of":7}';
const sendLive = sendDev.replace('dev-1', 'live-1');
const agreed = `agree to ${address}`;
const pushed = `${asks.token} | ${sendDev} | ${agreed} | ok in dev`;
const proposed = 'comment for dev, proposing Update checkout';
const changed = 'not pushed: the file changed in the meantime. Push again.';

const last: Remembered = { kind: 'pushed', body: '{"disabled": false, "comment": "then"}', time: 900 };
const same = answer({ version: 7, problems: [], comment: 'now', body: '{"comment":"now","disabled":false}' });
const shown = 'show dev: {"of":7} after {"disabled": false, "comment": "then"}';
const state = { disabled: false, content: {} };
const readable = answer(found({ ...dev, api: 'featureprobe' }));
const text = '{\n  "comment": "Zürich"\n}\n';
const onDisk = (bytes: Buffer | undefined, inEditor = text) => answer({ text: inEditor, bytes });
const several = { targets: answer(found(dev, live)), chooseTarget: answer(live), check: checked([problem(2)]) };
const questions = [
  ...[asks.choose, 'comment for live, proposing Update checkout'],
  ...['confirm live, "Update checkout", severity 2', asks.token],
];
const unusable = answer({ kind: 'unusable', configUri: 'file:///c', reason: 'it is empty.' } as const);
const refused = 'not pushed: it is empty. <open-config>';

describe('One click is enough', () => {
  test('for a file without errors or warnings', () => says({ check: checked([problem(3), problem(4)], 'c') }, pushed));
  test('even if the service refuses the push, but the token may not be used in the background', () =>
    says(
      { send: answer({ outcome: { kind: 'unauthorized', message: 'no' }, milliseconds: 1 }) },
      `${asks.token} | ${sendDev} | unauthorized in dev`,
    ));
  test('even if the outcome is unknown, but the token may not be used in the background', () =>
    says(
      { send: answer({ outcome: { kind: 'timed-out', seconds: 30 }, milliseconds: 1 }) },
      `${asks.token} | ${sendDev} | timed-out in dev`,
    ));
  test('if the service has the same state, and the token may then be used in the background', () =>
    says(
      {
        ...{ targets: readable, check: answer({ version: 7, problems: [], comment: 'c', body: '{"disabled":false}' }) },
        send: answer({
          ...exchange,
          answer: { status: 200, headers: {}, body: JSON.stringify({ ...state, version: 3 }) },
        }),
      },
      `${asks.token} | ${sendDev.replace('PATCH', 'GET').replace(/:.*/, '')} | ${agreed} | nothing-new`,
    ));
});

describe('A body that was pushed before', () => {
  test('is not pushed again just for another comment, and the time of its push is reported', () =>
    says({ remembered: answer(last), check: same }, 'unchanged since 900'));
  test('is compared in a diff before the question about warnings', () =>
    says(
      { remembered: answer(last), check: checked([problem(2)], 'c') },
      `${shown} | confirm dev, "c", severity 2 | ${pushed}`,
    ));
  test('is compared in a diff before the comment is requested, and cancelling sends nothing', () =>
    says(
      { remembered: answer(last), check: checked([]), askComment: answer(undefined) },
      `${shown} | ${proposed} | abandoned`,
    ));
  test('is not compared if no question is needed', () => says({ remembered: answer(last) }, pushed));
  test('is ignored if the service was readable then but is not now', () =>
    says({ remembered: answer({ kind: 'seen', version: 3, state, time: 900 }) }, pushed));
  test('is pushed again if its outcome is unknown', () =>
    says(
      { remembered: answer({ kind: 'sending', time: 900 }), check: same },
      `${asks.token} | ${sendDev.replace(/: .*/, ': {"comment":"now","disabled":false}')} | ${agreed} | ok in dev`,
    ));
});

describe('Before the first question', () => {
  test('a file that cannot be saved is not pushed', () =>
    says({ save: answer(false) }, 'not pushed: the file could not be saved.'));
  test('an unusable config refuses the push with the reason, and the user can open the config', () =>
    says({ targets: unusable }, refused));
  test('1 error refuses the push, and the user can open the problems', () =>
    says(
      { check: checked([problem(2), problem(1), problem(3)], 'c') },
      'not pushed: 1 error in the file. Line 1: severity 1 <show-problems>',
    ));
  test('2 errors refuse the push', () =>
    says(
      { check: checked([problem(1), problem(1)], 'c') },
      'not pushed: 2 errors in the file. Line 1: severity 1 <show-problems>',
    ));
  test('a file is not pushed if another version of it was checked', () =>
    says({ check: answer({ version: 6, problems: [] }) }, changed));
  test('a file that is not open in the server is not pushed, and the reason is reported', () =>
    says(
      { check: answer(null) },
      'not pushed: the language server does not know the file. Is its language JSON? <show-problems>',
    ));
  test('a key without a valid address refuses the push, and the user can open the config', () =>
    says(
      { targets: answer(found({ ...dev, toggle: '..' })) },
      'not pushed: .. → dev (key dev-1) of My Project on toggles.example.com is not an address to push to: a key or the base URL is wrong. <open-config>',
    ));
  test('a base URL without a valid address refuses the push', () =>
    says(
      { targets: answer(found({ ...dev, baseUrl: 'http://toggles.example.com' })) },
      'not pushed: checkout → dev (key dev-1) of My Project on toggles.example.com is not an address to push to: a key or the base URL is wrong. <open-config>',
    ));
  test('a text that is not a single JSON object is not pushed, and the user can open the problems', () =>
    says(
      { check: answer({ version: 7, problems: [], comment: 'c' }) },
      'not pushed: the file is not a single JSON object. <show-problems>',
    ));
  test('a file with an encoding that only the editor decodes is refused', () =>
    says(
      { onDisk: onDisk(Buffer.from(text, 'latin1')) },
      'not pushed: the file on disk is not UTF-8. Save it with UTF-8 encoding. <change-encoding>',
    ));
  test('a file that the editor decodes differently from other programs is refused', () =>
    says(
      { onDisk: onDisk(Buffer.from(text), Buffer.from(text).toString('latin1')) },
      'not pushed: the file on disk differs from the text in the editor. Reopen it with UTF-8 encoding. <change-encoding>',
    ));
  test('a file that was deleted while open is refused', () =>
    says(
      { onDisk: onDisk(undefined) },
      'not pushed: the file could not be read from disk. If it is gone, save it first.',
    ));
  test.each([text, `\uFEFF${text}`, text.replaceAll('\n', '\r\n')])(
    'a UTF-8 file is accepted, whatever its line breaks: %j',
    (written) => says({ onDisk: onDisk(Buffer.from(written)) }, pushed),
  );
  test('a UTF-16 file with a byte order mark is accepted', () =>
    says({ onDisk: onDisk(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])) }, pushed));
});

describe('Without a config', () => {
  test('the user creates a config, and the push continues', () =>
    says({ targets: inTurn(Promise.resolve(none), Promise.resolve(found(dev))) }, `${asks.config} | ${pushed}`));
  test('nothing is sent if the user creates no config', () =>
    says({ targets: answer(none), createConfig: answer(false) }, `${asks.config} | abandoned`));
  test('the push is refused if the new config does not apply to this file', () =>
    says({ targets: answer(none) }, `${asks.config} | not pushed: there is no targeting.config.json for this file.`));
  test('the push is refused if the new config is unusable', () =>
    says({ targets: inTurn<Promise<Targets>>(Promise.resolve(none), unusable()) }, `${asks.config} | ${refused}`));
});

describe('The user is asked', () => {
  test('for the environment if there are several environments', () =>
    says({ targets: answer(found(dev, live)) }, `${asks.choose} | ${pushed}`));
  test('for a comment if the file still has the comment of its last push', () =>
    says({ lastComment: () => 'Comment of the file' }, `${proposed} | ${pushed}`));
  test('whether to push despite warnings', () =>
    says(
      { check: checked([problem(2), problem(3), problem(2)], 'c') },
      `confirm dev, "c", severity 2, severity 2 | ${pushed}`,
    ));
  test("for comment and confirmation in a protected environment, and the file's new comment is proposed", () =>
    says(
      { targets: answer(found(live)), askComment: answer('Changed'), lastComment: () => 'Comment of then' },
      `comment for live, proposing "Comment of the file" | confirm live, "Changed" | ${asks.token} | ${sendLive} | ${agreed} | ok in live`,
    ));
  test('for a comment in a protected environment if the file still has the comment of its last push', () =>
    says(
      { targets: answer(found(live)), lastComment: () => 'Comment of the file', confirm: answer(false) },
      'comment for live, proposing Update checkout | confirm live, "Update checkout" | abandoned',
    ));
});

describe('Nothing is sent if the user cancels the question for', () => {
  test('the environment', () =>
    says({ ...several, chooseTarget: answer(undefined) }, `${questions.slice(0, 1).join(' | ')} | abandoned`));
  test('the comment', () =>
    says({ ...several, askComment: answer(undefined) }, `${questions.slice(0, 2).join(' | ')} | abandoned`));
  test('the confirmation', () =>
    says({ ...several, confirm: answer(false) }, `${questions.slice(0, 3).join(' | ')} | abandoned`));
  test('the token', () => says({ ...several, token: answer(undefined) }, `${questions.join(' | ')} | abandoned`));
});

describe('Before sending', () => {
  test('a file that has changed in the meantime is not pushed', () =>
    says({ check: inTurn(checked([], 'c')(), same()) }, `${asks.token} | ${changed}`));
  test('a file that was closed in the meantime is pushed if its text is unchanged', () =>
    says({ check: inTurn(checked([], 'c')(), checked([], 'another comment')()) }, pushed));
  test('a body is not sent if the memory can be neither written nor deleted', () =>
    says(
      { remember: answer(false) },
      `${asks.token} | stopped-here in dev: the editor cannot write to its storage, where it records the live version before each push. See the log for the reason.`,
    ));
  test('no tests are requested if the environment requires no tests', () =>
    says({ failing: () => never('failing') }, pushed));
});

test('A push with one click takes these steps', async () => {
  expect((await click({ remembered: answer(last) })).order).toEqual([
    ...[
      'targets',
      'save',
      'check',
      'remembered of dev',
      asks.token,
      'check',
      'a push is under way',
      'remembered of dev',
    ],
    // Before the request leaves, the earlier push is no longer trusted.
    ...['remember for dev the sending of 1000', sendDev, 'remember for dev the pushed {"of":7} of 1000'],
    ...['record ok for dev', 'no push is under way', agreed, 'commented Comment of the file', 'ok in dev'],
  ]);
});

test('Every question is asked once, in this order, if all questions are needed', async () => {
  const [choose = '', comment = '', confirm = ''] = questions;
  expect((await click({ ...several })).order).toEqual([
    ...['targets', choose, 'save', 'check', 'remembered of live', comment, confirm, asks.token, 'check'],
    ...['a push is under way', 'remembered of live', 'remember for live the sending of 1000', sendLive],
    ...['remember for live the pushed {"of":7} of 1000', 'record ok for live', 'no push is under way'],
    ...[agreed, 'ok in live'],
  ]);
});

test('A push that certainly failed restores the memory, unless another push has replaced it', async () => {
  const outcome = { kind: 'unauthorized', message: 'no' } as const;
  const { order } = await click({ remembered: answer(last), send: answer({ outcome, milliseconds: 1 }) });
  expect(order.slice(-4, -2)).toEqual([
    'remember for dev the pushed {"disabled": false, "comment": "then"} of 900 not the sending of 1000',
    'record unauthorized for dev',
  ]);
});

test('A body that was pushed before is pushed again if the user insists', async () => {
  expect((await click({ remembered: answer(last), check: same }, true)).said.at(-1)).toBe('ok in dev');
});

test('The typed comment is sent if the file has no comment', async () => {
  const { said, sent } = await click({ check: checked([]), askComment: answer('Typed') });
  expect([said.join(' | '), sent]).toEqual([`${proposed} | ${pushed}`, ['{"comment": "Typed", "of":7}']]);
});

test.each([
  [0, 'dev requires tests, but they cannot run. wrong.'],
  [
    1,
    'dev requires that the tests pass, and 1 fails. a.test.json, line 3: wrong. Fix the file or the test, then push again.',
  ],
  [
    2,
    'dev requires that the tests pass, and 2 fail. a.test.json, line 3: wrong. Fix the file or the test, then push again.',
  ],
])('%i failing tests block a push to an environment that requires tests', async (failed, reason) => {
  const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 1 } };
  const failing: FailingTests = { uri: 'file:///a.test.json', name: 'a.test.json', failed, message: 'wrong.', range };
  const targets = answer(found({ ...dev, requiresTests: true }));
  expect((await click({ targets, failing: answer(failing) })).said).toEqual([`not pushed: ${reason}`]);
  // The tests fail only when the last question is answered.
  const later = inTurn<Promise<FailingTests | null>>(Promise.resolve(null), Promise.resolve(failing));
  expect((await click({ targets, failing: later })).said).toEqual([asks.token, `not pushed: ${reason}`]);
});

test('Text that is typed while the tests run is checked and pushed instead of the earlier text', async () => {
  let version = 7;
  const { sent } = await click({
    targets: answer(found({ ...dev, requiresTests: true })),
    version: () => version,
    check: () => Promise.resolve({ version, problems: [], comment: 'c', body: `{"disabled":${version === 7}}` }),
    failing: () => {
      version = 8;
      return Promise.resolve(null);
    },
  });
  expect(sent).toEqual(['{"comment": "c", "disabled":false}']);
});

test('A push that fails because of a bug in the extension reports the error', async () => {
  await expect(click({ check: () => Promise.reject(new Error('server gone')) })).rejects.toThrow('server gone');
});

test.each([
  [[], 'Update checkout'],
  [['The toggle stays disabled.', 'Rule 1 is removed.'], 'Rule 1 is removed.'],
  [['Rule 1 is removed.', 'Prerequisites change.'], 'Rule 1 is removed. And 1 more change.'],
  [['Rule 1 is removed.', 'Prerequisites change.', 'Disables the toggle.'], 'Rule 1 is removed. And 2 more changes.'],
])('The proposed comment counts the changes that it omits: %j', (changes, words) => {
  expect(proposalOf(dev, changes)).toBe(words);
});
