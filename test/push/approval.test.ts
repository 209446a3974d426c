/** A submitted change is approved, rejected, published or withdrawn at a real service, which is then asked what is so. */
import { describe, expect, test } from 'vitest';
import type { Approval } from '../../server/src/service/http/answers.js';
import { readNow } from '../../server/src/service/approval/change.js';
import { whereOneWaits } from '../../server/src/service/approval/waiting.js';
import { tellDone, tellNotDone } from '../../server/src/service/approval/told.js';
import { inTheWay } from '../../server/src/service/approval/words.js';
import { readTargeting, readPage } from '../../server/src/service/http/answers.js';
import type { Exchange } from '../../server/src/service/http/request.js';
import { serviceAt } from '../../server/src/service/http/service.js';
import type { Service } from '../service/service.js';
import { get, online, patch, send, startTrial } from '../service/trial.js';
import { actOn, review } from './approvalTrial.js';
import { memoryOf, pushFrom } from './editor.js';
import { sendWith } from './pushTrial.js';

const variations = [
  { value: 'false', name: 'Off', description: '' },
  { value: 'true', name: 'On', description: '' },
];
const content = (select: number) => ({
  rules: [],
  disabledServe: { select: 0 },
  defaultServe: { select },
  variations,
  prerequisites: [],
});
const stored = { disabled: false, content: content(0) };
const change = { disabled: false, content: content(1) };

const post = (service: Service, body: object, token = 'api-full') =>
  send(service, `${online}/approval`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { Authorization: token },
  });
const decide = (service: Service, status: string, comment: string, token = 'api-rob') =>
  patch(service, `${online}/approvalStatus`, { status, comment }, { Authorization: token });

/** Version 2 is live; anna asks for version 3. */
async function submitted(): Promise<Service> {
  const service = await startTrial();
  await patch(service, online, { comment: 'two', ...stored });
  expect(await post(service, { comment: 'please', ...change })).toMatchObject({ status: 200 });
  return service;
}

async function approved(): Promise<Service> {
  const service = await submitted();
  expect(await decide(service, 'PASS', 'fine')).toMatchObject({ status: 200 });
  return service;
}

async function rejected(): Promise<Service> {
  const service = await submitted();
  expect(await decide(service, 'REJECT', 'not like this')).toMatchObject({ status: 200 });
  return service;
}

/** What the service tells of the change. */
async function approvalIn(service: Service): Promise<Approval | undefined> {
  return readTargeting(JSON.stringify((await get(service, online)).body))?.pending;
}

const servedIn = (service: Service) => {
  const { version, disabled, content: now } = service.targeting('P', 'online', 'T');
  return { version, disabled, default: now.defaultServe };
};
const before = { version: 2, disabled: false, default: { select: 0 } };

describe('A submitted change', () => {
  test('is approved by a reviewer, and live when it is published', async () => {
    const service = await submitted();
    const approving = await actOn(service, 'approve', { token: 'api-rob' });
    expect(approving.acted).toMatchObject({ kind: 'done', deed: 'approve', version: 2 });
    expect(approving.asked).toEqual([
      'choose of approve, reject, withdraw',
      'comment to approve',
      'confirm approve',
      'PATCH approvalStatus {"status":"PASS","comment":"because"}',
    ]);
    expect(await approvalIn(service)).toMatchObject({
      kind: 'approved',
      by: 'anna',
      reviewer: 'rob',
      comment: 'because',
    });
    expect(servedIn(service)).toEqual(before);

    const publishing = await actOn(service, 'publish');
    expect(publishing.acted).toMatchObject({ kind: 'done', deed: 'publish', version: 3 });
    expect(publishing.asked).toEqual(['choose of publish, withdraw', 'confirm publish', 'PATCH sketch/publish {}']);
    expect(servedIn(service)).toEqual({ version: 3, disabled: false, default: { select: 1 } });
    expect(await approvalIn(service)).toBeUndefined();
    const history = readPage(JSON.stringify((await get(service, `${online}/versions`)).body))?.versions;
    const approvals = history?.map(({ version, approval }) => [version, approval]);
    expect(approvals).toEqual([
      [3, { by: 'rob', comment: 'because' }],
      [2, undefined],
      [1, undefined],
    ]);
  });

  test('is shown beside what is live before it is published', async () => {
    const { questions } = await actOn(await approved(), 'publish');
    expect(questions).toMatchObject([
      {
        target: { environment: 'review' },
        comment: undefined,
        change: { live: { version: 2, state: stored }, after: change, overwrites: undefined },
      },
    ]);
  });

  test('that is rejected says by whom and why, and can be withdrawn', async () => {
    const service = await submitted();
    expect((await actOn(service, 'reject', { token: 'api-rob' })).acted).toMatchObject({ kind: 'done' });
    expect(await approvalIn(service)).toMatchObject({ kind: 'rejected', reviewer: 'rob', comment: 'because' });
    const { acted, asked } = await actOn(service, 'withdraw', { token: 'api-eve' });
    expect(acted).toMatchObject({ kind: 'done', deed: 'withdraw', version: 2 });
    expect(asked).toEqual([
      'choose of withdraw',
      'comment to withdraw',
      'confirm withdraw',
      'PATCH sketch/cancel {"comment":"because"}',
    ]);
    expect(await approvalIn(service)).toBeUndefined();
    expect(servedIn(service)).toEqual(before);
  });

  test('that is withdrawn by an owner while it waits can no longer be approved', async () => {
    const service = await submitted();
    const { acted, asked } = await actOn(service, 'withdraw');
    expect(acted).toMatchObject({ kind: 'done' });
    expect(asked.slice(3)).toEqual(['PATCH approvalStatus {"status":"REVOKE","comment":"because"}']);
    expect(await approvalIn(service)).toBeUndefined();
    expect(await decide(service, 'PASS', 'late')).toMatchObject({ status: 400 });
  });

  test('that waits can be withdrawn by someone who may not revoke it, too', async () => {
    const service = await submitted();
    const { acted, asked } = await actOn(service, 'withdraw', { token: 'api-eve' });
    expect(acted).toMatchObject({ kind: 'done' });
    expect(asked.slice(3)).toEqual([
      'PATCH approvalStatus {"status":"REVOKE","comment":"because"}',
      'PATCH sketch/cancel {"comment":"because"}',
    ]);
    expect(await approvalIn(service)).toBeUndefined();
  });

  test('is looked for, and nothing is sent when there is none', async () => {
    const service = await startTrial();
    const { acted, asked } = await actOn(service, 'publish');
    expect([acted, asked]).toEqual([{ kind: 'none' }, []]);
    expect(service.requests.map(({ method }) => method)).toEqual(['GET']);
  });
});

test('Of several environments, those are asked about in which a change waits, or which cannot be read', async () => {
  const service = await submitted();
  const placeAt = (environmentKey: string, token = 'api-full') => {
    const url = new URL(`${service.url}/api/projects/P/environments/${environmentKey}/toggles/T/targeting`);
    return { environmentKey, service: serviceAt(url, sendWith(token)) };
  };
  const places = [placeAt('dev'), placeAt('online'), placeAt('dev', 'api-unknown')];
  expect(await whereOneWaits(places)).toEqual([places[1], places[2]]);
  expect(await whereOneWaits(places.slice(0, 1))).toEqual([]);
});

describe('Publishing over what was pushed past the review', () => {
  test('names that push and its author', async () => {
    const service = await approved();
    await patch(service, online, { comment: 'urgent', disabled: true }, { Authorization: 'api-eve' });
    const { questions, acted } = await actOn(service, 'publish');
    expect(questions[0]?.change).toMatchObject({
      live: { version: 3, state: { disabled: true } },
      overwrites: { versions: [{ version: 3, by: 'eve', comment: 'urgent' }], changes: ['Turns the toggle off.'] },
    });
    expect(acted).toMatchObject({ kind: 'done', version: 4 });
    expect(servedIn(service)).toEqual({ version: 4, disabled: false, default: { select: 1 } });
  });

  test('names nothing when it takes nothing back', async () => {
    const service = await approved();
    await patch(service, online, { comment: 'the same', content: { defaultServe: { select: 1 } } });
    const { questions } = await actOn(service, 'publish');
    expect(questions[0]?.change).toMatchObject({ live: { version: 3 }, overwrites: undefined });
  });
});

describe('Nothing is sent', () => {
  test.each([
    ['the choice', { choose: () => Promise.resolve(undefined) }],
    ['the comment', { comment: () => Promise.resolve(undefined) }],
    ['the question', { confirm: () => Promise.resolve(false) }],
  ])('when the person leaves at %s', async (_, person) => {
    const { acted, asked } = await actOn(await submitted(), 'reject', { token: 'api-rob', ...person });
    expect(acted).toEqual({ kind: 'abandoned' });
    expect(asked.filter((line) => line.startsWith('PATCH'))).toEqual([]);
  });

  test.each([
    ['decided', (service: Service) => decide(service, 'REJECT', 'no')],
    ['withdrawn', (service: Service) => patch(service, `${online}/sketch/cancel`, { comment: 'no' })],
    ['overtaken', (service: Service) => patch(service, online, { comment: 'urgent', disabled: true })],
  ])('when the change is %s while the question is open', async (_, meanwhile) => {
    const service = await submitted();
    const confirm = async () => {
      expect(await meanwhile(service)).toMatchObject({ status: 200 });
      return true;
    };
    const { acted, asked } = await actOn(service, 'approve', { token: 'api-rob', confirm });
    expect(acted).toEqual({ kind: 'overtaken' });
    expect(asked.at(-1)).toBe('confirm approve');
  });
});

test('The person is not told that a step is done when the service answers 200 and has not done it', async () => {
  const service = await approved();
  const network = async (go: () => Promise<Exchange>) => {
    await patch(service, `${online}/sketch/cancel`, { comment: 'no' });
    await post(service, { comment: 'another', ...stored });
    return go();
  };
  const { acted } = await actOn(service, 'publish', { network });
  expect(acted).toEqual({ kind: 'overtaken' });
  expect(servedIn(service)).toEqual(before);
});

test('A person who is no reviewer is told that only reviewers decide', async () => {
  const service = await submitted();
  for (const [deed, word] of [
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const) {
    const { acted } = await actOn(service, deed, { token: 'api-eve' });
    if (acted.kind !== 'not-done') throw new Error(acted.kind);
    expect(tellNotDone(acted, review(service))).toEqual({
      level: 'error',
      sentence: `Not ${word}: only a reviewer decides (rob), and the access token is not one of theirs.`,
      steps: ['replace-token', 'show-log'],
    });
  }
  expect(await approvalIn(service)).toMatchObject({ kind: 'pending' });
});

describe('When the connection breaks', () => {
  const broken: Exchange = { outcome: { kind: 'interrupted', cause: 'reset' }, milliseconds: 1 };
  const onTheWayBack = async (go: () => Promise<Exchange>) => {
    await go();
    return broken;
  };
  const onTheWayThere = () => Promise.resolve(broken);

  test('a request that arrived anyway is found to be done, and is not sent again', async () => {
    const service = await approved();
    const { acted, asked } = await actOn(service, 'publish', { network: onTheWayBack });
    expect(acted).toMatchObject({ kind: 'done', deed: 'publish', version: 3 });
    expect(asked.filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
    for (const deed of ['approve', 'reject', 'withdraw'] as const) {
      const other = await submitted();
      const found = await actOn(other, deed, { token: 'api-rob', network: onTheWayBack });
      // Rob may not revoke. The refusal is lost, so nothing else is tried.
      expect(found.acted.kind).toBe(deed === 'withdraw' ? 'not-done' : 'done');
    }
  });

  test('the person is told that the outcome is in doubt, and how the request stands now', async () => {
    const service = await approved();
    const { acted, asked } = await actOn(service, 'publish', { network: onTheWayThere });
    if (acted.kind !== 'not-done') throw new Error(acted.kind);
    expect(asked.filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
    expect(tellNotDone(acted, review(service))).toEqual({
      level: 'warning',
      sentence: `The connection to ${new URL(service.url).host} broke (reset). It may or may not have been done. Now: A change by anna was approved by rob and is not published yet. rob said: "fine".`,
      steps: ['show-log'],
    });
  });

  test.each([
    [{ kind: 'gateway-error', status: 504, message: '' }, 'responded with 504.'],
    [
      { kind: 'see-other', status: 303, location: '/done' },
      'responded with 303, which redirects to /done; no redirect is followed.',
    ],
  ] as const)('or the answer tells nothing (%j), the outcome is in doubt as well', async (outcome, words) => {
    const service = await approved();
    const network = () => Promise.resolve({ outcome, milliseconds: 1 });
    const { acted } = await actOn(service, 'publish', { network });
    if (acted.kind !== 'not-done') throw new Error(acted.kind);
    expect(tellNotDone(acted, review(service))).toMatchObject({
      level: 'warning',
      sentence: expect.stringContaining(`${words} It may or may not have been done. Now: A change by anna`) as unknown,
    });
  });

  test.each(['approve', 'publish', 'withdraw'] as const)(
    'or the answer is that of something in front of the service, %s is in doubt as well',
    async (deed) => {
      const service = deed === 'publish' ? await approved() : await submitted();
      const answer = { status: 200, headers: {}, body: '{"ok":1}' };
      const network = () => Promise.resolve({ outcome: { kind: 'ok', status: 200 } as const, answer, milliseconds: 1 });
      const { acted } = await actOn(service, deed, { token: 'api-rob', network });
      expect(acted).toMatchObject({ kind: 'not-done', outcome: { kind: 'no-targeting' } });
    },
  );

  test('and the change is gone, the person is not told that it was published', async () => {
    const service = await approved();
    const network = async () => {
      await patch(service, `${online}/sketch/cancel`, { comment: 'no' });
      return broken;
    };
    const { acted } = await actOn(service, 'publish', { network });
    if (acted.kind !== 'not-done') throw new Error(acted.kind);
    expect(tellNotDone(acted, review(service)).sentence).toMatch(/been done\. No change is submitted now\.$/);
  });

  test('and the service is gone, too, the person is not told how the request stands now', async () => {
    const service = await approved();
    const network = async () => {
      await service.close();
      return broken;
    };
    const { acted } = await actOn(service, 'publish', { network });
    expect(acted).toMatchObject({ kind: 'not-done', now: undefined });
  });
});

describe('After a submitted change has ended, the file', () => {
  test('has the published version as its base when it says the same', async () => {
    const body = () => Promise.resolve(JSON.stringify({ comment: 'mine', ...change }));
    const { remembered } = await actOn(await approved(), 'publish', { body });
    expect(remembered).toMatchObject([{ kind: 'seen', version: 3, state: change, time: 1000 }]);
  });

  test.each([
    ['says something else', JSON.stringify(stored)],
    ['leaves something to the service', '{"disabled":false}'],
    ['says nothing', undefined],
  ])('has no new base when it %s', async (_, text) => {
    const { remembered } = await actOn(await approved(), 'publish', { body: () => Promise.resolve(text) });
    expect(remembered).toEqual([]);
  });

  test('has no new base when the change was withdrawn', async () => {
    const body = () => Promise.resolve(JSON.stringify(stored));
    const { remembered } = await actOn(await approved(), 'withdraw', { body });
    expect(remembered).toEqual([]);
  });
});

test('A push in the place of a rejected change is compared with what is live, whatever was rejected', async () => {
  const service = await rejected();
  const pushing = (answer: 'submit' | 'push') =>
    pushFrom({
      target: review(service),
      token: 'api-full',
      body: () => JSON.stringify({ comment: 'mine', ...change, disabled: true }),
      memory: memoryOf(),
      person: {
        reconcile: () => Promise.reject(new Error('It was asked.')),
        decide: (question) => {
          expect(question).toMatchObject({
            live: { version: 2, state: stored, pending: { kind: 'rejected', comment: 'not like this' } },
            reviewers: ['rob'],
          });
          return Promise.resolve(answer);
        },
      },
    });
  expect(await pushing('push')).toMatchObject({ kind: 'outcome', outcome: { kind: 'ok' } });
  expect(servedIn(service)).toEqual({ version: 3, disabled: true, default: { select: 1 } });
});

const decision = { by: 'anna', since: undefined, reviewers: ['rob'], reviewer: undefined, comment: undefined };
test.each<[Approval, string]>([
  [{ ...decision, kind: 'approved', by: 'a\nb' }, 'a change by a b was approved by someone and is not published yet.'],
  [{ ...decision, kind: 'rejected', reviewer: 'rob' }, 'a change by anna was rejected by rob.'],
])('A decision is told in one line, whatever names it has: %j', (approval, first) => {
  expect(inTheWay(approval)[0]).toBe(first);
  expect(inTheWay(approval)).toHaveLength(2);
});

test('The message after each step of an approval names the toggle and what is next', async () => {
  const service = await submitted();
  const reading = await readNow(serviceAt(new URL(`${service.url}${online}`), sendWith()));
  if (reading.kind !== 'read' || reading.value.change === undefined) throw new Error('Nothing is submitted.');
  const done = { kind: 'done', change: reading.value.change, version: 3 } as const;
  const target = review(service);
  const name = `T → review (key online) of P on ${new URL(service.url).host}`;
  expect(
    (['approve', 'reject', 'withdraw', 'publish'] as const).map((deed) => tellDone({ ...done, deed }, target)),
  ).toEqual([
    `Approved ${name}. It goes live when it is published.`,
    `Rejected ${name}. anna can submit another change in its place, or withdraw it.`,
    `Withdrew the change of ${name}. Version 3 is still live.`,
    `Published ${name}: version 3 is live. By default it serves "On" instead of "Off".`,
  ]);
});
