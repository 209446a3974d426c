/** Reads a project's toggles and segments from FeatureProbe (service.md B), page by page up to a limit. */
import type { KnownSegment, KnownToggle, ServiceKnowledge, Target } from '../../core/protocol.js';
import { asObject, listIn } from '../../core/targeting/state/state.js';
import type { Plain } from '../../core/targeting/state/state.js';
import type { Reading, Send } from './answers/reading.js';
import { reading } from './answers/reading.js';

export interface Project {
  readonly toggles: () => Promise<Reading<Listed<KnownToggle>>>;
  readonly archivedToggles: () => Promise<Reading<Listed<KnownToggle>>>;
  readonly segments: () => Promise<Reading<Listed<KnownSegment>>>;
  /** Attributes that the rules of the target's toggle use, directly or in segments. */
  readonly attributes: () => Promise<Reading<readonly string[]>>;
}

export interface Listed<T> {
  readonly items: readonly T[];
  readonly hasAll: boolean;
}

/** @throws if the service only allows the documented PATCH (service.md A) @param url the toggle's targeting URL */
export function projectOf({ api, environment, environmentKey }: Target, url: URL, send: Send): Project {
  if (api !== 'featureprobe') throw new Error(`The service of ${environment} must not be read.`);
  const below = (path: string) => new URL(`../../../../${path}`, url);
  return {
    toggles: () => whole(below('toggles'), send, toggleIn),
    // The service filters by `archived` only in an environment's list of toggles.
    archivedToggles: () =>
      whole(below(`toggles?archived=true&environmentKey=${encodeURIComponent(environmentKey)}`), send, toggleIn),
    segments: () => whole(below('segments'), send, segmentIn),
    attributes: async () => reading(await send('GET', new URL(`${url.href}/attributes`)), readTexts),
  };
}

export type Lists = Omit<ServiceKnowledge, 'attributes' | 'age'>;

export async function readLists(
  { baseUrl, project: key }: Pick<Target, 'baseUrl' | 'project'>,
  project: Project,
): Promise<Reading<Lists>> {
  const [toggles, segments] = await Promise.all([project.toggles(), project.segments()]);
  if (toggles.kind === 'failed') return toggles;
  if (segments.kind === 'failed') return segments;
  return {
    kind: 'read',
    value: {
      ...{ baseUrl, project: key, toggles: toggles.value.items, segments: segments.value.items },
      ...{ hasAllToggles: toggles.value.hasAll, hasAllSegments: segments.value.hasAll },
    },
  };
}

const pageSize = 100;
/** Limits the list to 3,000 keys: a longer list would not be useful. */
const MAX_PAGES = 30;

export async function whole<T extends { readonly key: string }>(
  url: URL,
  send: Send,
  read: (item: Plain) => T | undefined,
): Promise<Reading<Listed<T>>> {
  // The service sorts by times in whole seconds, so pages may repeat or skip items.
  const found = new Map<string, T>();
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const address = new URL(url);
    address.searchParams.set('pageIndex', String(page));
    address.searchParams.set('pageSize', String(pageSize));
    const answer = reading(await send('GET', address), (text) => readList(text, read));
    if (answer.kind === 'failed') return answer;
    const { items, total } = answer.value;
    for (const item of items) found.set(item.key, item);
    if ((page + 1) * pageSize < total) continue;
    return { kind: 'read', value: { items: [...found.values()], hasAll: found.size >= total } };
  }
  return { kind: 'read', value: { items: [...found.values()], hasAll: false } };
}

function readList<T>(text: string, read: (item: Plain) => T | undefined) {
  const answer = asObject(parsed(text));
  const total = answer?.['totalElements'];
  if (!Array.isArray(answer?.['content']) || typeof total !== 'number') return undefined;
  return { items: listIn(answer, 'content').flatMap((item) => read(asObject(item) ?? {}) ?? []), total };
}

export function namedIn({ key, name }: Plain): { readonly key: string; readonly name: string } | undefined {
  return typeof key === 'string' ? { key, name: typeof name === 'string' ? name : '' } : undefined;
}

function segmentIn(item: Plain): KnownSegment | undefined {
  const named = namedIn(item);
  return named && { ...named, rules: Array.isArray(item['rules']) ? listIn(item, 'rules') : undefined };
}

function toggleIn(item: Plain): KnownToggle | undefined {
  const named = namedIn(item);
  const { returnType } = item;
  // SDKs ignore the case of the return type (evaluation.md 2).
  return named && { ...named, returnType: typeof returnType === 'string' ? returnType.toLowerCase() : undefined };
}

function readTexts(text: string): readonly string[] | undefined {
  const answer = parsed(text);
  return Array.isArray(answer) ? answer.filter((item) => typeof item === 'string') : undefined;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
