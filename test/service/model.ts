/**
 * What the service keeps for one toggle in one environment, and how a PATCH and a request for approval change it: plain
 * data in, plain data or an error out. Deliberately without HTTP, storage, clock or tokens, and it never checks that a
 * select or a split fits the variations: the open-source server does not either (service.md, B).
 */
import { findContentProblem, findPrerequisiteProblem, type Surroundings } from './checks.js';
import { conflict, invalidRequest, type ServiceError } from './errors.js';
import type { ApprovalBody, Content, PatchBody, Variation } from './grammar.js';

/** Times are ISO 8601 in UTC. `versions` is newest first and begins with the current one. */
export interface Targeting {
  readonly version: number;
  readonly disabled: boolean;
  readonly content: Content;
  readonly comment: string;
  readonly trackAccessEvents: boolean;
  readonly status: 'RELEASE' | 'PENDING_APPROVAL';
  readonly modifiedBy: string;
  readonly modifiedTime: string;
  readonly versions: readonly Version[];
  readonly pending?: Pending;
}

export interface Version {
  readonly version: number;
  readonly comment: string;
  readonly disabled: boolean;
  readonly content: Content;
  readonly createdBy: string;
  readonly createdTime: string;
}

/** A change that waits for its reviewers; `version` is one above the version that was stored when it was submitted. */
export interface Pending {
  readonly version: number;
  readonly comment: string;
  readonly disabled: boolean;
  readonly content: Content;
  readonly reviewers: readonly string[];
  readonly submitBy: string;
  readonly lockedTime: string;
}

/** Who changes something, when, and what surrounds the toggle. */
export interface Circumstances extends Surroundings {
  readonly author: string;
  readonly now: string;
  readonly language: string | undefined;
}

export interface Review {
  readonly required: boolean;
  readonly reviewers: readonly string[];
}

/** A freshly made toggle: disabled, without rules, and with a default that serves nothing yet. */
export function freshTargeting(variations: readonly Variation[], author: string, now: string): Targeting {
  const content: Content = { rules: [], disabledServe: { select: 0 }, defaultServe: {}, variations, prerequisites: [] };
  const state = { version: 1, disabled: true, content, comment: '' };
  return {
    ...state,
    trackAccessEvents: false,
    status: 'RELEASE',
    modifiedBy: author,
    modifiedTime: now,
    versions: [{ ...state, createdBy: author, createdTime: now }],
  };
}

/** A body with neither `disabled` nor `content` publishes nothing: the version stays, and `baseVersion` is not looked at. */
export function applyPatch(stored: Targeting, body: PatchBody, around: Circumstances): Targeting | ServiceError {
  const cycle = findPrerequisiteProblem(body.content?.prerequisites ?? [], around);
  if (cycle) return cycle;
  const trackAccessEvents = body.trackAccessEvents ?? stored.trackAccessEvents;
  if (body.disabled === undefined && body.content === undefined) return { ...stored, trackAccessEvents };
  if (body.baseVersion !== undefined && body.baseVersion !== stored.version) return conflict(around.language);

  const content = mergeContent(stored.content, body.content ?? {});
  const problem = findContentProblem(content, around);
  if (problem) return problem;

  const disabled = body.disabled ?? stored.disabled;
  const state = { version: stored.version + 1, disabled, content, comment: body.comment ?? '' };
  const versions = [{ ...state, createdBy: around.author, createdTime: around.now }, ...stored.versions];
  const modified = { modifiedBy: around.author, modifiedTime: around.now };
  return { ...stored, ...state, ...modified, trackAccessEvents, status: 'RELEASE', versions };
}

/** The content of a request for approval is kept as it was sent: nothing is merged. The environment names the reviewers. */
export function applyApproval(
  stored: Targeting,
  body: ApprovalBody,
  around: Circumstances & { readonly review: Review },
): (Targeting & { readonly pending: Pending }) | ServiceError {
  const { content, disabled } = body;
  if (content === undefined || disabled === undefined) return invalidRequest('Request invalid');
  const problem = findContentProblem(content, around) ?? findPrerequisiteProblem(content.prerequisites ?? [], around);
  if (problem) return problem;
  if (!around.review.required) return invalidRequest('Approval is not enabled.');
  if (stored.status === 'PENDING_APPROVAL') {
    return invalidRequest('This toggle is already under approval, please do not repeat approval again.');
  }
  const state = { version: stored.version + 1, comment: body.comment ?? '', disabled, content };
  const submission = { reviewers: around.review.reviewers, submitBy: around.author, lockedTime: around.now };
  return { ...stored, status: 'PENDING_APPROVAL', pending: { ...state, ...submission } };
}

/** Field by field, and only the first level: a field that is absent keeps its stored value. */
export function mergeContent(stored: Content, given: Content): Content {
  return { ...stored, ...given };
}
