/** Tests approving, rejecting, publishing and withdrawing a submitted change at the embedded service. */
import { describe, expect, test } from 'vitest';
import type { Approval } from '../../server/src/service/http/answers/answers.js';
import { act } from '../../server/src/service/approval/act.js';
import type { ActPorts, ActQuestion } from '../../server/src/service/approval/acting.js';
import { readNow } from '../../server/src/service/approval/change.js';
import type { ReviewStep } from '../../server/src/service/approval/approvalActions.js';
import { withPendingChange } from '../../server/src/service/approval/pendingEnvironments.js';
import { describeDone, describeNotDone } from '../../server/src/service/approval/actionMessages.js';
import { blockingReason } from '../../server/src/service/approval/approvalWords.js';
import { readTargeting, readPage } from '../../server/src/service/http/answers/answers.js';
import type { Outcome } from '../../server/src/service/http/answers/outcome.js';
import type { Exchange } from '../../server/src/service/http/request.js';
import { serviceAt } from '../../server/src/service/http/service.js';
import type { Remembered } from '../../server/src/service/push/memory.js';
import type { Service } from '../service/service.js';
import { get, online, patch, send, startTrial } from '../service/trial.js';
import { memoryOf, pushFrom, sendWith, targetAt } from './pushTrial.js';

const variations = [
  { value: 'false', name: 'Off', description: '' },
  { value: 'true', name: 'On', description: '' },
];
const content = (select: number) => ({
  ...{ rules: [], disabledServe: { select: 0 }, defaultServe: { select }, variations, prerequisites: [] },
});
const stored = { disabled: false, content: content(0) };
const change = { disabled: false, content: content(1) };
const [full, rob, eve] = ['api-full', 'api-rob', 'api-eve'];

const post = (service: Service, body: object) =>
  send(service, `${online}/approval`, { method: 'POST', body: JSON.stringify(body) });
const decide = (service: Service, status: string, comment: string) =>
  patch(service, `${online}/approvalStatus`, { status, comment }, { Authorization: 'api-rob' });
const cancel = (service: Service) => patch(service, `${online}/sketch/cancel`, { comment: 'no' });

/** Version 2 is live; anna asks for version 3. */
async function submitted(...decision: readonly [status?: 'PASS' | 'REJECT', comment?: string]): Promise<Service> {
  const service = await startTrial();
  await patch(service, online, { comment: 'two', ...stored });
  expect(await post(service, { comment: 'please', ...change })).toMatchObject({ status: 200 });
  const [status, comment = ''] = decision;
  if (status !== undefined) expect(await decide(service, status, comment)).toMatchObject({ status: 200 });
  return service;
}

const approved = () => submitted('PASS', 'fine');

async function approvalIn(service: Service): Promise<Approval | undefined> {
  return readTargeting(JSON.stringify((await get(service, online)).body))?.pending;
}

function servedIn(service: Service): string {
  const { version, disabled, content: now } = service.targeting('P', 'online', 'T');
  return `${version} ${disabled ? 'off' : 'on'} ${JSON.stringify(now.defaultServe)}`;
}
const before = '2 on {"select":0}';

const review = ({ url }: Service) =>
  targetAt(url, { environment: 'review', environmentKey: 'online', api: 'featureprobe' });

/** Questions that a test does not answer are accepted. */
interface Person extends Partial<Pick<ActPorts, 'choose' | 'comment' | 'confirm' | 'body'>> {
  readonly token?: string | undefined;
  readonly network?: (send: () => Promise<Exchange>) => Promise<Exchange>;
}

/** @returns questions, requests and result in order; `told` is the message if the step was not done */
async function actOn(service: Service, wanted: ReviewStep, person: Person = {}) {
  const said: string[] = [];
  const questions: ActQuestion[] = [];
  const remembered: Remembered[] = [];
  const ports: ActPorts = {
    service: serviceAt(new URL(service.url + online), (method, address, body) => {
      const exchange = () => sendWith(person.token)(method, address, body);
      if (method === 'GET') return exchange();
      said.push(`${method} ${address.pathname.replace(/^.*targeting\//, '')} ${body ?? ''}`);
      return person.network?.(exchange) ?? exchange();
    }),
    now: () => 1000,
    remembered: () => Promise.resolve(undefined),
    remember: (_, what) => Promise.resolve(what !== undefined && remembered.push(what) > 0),
    body: person.body ?? (() => Promise.resolve(undefined)),
    choose: (waiting, deeds) => {
      said.push(`choose of ${deeds.join(', ')}`);
      return person.choose?.(waiting, deeds) ?? Promise.resolve(wanted);
    },
    comment: (deed) => {
      said.push(`comment to ${deed}`);
      return person.comment?.(deed) ?? Promise.resolve('because');
    },
    confirm: (question) => {
      said.push(`confirm ${question.deed}`);
      questions.push(question);
      return person.confirm?.(question) ?? Promise.resolve(true);
    },
  };
  const acted = await act(ports, review(service));
  said.push(acted.kind === 'done' ? `${acted.deed} is done, version ${acted.version}` : acted.kind);
  const told = acted.kind === 'not-done' ? describeNotDone(acted, review(service)) : undefined;
  return { acted, said: said.join(' | '), told, questions, remembered };
}

const choices = 'choose of approve, reject, withdraw';
const passes = 'PATCH approvalStatus {"status":"PASS","comment":"because"}';
const revokes = 'PATCH approvalStatus {"status":"REVOKE","comment":"because"}';
const cancels = 'PATCH sketch/cancel {"comment":"because"}';
const publishes = 'choose of publish, withdraw | confirm publish | PATCH sketch/publish {}';
const withdraws = `${choices} | comment to withdraw | confirm withdraw`;

describe('A submitted change', () => {
  test('goes live when it is published, not when a reviewer approves it', async () => {
    const service = await submitted();
    const { said } = await actOn(service, 'approve', { token: rob });
    expect(said).toBe(`${choices} | comment to approve | confirm approve | ${passes} | approve is done, version 2`);
    const decision = { kind: 'approved', by: 'anna', reviewer: 'rob', comment: 'because' };
    expect(await approvalIn(service)).toMatchObject(decision);
    expect(servedIn(service)).toBe(before);

    const publishing = await actOn(service, 'publish');
    expect(publishing.said).toBe(`${publishes} | publish is done, version 3`);
    expect(publishing.questions).toMatchObject([
      { comment: undefined, change: { live: { version: 2, state: stored }, after: change, overwrites: undefined } },
    ]);
    expect(servedIn(service)).toBe('3 on {"select":1}');
    expect(await approvalIn(service)).toBeUndefined();
    const history = readPage(JSON.stringify((await get(service, `${online}/versions`)).body))?.versions;
    expect(history?.map(({ approval }) => approval)).toEqual([{ by: 'rob', comment: 'because' }, undefined, undefined]);
  });

  test('names the reviewer and the comment after a rejection, and can be withdrawn', async () => {
    const service = await submitted();
    expect((await actOn(service, 'reject', { token: rob })).said).toMatch(/reject is done/);
    expect(await approvalIn(service)).toMatchObject({ kind: 'rejected', reviewer: 'rob', comment: 'because' });
    const { said } = await actOn(service, 'withdraw', { token: eve });
    const steps = 'choose of withdraw | comment to withdraw | confirm withdraw';
    expect(said).toBe(`${steps} | ${cancels} | withdraw is done, version 2`);
    expect([await approvalIn(service), servedIn(service)]).toEqual([undefined, before]);
  });

  test.each([
    ['an owner, and can no longer be approved', full, revokes],
    ['someone who may not revoke it, too', eve, `${revokes} | ${cancels}`],
  ])('that is pending can be withdrawn by %s', async (_, token, steps) => {
    const service = await submitted();
    const { said } = await actOn(service, 'withdraw', { token });
    expect(said).toBe(`${withdraws} | ${steps} | withdraw is done, version 2`);
    expect(await approvalIn(service)).toBeUndefined();
    if (token === full) expect(await decide(service, 'PASS', 'late')).toMatchObject({ status: 400 });
  });

  test('is looked up first, and nothing is sent if it does not exist', async () => {
    const service = await startTrial();
    expect((await actOn(service, 'publish')).said).toBe('none');
    expect(service.requests.map(({ method }) => method)).toEqual(['GET']);
  });
});

test('Finds the environments that have a submitted change or cannot be read', async () => {
  const service = await submitted();
  const placeAt = (environmentKey: string, token = full) => {
    const url = new URL(`${service.url}/api/projects/P/environments/${environmentKey}/toggles/T/targeting`);
    return { environmentKey, service: serviceAt(url, sendWith(token)) };
  };
  const places = [placeAt('dev'), placeAt('online'), placeAt('dev', 'api-unknown')];
  expect(await withPendingChange(places)).toEqual([places[1], places[2]]);
  expect(await withPendingChange(places.slice(0, 1))).toEqual([]);
});

test('Publishing names a push that bypassed the review, and its author, before it undoes that push', async () => {
  const service = await approved();
  await patch(service, online, { comment: 'urgent', disabled: true }, { Authorization: 'api-eve' });
  const { questions, said } = await actOn(service, 'publish');
  const versions = [{ version: 3, by: 'eve', comment: 'urgent' }];
  expect(questions[0]?.change).toMatchObject({
    ...{
      live: { version: 3, state: { disabled: true } },
      overwrites: { versions, changes: ['Disables the toggle.'] },
    },
  });
  expect(said).toMatch(/publish is done, version 4$/);
  expect(servedIn(service)).toBe('4 on {"select":1}');
  const other = await approved();
  await patch(other, online, { comment: 'the same', content: { defaultServe: { select: 1 } } });
  const asked = (await actOn(other, 'publish')).questions[0];
  expect(asked?.change).toMatchObject({ live: { version: 3 }, overwrites: undefined });
});

describe('Nothing is sent', () => {
  test.each<[string, Person, string]>([
    ['the choice', { choose: () => Promise.resolve(undefined) }, choices],
    ['the comment', { comment: () => Promise.resolve(undefined) }, `${choices} | comment to reject`],
    ['the question', { confirm: () => Promise.resolve(false) }, `${choices} | comment to reject | confirm reject`],
  ])('if the user cancels %s', async (_, person, steps) => {
    const { said } = await actOn(await submitted(), 'reject', { token: rob, ...person });
    expect(said).toBe(`${steps} | abandoned`);
  });

  test.each([
    ['decided', (service: Service) => decide(service, 'REJECT', 'no')],
    ['withdrawn', cancel],
    ['overtaken', (service: Service) => patch(service, online, { comment: 'urgent', disabled: true })],
  ])('if the change is %s while the user is asked', async (_, meanwhile) => {
    const service = await submitted();
    const confirm = async () => (expect(await meanwhile(service)).toMatchObject({ status: 200 }), true);
    const { said } = await actOn(service, 'approve', { token: rob, confirm });
    expect(said).toBe(`${choices} | comment to approve | confirm approve | overtaken`);
  });
});

test('A 200 is not reported as success if the service has not published the change', async () => {
  const service = await approved();
  const network = async (go: () => Promise<Exchange>) => {
    await cancel(service);
    await post(service, { comment: 'another', ...stored });
    return go();
  };
  expect((await actOn(service, 'publish', { network })).said).toBe(`${publishes} | overtaken`);
  expect(servedIn(service)).toBe(before);
});

test.each([
  ['approve', 'approved'],
  ['reject', 'rejected'],
] as const)('The error for a user who is not a reviewer says that only reviewers %s', async (deed, word) => {
  const service = await submitted();
  const sentence = `Not ${word}: only a reviewer can decide (rob), and the access token does not belong to one.`;
  const { told } = await actOn(service, deed, { token: eve });
  expect(told).toEqual({ level: 'error', sentence, steps: ['replace-token', 'show-log'] });
  expect(await approvalIn(service)).toMatchObject({ kind: 'pending' });
});

describe('If the connection breaks', () => {
  const broken: Exchange = { outcome: { kind: 'interrupted', cause: 'reset' }, milliseconds: 1 };
  const onTheWayBack = async (go: () => Promise<Exchange>) => (await go(), broken);

  test('a request that arrived is reported as successful, and is not sent again', async () => {
    const { said } = await actOn(await approved(), 'publish', { network: onTheWayBack });
    expect(said).toBe(`${publishes} | publish is done, version 3`);
    for (const deed of ['approve', 'reject', 'withdraw'] as const) {
      const found = await actOn(await submitted(), deed, { token: rob, network: onTheWayBack });
      // Rob may not revoke. The refusal is lost, so nothing else is tried.
      expect(found.acted.kind).toBe(deed === 'withdraw' ? 'not-done' : 'done');
    }
  });

  test.each<[Outcome, string]>([
    [broken.outcome, 'broke (reset).'],
    [{ kind: 'gateway-error', status: 504, message: '' }, 'responded with 504.'],
    [
      { kind: 'see-other', status: 303, location: '/done' },
      'responded with 303, which redirects to /done; redirects are not followed.',
    ],
  ])('the message calls the outcome uncertain and shows the current state: %j', async (outcome, words) => {
    const service = await approved();
    const { said, told } = await actOn(service, 'publish', {
      network: () => Promise.resolve({ outcome, milliseconds: 1 }),
    });
    expect(said).toBe(`${publishes} | not-done`);
    expect(told).toMatchObject({ level: 'warning', steps: expect.arrayContaining(['show-log']) as unknown });
    expect(told?.sentence.split(new URL(service.url).host)[1]).toBe(
      ` ${words} It may or may not have been applied. Now: A change by anna was approved by rob and is not published yet. rob said: "fine".`,
    );
  });

  test.each(['approve', 'publish', 'withdraw'] as const)(
    'a 200 with a body other than targeting leaves the outcome of "%s" uncertain',
    async (deed) => {
      const service = deed === 'publish' ? await approved() : await submitted();
      const answer = { status: 200, headers: {}, body: '{"ok":1}' };
      const network = () => Promise.resolve({ outcome: { kind: 'ok', status: 200 } as const, answer, milliseconds: 1 });
      const { acted } = await actOn(service, deed, { token: rob, network });
      expect(acted).toMatchObject({ kind: 'not-done', outcome: { kind: 'no-targeting' } });
    },
  );

  test('nothing is reported as published if the change or the service no longer exists', async () => {
    const service = await approved();
    const gone = await actOn(service, 'publish', { network: async () => (await cancel(service), broken) });
    expect(gone.told?.sentence).toMatch(/been applied\. There is no submitted change now\.$/);
    const other = await approved();
    const { acted } = await actOn(other, 'publish', { network: async () => (await other.close(), broken) });
    expect(acted).toMatchObject({ kind: 'not-done', now: undefined });
  });
});

test.each<[string, ReviewStep, object | undefined, readonly object[]]>([
  [
    'as its base when it says the same',
    'publish',
    { comment: 'mine', ...change },
    [{ kind: 'seen', version: 3, state: change, time: 1000 }],
  ],
  ['not, when it says something else', 'publish', stored, []],
  ['not, when it leaves something to the service', 'publish', { disabled: false }, []],
  ['not, when it says nothing', 'publish', undefined, []],
  ['not, when the change was withdrawn', 'withdraw', stored, []],
])('The published version is remembered for the file: %s', async (_, deed, says, remembered) => {
  const body = () => Promise.resolve(says && JSON.stringify(says));
  expect((await actOn(await approved(), deed, { body })).remembered).toEqual(remembered);
});

test('A push after a rejected change is compared with the live version, not the rejected change', async () => {
  const service = await submitted('REJECT', 'not like this');
  const pending = { kind: 'rejected', comment: 'not like this' };
  const result = await pushFrom({
    target: review(service),
    token: full,
    body: () => JSON.stringify({ comment: 'mine', ...change, disabled: true }),
    memory: memoryOf(),
    person: {
      reconcile: () => Promise.reject(new Error('It was asked.')),
      decide: (question) => {
        expect(question).toMatchObject({ live: { version: 2, state: stored, pending }, reviewers: ['rob'] });
        return Promise.resolve('push');
      },
    },
  });
  expect(result).toMatchObject({ kind: 'outcome', outcome: { kind: 'ok' } });
  expect(servedIn(service)).toBe('3 off {"select":1}');
});

const decision = { by: 'anna', since: undefined, reviewers: ['rob'], reviewer: undefined, comment: undefined };
test.each<[Approval, string]>([
  [{ ...decision, kind: 'approved', by: 'a\nb' }, 'a change by a b was approved by someone and is not published yet.'],
  [{ ...decision, kind: 'rejected', reviewer: 'rob' }, 'a change by anna was rejected by rob.'],
])('A decision is described in one line, even if a name has a line break: %j', (approval, first) => {
  expect(blockingReason(approval)[0]).toBe(first);
  expect(blockingReason(approval)).toHaveLength(2);
});

test('The message after each approval step names the toggle and the next step', async () => {
  const service = await submitted();
  const reading = await readNow(serviceAt(new URL(`${service.url}${online}`), sendWith()));
  if (reading.kind !== 'read' || reading.value.change === undefined) throw new Error('Nothing is submitted.');
  const done = { kind: 'done', change: reading.value.change, version: 3 } as const;
  const name = `T → review (key online) of P on ${new URL(service.url).host}`;
  const deeds = ['approve', 'reject', 'withdraw', 'publish'] as const;
  expect(deeds.map((deed) => describeDone({ ...done, deed }, review(service)))).toEqual([
    `Approved ${name}. It goes live when it is published.`,
    `Rejected ${name}. anna can submit another change in its place, or withdraw it.`,
    `Withdrew the change to ${name}. Version 3 is still live.`,
    `Published ${name}: version 3 is live. The default now serves "On" (before: "Off").`,
  ]);
});
