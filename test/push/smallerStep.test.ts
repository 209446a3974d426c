/** Tests the smaller step that a push offers if `max-step` refuses it. */
import { expect, test } from 'vitest';
import type { State } from '../../server/src/core/targeting/state/state.js';
import { serviceAt } from '../../server/src/service/http/service.js';
import { targetUrl } from '../../server/src/service/http/target.js';
import type { FilePushPorts } from '../../server/src/service/push/pushFile.js';
import { pushFile, portsWithStep } from '../../server/src/service/push/pushFile.js';
import { memoryOf, quiet, targetAt } from './pushTrial.js';
import { rule, stateOf } from './state/states.js';

const maxStep = { percent: 25, severity: 'error' } as const;
const target = targetAt('https://a.b', { api: 'featureprobe', policy: { maxStep }, requiresTests: true });
const kept = rule('staff', 0, 'rob');
const served = (serve: object, more: object = {}) => stateOf({ rules: [kept], defaultServe: serve, ...more });
const textOf = (state: State, comment = 'All at once') => `{"comment": "${comment}",${JSON.stringify(state).slice(1)}`;

/** A file in an editor, and a service that applies what is sent. */
function trial(live: State, file: { text: string }) {
  let version = 1;
  const [sent, tested]: string[][] = [[], []];
  const memory = memoryOf(new Map([['dev', { kind: 'seen', version, state: live, time: 0 } as const]]));
  const never = () => Promise.reject(new Error('Nobody is asked.'));
  const ports: FilePushPorts = {
    ...{ ...quiet, ...memory, now: () => 0, decide: never, reconcile: never, chooseTarget: never },
    ...{ createConfig: never, lastComment: () => undefined, commented: never },
    targets: () => Promise.resolve({ kind: 'found', configUri: 'file:///c', bound: true, targets: [target] }),
    open: () =>
      Promise.resolve({
        ...{ save: () => Promise.resolve(true), version: () => 1 },
        check: () => Promise.resolve({ version: 1, problems: [], body: file.text, comment: 'All at once' }),
        failing: (_, body) => (tested?.push(body), Promise.resolve(null)),
      }),
    askComment: (_, own, change) => Promise.resolve(own ?? change),
    ...{ token: () => Promise.resolve('t'), agree: () => Promise.resolve() },
    service: () =>
      serviceAt(targetUrl(target) ?? new URL('https://a.b'), (method, { href }, text) => {
        if (text !== undefined) live = JSON.parse(sent?.[(sent.push(text), version++)] ?? text) as State;
        const body = JSON.stringify(
          href.endsWith('/targeting') && method === 'GET' ? { ...live, version } : { version },
        );
        const outcome = { kind: 'ok', status: 200 } as const;
        return Promise.resolve({ outcome, milliseconds: 1, answer: { status: 200, headers: {}, body } });
      }),
  };
  const push = async (used = ports) => {
    const result = await pushFile(used);
    return result.kind === 'not-pushed' ? result : { reason: result.kind, smaller: undefined };
  };
  return { push, ports, sent: sent ?? [], tested: tested ?? [] };
}

const all = served({ select: 1 }, { disabledServe: { select: 0 } });
const nobody = served({ split: [10_000] }, { disabledServe: { select: 0 } });

test('The largest step is pushed with its own comment and tests; the next push of the file continues from it', async () => {
  const file = { text: textOf(all) };
  const { push, ports, sent, tested } = trial(nobody, file);
  const { smaller } = await push();
  expect([smaller?.title, sent]).toEqual(['Push "on" for 25% Now…', []]);
  if (smaller === undefined) return;
  expect(await push(portsWithStep(ports, smaller))).toMatchObject({ reason: 'outcome' });
  expect(sent).toEqual([expect.stringContaining('"defaultServe":{"split":[7500,2500]}')]);
  expect(sent[0]).toContain('"comment": "The default split 100% becomes 75% / 25%."');
  expect(tested.slice(1).every((body) => body === smaller.body)).toBe(true);
  expect((await push()).smaller?.title).toBe('Push "on" for 50% Now…');
});

test('A step is not pushed if the file has changed in the meantime', async () => {
  const file = { text: textOf(all) };
  const { push, ports, sent } = trial(nobody, file);
  const { smaller } = await push();
  file.text = textOf(all, 'Another');
  const { reason } = smaller ? await push(portsWithStep(ports, smaller)) : {};
  expect([reason, sent]).toEqual(['the file changed in the meantime. Push again.', []]);
});

test('No step is offered if it would be refused, too, or if there are several ways', async () => {
  const three = { variations: ['a', 'b', 'c'].map((value) => ({ value })) };
  for (const [live, state] of [
    [nobody, served({ select: 1 }, { rules: [{ ...kept, serve: { select: 1 } }] })],
    [nobody, served({ select: 1 }, { rules: [] })],
    [nobody, served({ select: 1 }, { variations: [{ value: 'other' }, { value: 'true', name: 'on' }] })],
    [served({ select: 0 }, three), served({ split: [2_000, 4_000, 4_000] }, three)],
  ] as const) {
    const { smaller, reason } = await trial(live, { text: textOf(state) }).push();
    expect([reason, smaller]).toEqual([expect.stringContaining('"max-step" allows 25%'), undefined]);
  }
});
