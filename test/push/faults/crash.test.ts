/**
 * An editor ends without a word at each step of a push: nothing that it began goes on. The file and what is remembered survive on
 * disk, and the next push knows what happened; a colleague's change in between is shown.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MemoryStore } from '../../../client/src/memoryStore.js';
import type { LastSeen } from '../../../server/src/service/push/memory.js';
import type { Conflict } from '../../../server/src/service/push/push.js';
import { sameState } from '../../../server/src/core/targeting/state/state.js';
import { dev, patch, seed as small, startTrial } from '../../service/trial.js';
import { temporaryFolder } from '../../support/folder.js';
import { withoutProxyVariables } from '../proxyVariables.js';
import type { Editor } from '../pushTrial.js';
import { pushFrom, targetAt } from '../pushTrial.js';
import { rule, stateOf } from '../state/states.js';

withoutProxyVariables();

const canary = 'api-canary-of-the-crash';
const before = stateOf({ rules: [] });
const mine = stateOf({ rules: [rule('mine', 1)] });
const body = JSON.stringify({ comment: 'c', ...mine });
const uri = 'file:///T.targeting.json';
const never = () => new Promise<never>(() => undefined);

/** The service, and the storage of the editor, after the editor ended at that step. */
async function afterCrash(step: string) {
  const folder = temporaryFolder();
  onTestFinished(folder.dispose);
  const storage = { fsPath: fileURLToPath(folder.uri('.')) };
  const memoryStore = new MemoryStore({ globalStorageUri: storage }, (error) => {
    throw error;
  });
  let [isHeld, isOver, remembered] = [step === 'held', false, 0];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const dieAt = (here: string): void => {
    isOver ||= here === step;
    if (isOver) end();
  };
  const environments = { dev: { targetings: { T: before } } };
  const P = { ...small.projects['P'], environments, toggles: { T: { variations: [] } } };
  const service = await startTrial({
    seed: { tokens: [{ token: canary, account: 'anna' }, ...small.tokens], projects: { P } },
    onRequest: ({ method }) => {
      if (method === 'PATCH') dieAt('held');
    },
    answer: ({ method }) => (method === 'PATCH' && isHeld ? { kind: 'hang' } : undefined),
  });
  const target = targetAt(service.url, { api: 'featureprobe' });
  await memoryStore.set(uri, target, { kind: 'seen', version: 1, state: before, time: 1 });
  const pushing = (more: Omit<Editor, 'target' | 'token' | 'body'>) =>
    pushFrom({ target, token: canary, body: () => body, ...more });
  void pushing({
    memory: {
      remembered: () => (isOver ? never() : memoryStore.get(uri, target)),
      remember: (_, what, insteadOf) => {
        dieAt(`remembering ${(remembered += 1)}`);
        return isOver ? never() : memoryStore.set(uri, target, what, insteadOf);
      },
    },
    person: { decide: never, reconcile: never },
    beforeReading: () => {
      dieAt('reading');
      if (isOver) throw new Error('It is over.');
    },
    beforeSending: () => (dieAt('sending'), isOver ? never() : Promise.resolve()),
    received: (exchanged) => (dieAt('received'), exchanged),
  }).catch(() => undefined);
  await ended;
  isHeld = false;
  /** Pushes as an editor does that was started again. */
  const pushAgain = async () => {
    const conflicts: Conflict[] = [];
    const result = await pushing({
      memory: {
        remembered: () => memoryStore.get(uri, target),
        remember: (_, what, insteadOf) => memoryStore.set(uri, target, what, insteadOf),
      },
      person: {
        decide: () => Promise.reject(new Error('Nothing was to be decided.')),
        reconcile: (conflict) => Promise.resolve(void conflicts.push(conflict)),
      },
    });
    return { result, conflicts };
  };
  return { service, storage, pushAgain, known: () => memoryStore.get(uri, target) };
}

describe.each([
  ['before it looked at what is live', 'reading'],
  ['between the look and the push', 'sending'],
  ['before it remembered what it saw', 'remembering 1'],
  ['while the service held its push', 'held'],
  ['before the answer to its push arrived', 'received'],
  ['before it remembered the answer', 'remembering 2'],
])('An editor that ended %s', (_, step) => {
  const hasArrived = ['received', 'remembering 2'].includes(step);

  test('has left its memory whole and no token on disk, and its next push finds what is live', async () => {
    const { service, storage, pushAgain, known } = await afterCrash(step);
    expect(service.targeting('P', 'dev', 'T').version).toBe(hasArrived ? 2 : 1);
    expect(sameState(((await known()) as LastSeen).state, before)).toBe(true);
    const files = readdirSync(storage.fsPath, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(files).toHaveLength(1);
    for (const { parentPath, name } of files)
      expect(readFileSync(`${parentPath}/${name}`, 'latin1')).not.toContain(canary);
    const { result } = await pushAgain();
    if (hasArrived) expect(result).toMatchObject({ kind: 'nothing-new', version: 2 });
    else expect(result).toMatchObject({ kind: 'outcome', outcome: { kind: 'ok' } });
    expect(service.targeting('P', 'dev', 'T').version).toBe(2);
    expect(await known()).toMatchObject({ version: 2, state: mine });
  });

  test('does not overwrite what a colleague pushed before it was started again', async () => {
    const { service, pushAgain } = await afterCrash(step);
    await patch(service, dev, { content: { defaultServe: { select: 1 } } });
    const { version } = service.targeting('P', 'dev', 'T');
    const { result, conflicts } = await pushAgain();
    expect(result).toEqual({ kind: 'abandoned' });
    const change = 'By default it serves "on" instead of 90% "off", 10% "on".';
    expect(conflicts).toMatchObject([{ changes: expect.arrayContaining([change]) as unknown }]);
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ version, content: { defaultServe: { select: 1 } } });
  });
});
