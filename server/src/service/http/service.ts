/** Requests to a service: the documented PATCH (service.md A), and FeatureProbe's other requests (service.md B). */
import { t } from '../../core/t.js';
import type { Target } from '../../core/protocol.js';
import type { Targeting, Page, Version } from './answers/answers.js';
import { readListed, readPage, readRequest, readTargeting } from './answers/answers.js';
import type { Listed } from './project.js';
import { namedIn, whole } from './project.js';
import type { Reading, Send } from './answers/reading.js';
import { reading, saidIn } from './answers/reading.js';
import { readProjects } from './projects.js';
import type { Call, Exchange } from './request.js';
import type { KnownKeys } from './spelling.js';
import { wrongKeyOf } from './spelling.js';
import { serviceAddressOf } from './target.js';
import { stateAfterPatch, readBody, sameState } from '../../core/targeting/state/state.js';

export interface Access {
  readonly target: Target;
  readonly url: URL;
  readonly token: string;
}

/** Requests for one toggle. Failures of the network and the service are returned as outcomes. */
export interface Service {
  readonly read: () => Promise<Reading<Targeting>>;
  /** Reads a page of the newest versions. @param below limits the page to versions with a lower number */
  readonly history: (below?: number) => Promise<Reading<Page>>;
  /** True if the toggle is archived; false if unknown, so that a push remains possible. */
  readonly isArchived: () => Promise<boolean>;
  /** True if only server SDKs receive the toggle; false if unknown. */
  readonly isServerOnly: () => Promise<boolean>;
  /** The service's spelling of the toggle's key; undefined if the key cannot be read. */
  readonly spelling: () => Promise<string | undefined>;
  /** The environment's toggles that directly require this toggle, or once did. Fails if such a toggle is archived. */
  readonly requiring: () => Promise<Reading<Listed<{ readonly key: string }>>>;
  readonly beside: (toggle: string) => Service;
  readonly patch: (body: string) => Promise<Exchange>;
  readonly submit: (body: string) => Promise<Exchange>;
  readonly decide: (status: 'PASS' | 'REJECT' | 'REVOKE', comment: string) => Promise<Exchange>;
  readonly publishSubmitted: () => Promise<Exchange>;
  readonly cancelSubmitted: (comment: string) => Promise<Exchange>;
}

/** Readable services have FeatureProbe's API (service.md B); others have only the documented PATCH (service.md A). */
export function isReadable({ api }: Pick<Target, 'api'>): boolean {
  return api === 'featureprobe';
}

/**
 * The service of a toggle. Reads fail if the service spells the key differently, which also blocks a push.
 * @param request sends a call with the token
 */
export function serviceBy(
  { target, url, token }: Access,
  request: (call: Call) => Promise<Exchange>,
  { projects = new Map(), isListed }: KnownKeys = {},
): Service {
  const send: Send = (method, address, body) => request({ method, url: address, token, body, api: target.api });
  const service = serviceOf(target, url, send);
  if (!isReadable(target)) return service;
  const place = serviceAddressOf(target);
  const wrongKey = once(async () => {
    const listed = projects.get(place) ?? readProjects(target.baseUrl, send);
    projects.set(place, listed);
    const spelling = async () => ((await isListed?.()) === true ? target.toggle : service.spelling());
    return wrongKeyOf(target, await listed, spelling);
  });
  const read = async (): Promise<Reading<Targeting>> => {
    const answer = await service.read();
    const missing = answer.kind === 'read' ? await wrongKey() : undefined;
    return missing === undefined ? answer : { kind: 'failed', outcome: { kind: 'not-found', message: '', missing } };
  };
  return { ...service, read };
}

/** If the service is not readable, every request but PATCH rejects, so callers check `isReadable` first. */
export function serviceOf(target: Target, url: URL, send: Send): Service {
  if (isReadable(target)) return serviceAt(url, send);
  const refuse = () => Promise.reject(new Error(`The service of ${target.environment} must not be read.`));
  const patch: Service['patch'] = async (body) =>
    requireConfirmation((answer) => isStored(answer, body) !== false, await send('PATCH', url, body));
  return { ...serviceAt(url, refuse), patch };
}

export function serviceAt(url: URL, send: Send): Service {
  const at = (path: string) => new URL(`${url.href}/${path}`);
  const page = async (query: string) => reading(await send('GET', at(`versions?${query}`)), readPage);
  const history = async (below = Number.MAX_SAFE_INTEGER) => {
    const whole = await page(`version=${below}&pageSize=${pageSize}`);
    const isTooMuch = whole.kind === 'failed' && whole.outcome.kind === 'stopped-here' && whole.outcome.isTooMuch;
    return isTooMuch ? oneByOne((index) => page(`version=${below}&pageSize=1&pageIndex=${index}`)) : whole;
  };
  const [toggle = ''] = url.pathname.split('/').slice(-2);
  const listed = once(async () =>
    reading(await send('GET', new URL(`../../../../toggles/${toggle}`, url)), readListed),
  );
  return {
    read: async () => {
      const answer = reading(await send('GET', url), readTargeting);
      return (await isUnknown(answer, history)) ? noToggle(toggle) : answer;
    },
    history,
    isArchived: async () => {
      const answer = await listed();
      return answer.kind === 'read' && answer.value.archived;
    },
    isServerOnly: async () => {
      const answer = await listed();
      return answer.kind === 'read' && answer.value.isForServersAlone;
    },
    spelling: async () => {
      const answer = await listed();
      return answer.kind === 'read' ? answer.value.key : undefined;
    },
    requiring: () => whole(at('prerequisite/dependencies'), send, namedIn),
    beside: (other) => serviceAt(new URL(`../${encodeURIComponent(other)}/targeting`, url), send),
    patch: async (body) =>
      requireConfirmation((answer) => isStored(answer, body) === true, await send('PATCH', url, body)),
    submit: async (body) => requireConfirmation(isRequest('PENDING'), await send('POST', at('approval'), body)),
    decide: async (status, comment) =>
      requireConfirmation(
        isRequest(status),
        await send('PATCH', at('approvalStatus'), JSON.stringify({ status, comment })),
      ),
    publishSubmitted: async () =>
      requireConfirmation(isTargetingOrNothing, await send('PATCH', at('sketch/publish'), '{}')),
    cancelSubmitted: async (comment) =>
      requireConfirmation(isTargetingOrNothing, await send('PATCH', at('sketch/cancel'), JSON.stringify({ comment }))),
  };
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => (asked ??= ask());
}

/** Requires the response to confirm the change: a 2xx from a gateway does not prove that the change was stored. */
function requireConfirmation(isTold: (body: string) => boolean, exchange: Exchange): Exchange {
  const { outcome, answer: { body } = { body: '' } } = exchange;
  if (outcome.kind !== 'ok' || isTold(body)) return exchange;
  const message = isTargeting(body) ? t('it contains another change, or a request for approval') : saidIn(body);
  return { ...exchange, outcome: { kind: 'no-targeting', status: outcome.status, message } };
}

function isTargeting(body: string): boolean {
  return readTargeting(body) !== undefined;
}

/** @returns true if the response shows the sent change as live; undefined if the response is not targeting */
function isStored(answer: string, body: string): boolean | undefined {
  const { state, pending } = readTargeting(answer) ?? {};
  return state && pending === undefined && sameState(stateAfterPatch(readBody(body), state).state, state);
}

/** The service returns an empty body if it did nothing (service.md B). */
function isTargetingOrNothing(body: string): boolean {
  return body.trim() === '' || isTargeting(body);
}

function isRequest(status: string): (body: string) => boolean {
  return (body) => readRequest(body) === status;
}

const pageSize = 10;

/** Reads a page of versions one by one, for a toggle too large to read several versions at once. */
async function oneByOne(read: (index: number) => Promise<Reading<Page>>): Promise<Reading<Page>> {
  const found = new Map<number, Version>();
  let total = pageSize;
  for (let index = 0; index < Math.min(total, pageSize); index += 1) {
    const one = await read(index);
    if (one.kind === 'failed') return one;
    for (const version of one.value.versions) found.set(version.version, version);
    ({ total } = one.value);
  }
  return { kind: 'read', value: { versions: [...found.values()].sort((a, b) => b.version - a.version), total } };
}

/** A GET for a missing toggle returns 500; an existing toggle has a first version in its history (service.md B). */
async function isUnknown(answer: Reading<Targeting>, history: Service['history']): Promise<boolean> {
  if (answer.kind === 'read' || answer.outcome.kind !== 'failed-safely' || answer.outcome.status !== 500) return false;
  const page = await history();
  return page.kind === 'read' && page.value.total === 0;
}

function noToggle(key: string): Reading<never> {
  const missing = { what: 'toggle', key: decodeURIComponent(key) } as const;
  return { kind: 'failed', outcome: { kind: 'not-found', message: '', missing } };
}

export interface LiveAnswer {
  /** The response to GET: if an approval is pending, it contains the submitted change's state and version. */
  readonly answer: Targeting;
  /** The response with the served state and version. */
  readonly live: Targeting;
}

/** Also reads the history while an approval is pending: GET then returns the submitted change (service.md B). */
export async function readLive(service: Pick<Service, 'read' | 'history'>): Promise<Reading<LiveAnswer>> {
  const reading = await service.read();
  if (reading.kind === 'failed') return reading;
  const answer = reading.value;
  if (answer.pending === undefined) return { kind: 'read', value: { answer, live: answer } };
  const page = await service.history();
  if (page.kind === 'failed') return page;
  // The history does not contain the submitted change, so its newest version is live, even after a later PATCH.
  const [current] = page.value.versions;
  return current === undefined
    ? { kind: 'failed', outcome: { kind: 'not-understood', status: 200, message: t('a history without versions') } }
    : { kind: 'read', value: { answer, live: { ...answer, ...servedAs(current) } } };
}

function servedAs({ state, version, by, time }: Version): Omit<Targeting, 'reviewers' | 'pending'> {
  return { state, version, modifiedBy: by, modifiedTime: time };
}
