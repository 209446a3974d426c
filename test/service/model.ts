/**
 * What the service keeps for one toggle in one environment, and how a PATCH changes it: plain data in, plain data or a failure
 * out. Deliberately without HTTP, storage, clock or tokens, and it never checks that a select or a split fits the variations:
 * the open-source server does not either (service.md, B). Requests for approval are the matter of approval.ts.
 */
import { findContentProblem, findPrerequisiteProblem, type Surroundings } from './checks.js';
import { invalidRequest, unforeseen, type Failure } from './errors.js';
import type { Content, PatchBody, Prerequisite, Variation } from './grammar.js';
import { arePrerequisitesStorable, findStorageProblem } from './limits.js';

export type ReleaseStatus = 'RELEASE' | 'PENDING_APPROVAL' | 'PENDING_RELEASE' | 'REJECT';

/** Times are ISO 8601 in UTC. `versions` is newest first and begins with the current one. */
export interface Targeting extends State {
  readonly trackAccessEvents: boolean;
  /** The last prerequisites that were not an empty list: the server still knows them after they were taken away. */
  readonly requires: readonly Prerequisite[];
  readonly status: ReleaseStatus;
  /** Who modified it last; submitting and deciding count, too. */
  readonly modifiedBy: string;
  readonly modifiedTime: string;
  readonly versions: readonly Version[];
  /** The newest request for approval, which stays here after it was decided. */
  readonly request?: ApprovalRequest;
}

export interface State {
  readonly version: number;
  readonly disabled: boolean;
  readonly content: Content;
  /** The comment is empty when none was given. */
  readonly comment: string;
}

export interface Version extends State {
  readonly createdBy: string;
  readonly createdTime: string;
  /** Only a version that was published after a review has it. */
  readonly approval?: Approval;
}

/** `version` is one above the one that was stored when it was submitted. Withdrawing replaces the comment. */
export interface ApprovalRequest extends State {
  readonly reviewers: readonly string[];
  readonly submitBy: string;
  readonly createdTime: string;
  /** What became of the change itself; while it is pending, decided or not, GET shows it as locked. */
  readonly sketch: 'PENDING' | 'RELEASE' | 'CANCEL' | 'REVOKE';
  readonly approval: Approval;
}

export interface Approval {
  readonly status: 'PENDING' | 'PASS' | 'REJECT' | 'REVOKE';
  /** Empty before the decision. */
  readonly by: string;
  readonly time: string;
  readonly comment: string | undefined;
}

/** Who changes something, when, and what surrounds the toggle. */
export interface Circumstances extends Surroundings {
  readonly author: string;
  readonly now: string;
}

/** A freshly made toggle: disabled, without rules, and with a default that serves nothing yet. */
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

/** A body with neither `disabled` nor `content` publishes nothing: the version stays, and `baseVersion` is not looked at. */
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

/** Makes the next version. The content is merged field by field. */
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

/** Merges the first level only: a field that is absent keeps its stored value. */
export function mergeContent(stored: Content, given: Content): Content {
  return { ...stored, ...given };
}
