/**
 * The state of one toggle in one environment, and how a PATCH changes it, without HTTP, storage, clock or tokens. As in
 * the open-source server, a select or a split need not fit the variations (service.md, B). approval.ts has the reviews.
 */
import { findContentProblem, findPrerequisiteProblem, type Surroundings } from './checks.js';
import { invalidRequest, unforeseen, type Failure } from './errors.js';
import type { Content, PatchBody, Prerequisite, Variation } from './grammar.js';
import { arePrerequisitesStorable, findStorageProblem } from './limits.js';

export type ReleaseStatus = 'RELEASE' | 'PENDING_APPROVAL' | 'PENDING_RELEASE' | 'REJECT';

/** Times are ISO 8601 in UTC. `versions` is newest first and begins with the current one. */
export interface Targeting extends State {
  readonly trackAccessEvents: boolean;
  /** The last prerequisites that were not empty: the server still knows them after they were removed. */
  readonly requires: readonly Prerequisite[];
  readonly status: ReleaseStatus;
  /** Who modified it last, including by submitting and deciding. */
  readonly modifiedBy: string;
  readonly modifiedTime: string;
  readonly versions: readonly Version[];
  /** The newest request for approval, which stays after it was decided. */
  readonly request?: ApprovalRequest;
}

export interface State {
  readonly version: number;
  readonly disabled: boolean;
  readonly content: Content;
  readonly comment: string;
}

export interface Version extends State {
  readonly createdBy: string;
  readonly createdTime: string;
  /** Only for a version that was published after a review. */
  readonly approval?: Approval;
}

/** `version` is one above the stored version at submission. Withdrawing replaces the comment. */
export interface ApprovalRequest extends State {
  readonly reviewers: readonly string[];
  readonly submitBy: string;
  readonly createdTime: string;
  /** The state of the change itself; while it is pending, decided or not, GET shows it as locked. */
  readonly sketch: 'PENDING' | 'RELEASE' | 'CANCEL' | 'REVOKE';
  readonly approval: Approval;
}

export interface Approval {
  readonly status: 'PENDING' | 'PASS' | 'REJECT' | 'REVOKE';
  readonly by: string;
  readonly time: string;
  readonly comment: string | undefined;
}

export interface Circumstances extends Surroundings {
  readonly author: string;
  readonly now: string;
}

export function freshTargeting(variations: readonly Variation[], author: string, now: string): Targeting {
  const content: Content = { rules: [], disabledServe: { select: 0 }, defaultServe: {}, variations, prerequisites: [] };
  const state = { version: 1, disabled: true, content, comment: '' };
  return {
    ...state,
    trackAccessEvents: false,
    requires: [],
    status: 'RELEASE',
    modifiedBy: author,
    modifiedTime: now,
    versions: [{ ...state, createdBy: author, createdTime: now }],
  };
}

/** A body with neither `disabled` nor `content` makes no version, and its `baseVersion` is ignored. */
export function applyPatch(stored: Targeting, body: PatchBody, around: Circumstances): Targeting | Failure {
  const prerequisites = body.content?.prerequisites ?? [];
  const cycle = findPrerequisiteProblem(prerequisites, around);
  if (cycle) return cycle;
  if (!arePrerequisitesStorable(prerequisites)) return unforeseen();
  const trackAccessEvents = body.trackAccessEvents ?? stored.trackAccessEvents;
  const requires = prerequisites.length > 0 ? prerequisites : stored.requires;
  if (body.disabled === undefined && body.content === undefined) return { ...stored, trackAccessEvents };
  if (body.baseVersion !== undefined && body.baseVersion !== stored.version) {
    return invalidRequest('validate.conflict_request');
  }
  return publish({ ...stored, trackAccessEvents, requires }, body, around);
}

export function publish(
  stored: Targeting,
  { comment = '', ...change }: Pick<PatchBody, 'comment' | 'content' | 'disabled'>,
  around: Circumstances,
  approval?: Approval,
): Targeting | Failure {
  const content = mergeContent(stored.content, change.content ?? {});
  const problem = findContentProblem(content, around) ?? findStorageProblem(content, comment);
  if (problem) return problem;

  const { author, now } = around;
  const disabled = change.disabled ?? stored.disabled;
  const state: State = { version: stored.version + 1, disabled, content, comment };
  const version: Version = { ...state, createdBy: author, createdTime: now, ...(approval && { approval }) };
  const versions = [version, ...stored.versions];
  return { ...stored, ...state, modifiedBy: author, modifiedTime: now, status: 'RELEASE', versions };
}

/** Merges only the first level: an absent field keeps its stored value. */
export function mergeContent(stored: Content, given: Content): Content {
  return { ...stored, ...given };
}
