/** An editor with a folder of files, and the embedded service. The clock stands still until someone waits. */
import type { LastSeen, Remembered } from '../../../server/src/service/push/memory.js';
import type { FilePorts } from '../../../server/src/service/push/checkedFile.js';
import type { Plan } from '../../../server/src/service/many/plan.js';
import { planMany } from '../../../server/src/service/many/plan.js';
import type { ReadyToPush } from '../../../server/src/service/many/planned.js';
import type { Result } from '../../../server/src/service/many/pushOne.js';
import type { RunPorts } from '../../../server/src/service/many/run.js';
import { runMany } from '../../../server/src/service/many/run.js';
import { exchange } from '../../../server/src/service/http/request.js';
import { targetName } from '../../../server/src/service/http/target.js';
import type { Check, FailingTests, Target, Targets } from '../../../server/src/core/protocol.js';
import type { EnvironmentSeed, Seed } from '../../service/seed.js';
import type { Service, ServiceOptions } from '../../service/service.js';
import { startTrial } from '../../service/trial.js';
import { impactsOfStates } from '../../support/impact.js';
import { plainNetwork, targetAt } from '../pushTrial.js';

export const variations = [
  { value: 'false', name: 'off', description: '' },
  { value: 'true', name: 'on', description: '' },
];

export const enabled = { disabled: false, content: { defaultServe: { select: 1 }, variations } };

export interface File {
  readonly body: object;
  readonly problems?: Check['problems'];
  readonly targets?: Targets;
  readonly failing?: FailingTests;
  readonly onDisk?: Awaited<ReturnType<NonNullable<FilePorts['onDisk']>>>;
}

export interface Trial {
  readonly service: Service;
  /** By name, which is the toggle's; a test may change the files at any time. */
  readonly files: Map<string, File>;
  readonly remembered: Map<string, Remembered>;
  readonly results: Map<string, Result>;
  readonly asked: string[];
  readonly most: () => number;
  /** Milliseconds of each pause. */
  readonly waits: number[];
  readonly failures: unknown[];
  readonly cancel: AbortController;
  readonly ports: RunPorts;
  readonly plan: (changes?: Partial<RunPorts>) => Promise<Plan | undefined>;
  readonly run: (plan: Plan | undefined, changes?: Partial<RunPorts>, comment?: string) => Promise<void>;
  readonly methods: () => readonly string[];
}

export interface Options extends Pick<ServiceOptions, 'answer' | 'onRequest'> {
  readonly toggles?: readonly string[];
  readonly environment?: EnvironmentSeed;
  readonly target?: Partial<Target>;
}

/** Toggles a, b and c in dev of P, each with a file that enables it; the service is readable. */
export async function startMany({
  toggles = ['a', 'b', 'c'],
  environment = {},
  target,
  ...more
}: Options = {}): Promise<Trial> {
  const seed: Seed = {
    tokens: [{ token: 'api-full', account: 'anna' }],
    projects: {
      P: {
        toggles: Object.fromEntries(toggles.map((toggle) => [toggle, { variations }])),
        environments: { dev: environment },
      },
    },
  };
  const service = await startTrial({ seed, ...more });
  const targetOf = (toggle: string) => targetAt(service.url, { toggle, api: 'featureprobe', ...target });
  const files = new Map<string, File>(toggles.map((toggle) => [toggle, { body: enabled }]));
  const state = {
    remembered: new Map<string, Remembered>(),
    results: new Map<string, Result>(),
    asked: [] as string[],
  };
  const clock = { now: Date.UTC(2026, 10, 21, 12), waits: [] as number[] };
  const failures: unknown[] = [];
  const cancel = new AbortController();
  let [current, most] = [0, 0];
  const ports: RunPorts = {
    concurrency: 4,
    impacts: impactsOfStates,
    nameOf: (uri) => uri,
    targets: (uri) => Promise.resolve(files.get(uri)?.targets ?? found(targetOf(uri))),
    chooseEnvironment: (choices) => {
      state.asked.push(`environment of ${choices.map(({ name, files: count }) => `${name} (${count})`).join(', ')}`);
      return Promise.resolve('dev');
    },
    open: (uri) => open(files, uri),
    recorder: (uri) => ({
      remembered: () => Promise.resolve(state.remembered.get(uri)),
      remember: (_, what) => {
        if (what === undefined) state.remembered.delete(uri);
        else state.remembered.set(uri, what);
        return Promise.resolve(true);
      },
      now: () => clock.now,
      whileSending: (_, push) => push(),
      recordOutcome: () => Promise.resolve(),
      recordSubmission: () => undefined,
    }),
    token: (origin) => {
      state.asked.push(`token for ${origin === service.url ? 'the service' : origin}`);
      return Promise.resolve('api-full');
    },
    lastComment: () => undefined,
    pushed: () => Promise.resolve(),
    request: async ({ api, ...call }) => {
      current += 1;
      most = Math.max(most, current);
      try {
        const spoken = api === 'featureprobe' ? { language: 'en-US' as const } : {};
        const wanted = { ...call, ...spoken, timeoutSeconds: 10, network: plainNetwork };
        return await exchange(wanted, new AbortController().signal);
      } finally {
        current -= 1;
      }
    },
    failed: (error) => void failures.push(error),
    now: () => clock.now,
    elapsed: () => clock.now,
    wait: (milliseconds) => {
      clock.waits.push(milliseconds);
      clock.now += milliseconds;
      return Promise.resolve();
    },
    begun: () => undefined,
    ended: (uri, result) => void state.results.set(uri, result),
  };
  return {
    ...state,
    ...{ service, files, failures, cancel, ports, waits: clock.waits },
    most: () => most,
    plan: (changes) => planMany({ ...ports, ...changes }, [...files.keys()], cancel.signal),
    run: (plan, changes, comment = 'Together') =>
      runMany({ ...ports, ...changes }, readyIn(plan), comment, cancel.signal),
    methods: () => [...new Set(service.requests.map(({ method }) => method))].sort(),
  };
}

export function found(...targets: readonly Target[]): Targets {
  return { kind: 'found', configUri: 'file:///targeting.config.json', bound: targets.length === 1, targets };
}

export function readyIn(plan: Plan | undefined): readonly ReadyToPush[] {
  return plan?.files.flatMap(({ verdict }) => (verdict.kind === 'ready' ? [verdict] : [])) ?? [];
}

/** One line per file, as in the table. */
export function lines(plan: Plan | undefined): readonly string[] {
  return (
    plan?.files.map(({ uri, target, verdict }) => {
      const words =
        'words' in verdict
          ? verdict.words
          : (verdict.kind === 'ready'
              ? [...verdict.checkFirst, ...verdict.changes]
              : [verdict.said.brief, ...verdict.said.changes]
            ).join(' ');
      const kind = verdict.kind === 'ready' && verdict.checkFirst.length > 0 ? 'check-first' : verdict.kind;
      return `${uri}: ${kind}: ${words}`.replaceAll(target === undefined ? '\0' : targetName(target), 'there');
    }) ?? []
  );
}

export function seen(trial: Trial, toggle: string): LastSeen {
  const { version, disabled, content } = trial.service.targeting('P', 'dev', toggle);
  return { kind: 'seen', version, state: { disabled, content: { ...content } }, time: 900 };
}

/** A file on disk that was just opened: its version is always 1. */
function open(files: ReadonlyMap<string, File>, uri: string): Promise<FilePorts> {
  const file = files.get(uri);
  if (file === undefined) return Promise.reject(new Error(`${uri} is gone.`));
  const { body, problems = [], onDisk } = file;
  const comment = 'comment' in body && typeof body.comment === 'string' ? body.comment : undefined;
  return Promise.resolve({
    save: () => Promise.resolve(true),
    version: () => 1,
    check: () =>
      Promise.resolve({
        ...{ version: 1, problems, body: JSON.stringify({ ...body, comment: comment ?? '' }) },
        ...(comment !== undefined && { comment }),
      }),
    failing: () => Promise.resolve(file.failing ?? null),
    ...(onDisk && { onDisk: () => Promise.resolve(onDisk) }),
  });
}
