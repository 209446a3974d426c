/** Tries a rule of the organization on each surface, with the built server and command line, and real requests. */
import { onTestFinished } from 'vitest';
import type { Target } from '../../server/src/core/protocol.js';
import {
  checkRequest,
  environmentTogglesRequest,
  impactRequest,
  targetsRequest,
} from '../../server/src/core/protocol.js';
import { exchange } from '../../server/src/service/http/request.js';
import { serviceOf } from '../../server/src/service/http/service.js';
import { planMany } from '../../server/src/service/many/plan.js';
import type { FilePorts } from '../../server/src/service/push/checkedFile.js';
import type { Remembered } from '../../server/src/service/push/memory.js';
import { pushFile } from '../../server/src/service/push/pushFile.js';
import type { PushPorts, PushResult, Question } from '../../server/src/service/push/push.js';
import type { StatePorts } from '../../server/src/service/push/pushState.js';
import { pushState, rollBack } from '../../server/src/service/push/pushState.js';
import type { ImpactsOf } from '../../server/src/service/push/risks.js';
import { targetUrl } from '../../server/src/service/http/target.js';
import { canary, deployTrial, variations } from '../cli/deployTrial.js';
import { plainNetwork } from '../push/pushTrial.js';
import { pulls, serverTrial } from '../support/languageServer.js';

export const surfaces = [
  'editor',
  'push',
  'folder',
  'rollBack',
  'promote',
  'check',
  'plan',
  'apply',
  'promoteFiles',
  'step',
] as const;
export type Surface = (typeof surfaces)[number];

/** What a surface does about a broken rule. `error`, `warning` and `information` are the severities of problems. */
export type Cell = 'refuses' | 'asks' | 'says' | 'error' | 'warning' | 'information' | 'nothing';

export interface Broken {
  readonly config: object;
  /** Messages about the rule contain it. */
  readonly name: string;
}

const api = 'featureprobe';
const path = 'online/checkout.targeting.json';
const paris = [{ type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris'] }];
const adults = [{ type: 'number', subject: 'age', predicate: '>=', objects: ['18'] }];

function contentWith(on: number) {
  return {
    rules: [
      { name: 'Paris', conditions: paris, serve: { select: 1 } },
      { name: 'Adults', conditions: adults, serve: { select: 0 } },
    ],
    ...{ disabledServe: { select: 0 }, defaultServe: { split: [10_000 - on, on] }, variations },
  };
}

const stateWith = (on: number) => ({ disabled: false, content: contentWith(on) });
const textWith = (on: number) => JSON.stringify({ comment: 'From CI', ...stateWith(on) }, undefined, 2);
const [before, after] = [0, 5_000];

/** Requires checkout, so it changes, too. */
const pay = {
  ...{ comment: 'Pays', disabled: false },
  content: {
    prerequisites: [{ key: 'checkout', value: 'true', type: 'boolean' }],
    ...{ rules: [], disabledServe: { select: 0 }, defaultServe: { select: 1 }, variations },
  },
};

/** Each surface sees a world that no other has changed. */
export async function whatSurfacesDo({ config, name }: Broken): Promise<Record<Surface, Cell>> {
  const live = { checkout: stateWith(before) };
  const trial = await deployTrial({
    environments: { dev: { api }, online: { api } },
    config,
    files: {
      [path]: textWith(before),
      'dev/checkout.targeting.json': textWith(before),
      'online/pay.targeting.json': JSON.stringify(pay),
    },
    seed: {
      projects: {
        Shop: {
          toggles: { checkout: { variations }, pay: { variations } },
          environments: { dev: { targetings: live }, online: { targetings: live } },
        },
      },
    },
  });
  const { folder } = trial;
  const says = (text: unknown) => JSON.stringify(text).includes(JSON.stringify(`"${name}"`).slice(1, -1));
  const said = (text: unknown, code: number | null, refusals: readonly number[]): Cell =>
    !says(text) ? 'nothing' : refusals.includes(code ?? -1) ? 'refuses' : 'says';

  const stepped = await trial.run(['step', path, '--env', 'online', '--variation', 'on', '--to', '50', '--write']);
  const step = said(stepped.stdout, stepped.code, [1, 4]);
  folder.write(path, textWith(before));
  folder.write('dev/checkout.targeting.json', textWith(after));
  const carried = await trial.run(['promote', '--git', 'HEAD', '--from', 'dev', '--to', 'online']);
  const promoteFiles = said(carried.stdout, carried.code, [1]);
  folder.write(path, textWith(after));

  const checked = await trial.run(['check', path, '--format', 'json']);
  const { problems } = JSON.parse(checked.stdout) as { problems: readonly { message: string; severity: Cell }[] };
  const check = problems.find(({ message }) => says(message))?.severity ?? 'nothing';

  return {
    ...(await ofEditor()),
    ...{ step, promoteFiles, check },
    ...(await ofPlan()),
  };

  async function ofPlan() {
    const { stdout } = await trial.run(['plan', path, '--env', 'online', '--format', 'json', '--out', 'plan.json']);
    const [planned] = (JSON.parse(stdout) as { toggles: readonly { action: string; needs?: readonly string[] }[] })
      .toggles;
    const asksFor = planned?.needs?.includes('--allow-warnings');
    const plan: Cell = !says(planned)
      ? 'nothing'
      : planned?.action === 'refused'
        ? 'refuses'
        : asksFor
          ? 'asks'
          : 'says';
    const allowed = ['apply', 'plan.json', '--yes-to', 'online', '--allow-share', '100'];
    const first = await trial.run(allowed);
    const words = `${first.stdout}${first.stderr}`;
    if (first.code === 0) return { plan, apply: says(words) ? ('says' as const) : ('nothing' as const) };
    if (!says(words)) throw new Error(words);
    const { code } = await trial.run([...allowed, '--allow-warnings']);
    return { plan, apply: code === 0 ? ('asks' as const) : ('refuses' as const) };
  }

  async function ofEditor() {
    const server = await serverTrial({ folders: [folder.uri('')], capabilities: pulls });
    onTestFinished(() => server.stop().then(() => undefined));
    const { connection } = server;
    const uri = folder.uri(path);
    await server.open(uri, textWith(after));
    const pulled = await server.pull(uri);
    const shown = pulled.kind === 'full' ? pulled.items.find(({ message }) => says(message)) : undefined;
    const editor: Cell = shown === undefined ? 'nothing' : (severities[(shown.severity ?? 1) - 1] ?? 'nothing');

    const targets = await connection.sendRequest(targetsRequest, { uri, fresh: true });
    const target = targets.kind === 'found' ? targets.targets[0] : undefined;
    if (target === undefined) throw new Error(JSON.stringify(targets));
    const { version, ...state } = trial.service.targeting('Shop', 'online', 'checkout');
    const seen: Remembered = {
      kind: 'seen',
      version,
      state: { disabled: state.disabled, content: { ...state.content } },
      time: 1,
    };
    const impacts: ImpactsOf = ({ environment }, changes, others) =>
      connection.sendRequest(impactRequest, { environment, changes, others });
    const filesIn = ({ environment }: Target) =>
      connection.sendRequest(environmentTogglesRequest, { uri, environment });
    const questions: Question[] = [];
    const recorder = {
      remembered: () => Promise.resolve(seen),
      remember: () => Promise.resolve(true),
      now: Date.now,
      whileSending: <T>(_: unknown, push: () => Promise<T>) => push(),
      recordOutcome: () => Promise.resolve(),
      recordSubmission: () => undefined,
    };
    const ports: PushPorts = {
      ...recorder,
      impact: async (to, earlier, later, others) => {
        const [impact] = await impacts(to, [{ uri, toggle: to.toggle, before: earlier, after: later }], others);
        if (impact === undefined) throw new Error('The server says what a change does.');
        return impact;
      },
      filesIn,
      show: () => Promise.resolve(),
      release: () => Promise.resolve(),
      reconcile: () => Promise.resolve('push'),
      decide: (question) => (questions.push(question), Promise.resolve(undefined)),
    };
    /** Sends only GET requests. */
    const request = (method: string, url: URL, body?: string) =>
      method === 'GET'
        ? exchange(
            { method, url, token: canary, timeoutSeconds: 30, network: plainNetwork, language: 'en-US' },
            new AbortController().signal,
          )
        : Promise.resolve({ outcome: { kind: 'ok' as const, status: 200 }, milliseconds: 1, ...(body === '' && {}) });
    const file: FilePorts = {
      save: () => Promise.resolve(true),
      version: () => 1,
      check: (environment) => connection.sendRequest(checkRequest, { uri, environment }),
      failing: () => Promise.resolve(null),
    };
    const cellOf = (result: PushResult): Cell => {
      const asked = questions.splice(0).map(({ warnings, cautions }) => [warnings, cautions]);
      if (result.kind === 'not-pushed') return says(result.reason) ? 'refuses' : fail(result.reason);
      return says(asked) ? 'asks' : 'nothing';
    };
    const open = (to: Target, url: URL, token = canary) =>
      serviceOf(to, url, (method, address, body) => (token === canary ? request(method, address, body) : fail(token)));

    const pushed = await pushFile({
      ...{ ...ports, open: () => Promise.resolve(file), targets: () => Promise.resolve(targets) },
      createConfig: () => Promise.resolve(false),
      chooseTarget: ([first]) => Promise.resolve(first),
      askComment: () => Promise.resolve('c'),
      lastComment: () => undefined,
      commented: () => Promise.resolve(),
      token: () => Promise.resolve(canary),
      agree: () => Promise.resolve(),
      service: open,
    });
    const push = cellOf(pushed);

    const url = targetUrl(target);
    if (url === undefined) throw new Error(target.baseUrl);
    const access = { target, url, token: canary };
    const ofState: StatePorts = {
      ...ports,
      service: (to) => open(to.target, to.url),
      askComment: () => Promise.resolve('c'),
      made: () => Promise.resolve(),
    };
    const earlier = { version: 1, state: stateWith(after), comment: '', by: undefined, time: undefined };
    const back = cellOf(await rollBack(ofState, access, earlier));
    const origin = { kind: 'environment', environment: 'dev' } as const;
    const promote = cellOf(await pushState(ofState, access, { state: stateWith(after), origin }, 'c'));

    const plan = await planMany(
      {
        ...{ concurrency: 1, impacts, filesIn: () => filesIn, nameOf: (each) => each },
        targets: () => Promise.resolve(targets),
        chooseEnvironment: () => Promise.resolve('online'),
        open: () => Promise.resolve(file),
        recorder: () => recorder,
        token: () => Promise.resolve(canary),
        lastComment: () => undefined,
        pushed: () => Promise.resolve(),
        request: ({ method, url, body }) => request(method, url, body),
        failed: (error) => fail(String(error)),
        ...{ now: Date.now, elapsed: () => 0, wait: () => Promise.resolve() },
      },
      [uri],
      new AbortController().signal,
    );
    const verdict = plan?.files[0]?.verdict;
    const folderCell: Cell =
      verdict?.kind === 'ready'
        ? says(verdict.checkFirst)
          ? 'asks'
          : 'nothing'
        : says(verdict)
          ? 'refuses'
          : fail(JSON.stringify(verdict));
    return { editor, push, folder: folderCell, rollBack: back, promote };
  }
}

const severities = ['error', 'warning', 'information'] as const;

function fail(words: string): never {
  throw new Error(words);
}
