/** Parses FeatureProbe's responses (service.md B); returns undefined for other text, such as a login page. Pure. */
import type { Plain, State } from '../../../core/targeting/state/state.js';
import { asObject, listIn } from '../../../core/targeting/state/state.js';

/** A toggle in one environment, as returned by GET. */
export interface Targeting {
  readonly state: State;
  /** The version, sent as `baseVersion` of a PATCH. The version of a pending change is its base version plus one. */
  readonly version: number;
  readonly trackAccessEvents?: boolean;
  /** Author of the version; undefined if the service names the author of a later action instead. */
  readonly modifiedBy: string | undefined;
  /** Creation time of the version, in ISO 8601. */
  readonly modifiedTime: string | undefined;
  /** Names of the reviewers; undefined if no approval is required. */
  readonly reviewers: readonly string[] | undefined;
  /** The submitted change, if any. `state` is then the submitted state, not the served state. */
  readonly pending: Approval | undefined;
}

/** A submitted change that is neither published nor withdrawn. */
export type Approval =
  | (Submission & { readonly kind: 'pending' })
  /** An approved change is not live until someone publishes it. */
  | (Submission & Decision & { readonly kind: 'approved' })
  /** A rejected change remains until it is withdrawn or replaced by another submission. */
  | (Submission & Decision & { readonly kind: 'rejected' });

interface Submission {
  readonly by: string | undefined;
  /** Time of the submission, in ISO 8601. */
  readonly since: string | undefined;
  /** Names of the reviewers, any one of whom can decide. */
  readonly reviewers: readonly string[];
}

interface Decision {
  readonly reviewer: string | undefined;
  readonly comment: string | undefined;
}

export interface Version {
  readonly version: number;
  readonly comment: string;
  readonly by: string | undefined;
  /** Creation time, in ISO 8601. */
  readonly time: string | undefined;
  readonly state: State;
  /** The reviewer and the reviewer's comment, if the version was published after a review. */
  readonly approval?: { readonly by: string | undefined; readonly comment: string | undefined };
}

export interface Page {
  /** Sorted by version number, newest first. The service's order is unreliable, since it sorts by whole seconds. */
  readonly versions: readonly Version[];
  /** Number of versions on this page and all following pages. */
  readonly total: number;
}

export function readTargeting(text: string): Targeting | undefined {
  const answer = asObject(parsed(text));
  const state = stateIn(answer);
  const version = answer?.['version'];
  if (answer === undefined || state === undefined || !Number.isInteger(version)) return undefined;
  const { trackAccessEvents, modifiedTime } = answer;
  // A decision about a request changes `modifiedBy` and `modifiedTime`, but not `publishTime` (service.md B).
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

/** Parses the response about a toggle itself, not about its targeting. */
export function readListed(text: string) {
  const { key, archived, clientAvailability } = asObject(parsed(text)) ?? {};
  if (typeof archived !== 'boolean') return undefined;
  return { key: textIn(key), archived, isForServersAlone: clientAvailability === false };
}

/** @returns the status of a request for approval, from the response to the request or to a decision on it */
export function readRequest(text: string): string | undefined {
  const answer = asObject(parsed(text));
  return asObject(answer?.['approvalData']) && textIn(answer?.['status']);
}

/** The toggle stays locked after the decision, until the change is published or withdrawn. */
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
