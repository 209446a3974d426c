/** The answers of a service with the FeatureProbe interface (service.md B), as far as they are what they should be. Pure. */
import type { Plain, State } from '../../../core/targeting/state/state.js';
import { asObject, listIn } from '../../../core/targeting/state/state.js';

/** A toggle in one environment, as a GET tells it. */
export interface Targeting {
  readonly state: State;
  /** What `baseVersion` of a PATCH must be. Of a submitted change: one above the version from which it was submitted. */
  readonly version: number;
  /** Absent where the service does not tell. */
  readonly trackAccessEvents?: boolean;
  /** Who made the version; undefined if someone else did something with the toggle afterwards. */
  readonly modifiedBy: string | undefined;
  /** When the version was made, in ISO 8601. */
  readonly modifiedTime: string | undefined;
  /** Who reviews changes; undefined where no approval is required. */
  readonly reviewers: readonly string[] | undefined;
  /** The change that was submitted for approval; `state` is its content then, not what is served. */
  readonly pending: Approval | undefined;
}

/** A change that was submitted for approval and is neither published nor withdrawn yet. */
export type Approval =
  | (Submission & { readonly kind: 'pending' })
  /** Not live before someone publishes it. */
  | (Submission & Decision & { readonly kind: 'approved' })
  /** It stays until it is withdrawn, or another change is submitted in its place. */
  | (Submission & Decision & { readonly kind: 'rejected' });

interface Submission {
  readonly by: string | undefined;
  /** ISO 8601. */
  readonly since: string | undefined;
  /** One of them decides. */
  readonly reviewers: readonly string[];
}

interface Decision {
  readonly reviewer: string | undefined;
  readonly comment: string | undefined;
}

/** One version of the history. */
export interface Version {
  readonly version: number;
  readonly comment: string;
  readonly by: string | undefined;
  /** ISO 8601. */
  readonly time: string | undefined;
  readonly state: State;
  /** Of a version that was published after a review. */
  readonly approval?: { readonly by: string | undefined; readonly comment: string | undefined };
}

export interface Page {
  /** By their numbers, newest first: the times of the service have whole seconds, so its own order is none. */
  readonly versions: readonly Version[];
  /** How many there are of those that were asked for, on this page or behind it. */
  readonly total: number;
}

/** Undefined when the text is no targeting: a login page, another service's answer, one that broke off. */
export function readTargeting(text: string): Targeting | undefined {
  const answer = asObject(parsed(text));
  const state = stateIn(answer);
  const version = answer?.['version'];
  if (answer === undefined || state === undefined || !Number.isInteger(version)) return undefined;
  const { trackAccessEvents, modifiedTime } = answer;
  // Decisions about a request change `modifiedBy` and `modifiedTime`, but not `publishTime` (service.md B).
  const { publishTime = modifiedTime } = answer;
  return {
    state,
    version: Number(version),
    ...(typeof trackAccessEvents === 'boolean' && { trackAccessEvents }),
    modifiedBy: publishTime === modifiedTime ? textIn(answer['modifiedBy']) : undefined,
    modifiedTime: textIn(publishTime),
    reviewers: answer['enableApproval'] === true ? reviewersIn(answer) : undefined,
    pending: approvalIn(answer),
  };
}

/** Undefined when the text is no page of a history. */
export function readPage(text: string): Page | undefined {
  const answer = asObject(parsed(text));
  if (!Array.isArray(answer?.['content'])) return undefined;
  const versions = listIn(answer, 'content').flatMap((item): Version[] => {
    const version = asObject(item);
    const state = stateIn(version);
    const number = version?.['version'];
    if (version === undefined || state === undefined || !Number.isInteger(number)) return [];
    return [
      {
        version: Number(number),
        comment: textIn(version['comment']) ?? '',
        by: textIn(version['createdBy']),
        time: textIn(version['createdTime']),
        state,
        ...(version['approvalStatus'] === 'PASS' && {
          approval: { by: textIn(version['approvalBy']), comment: textIn(version['approvalComment']) },
        }),
      },
    ];
  });
  const total = answer['totalElements'];
  return {
    versions: versions.sort((a, b) => b.version - a.version),
    total: typeof total === 'number' ? total : versions.length,
  };
}

/** Of the answer that tells of a toggle itself. Undefined when the text is none. */
export function readListed(text: string) {
  const { key, archived, clientAvailability } = asObject(parsed(text)) ?? {};
  if (typeof archived !== 'boolean') return undefined;
  return { key: textIn(key), archived, isForServersAlone: clientAvailability === false };
}

/** How a request for approval stands, of the answer to it or to a decision. Undefined when the text is none. */
export function readRequest(text: string): string | undefined {
  const answer = asObject(parsed(text));
  return asObject(answer?.['approvalData']) && textIn(answer?.['status']);
}

/** It stays locked behind the decision, until it is published or withdrawn. */
function approvalIn(answer: Plain): Approval | undefined {
  if (answer['locked'] !== true) return undefined;
  const { submitBy, lockedTime, status, approvalBy, approvalComment } = answer;
  const submitted = { by: textIn(submitBy), since: textIn(lockedTime), reviewers: reviewersIn(answer) };
  const decision = { reviewer: textIn(approvalBy), comment: textIn(approvalComment) };
  if (status === 'PASS') return { kind: 'approved', ...submitted, ...decision };
  return status === 'REJECT' ? { kind: 'rejected', ...submitted, ...decision } : { kind: 'pending', ...submitted };
}

function reviewersIn(answer: Plain): readonly string[] {
  return listIn(answer, 'reviewers').filter((name) => typeof name === 'string');
}

function stateIn(answer: ReturnType<typeof asObject>): State | undefined {
  const content = asObject(answer?.['content']);
  const disabled = answer?.['disabled'];
  return content === undefined || typeof disabled !== 'boolean' ? undefined : { disabled, content };
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
