/** Answers about one targeting as in the open-source server (service.md, B): a missing value is left out, not null. */
import type { Approval, ApprovalRequest, Targeting, Version } from './model.js';
import type { Reviewers } from './approval.js';
import { exactTime, wholeSecond } from './times.js';
import type { Place } from './store.js';

/** The answer to a GET. A locked request replaces the stored content and version by its own. */
export function currentAnswer(targeting: Targeting, reviewers: Reviewers): object {
  const request = lockedRequest(targeting);
  return {
    ...storedFields(targeting, wholeSecond),
    status: 'RELEASE',
    reviewers,
    ...(request && requestFields(request)),
    enableApproval: reviewers !== undefined,
    trackAccessEvents: targeting.trackAccessEvents,
    allowEnableTrackAccessEvents: false,
  };
}

/** The answer to a PATCH or a publishing. Only a GET has the approval, and times in whole seconds. */
export function publishedAnswer(targeting: Targeting): object {
  return { ...storedFields(targeting, exactTime), trackAccessEvents: targeting.trackAccessEvents };
}

export function withdrawnAnswer(targeting: Targeting): object {
  return storedFields(targeting, wholeSecond);
}

/** The answer to a submit or a decision: the served and the submitted state, each content as text. */
export function requestAnswer(targeting: Targeting, request: ApprovalRequest, place: Place): object {
  const { comment, approval, submitBy } = request;
  return {
    title: comment,
    ...keysOf(place),
    status: approval.status,
    comment: approval.comment,
    submitBy,
    approvalDate: exactTime(approval.time),
    currentData: { disabled: targeting.disabled, content: JSON.stringify(targeting.content) },
    approvalData: { disabled: request.disabled, content: JSON.stringify(request.content) },
  };
}

export function versionAnswer({ approval, createdTime, ...version }: Version, place: Place): object {
  return {
    ...keysOf(place),
    ...version,
    createdTime: wholeSecond(createdTime),
    ...(approval && approvalFields(approval)),
  };
}

export function lockedRequest({ request }: Targeting): ApprovalRequest | undefined {
  return request?.sketch === 'PENDING' ? request : undefined;
}

export function describeChange(place: Place, before: Targeting, after: Targeting): string {
  const where = `${place.toggle} in ${place.environment}`;
  if (after.version === before.version) return `${where} stays at version ${before.version}.`;
  const comment = after.comment === '' ? 'without a comment' : JSON.stringify(after.comment);
  return `${where}: version ${before.version} -> ${after.version}, ${comment}.`;
}

function storedFields(targeting: Targeting, time: (iso: string) => string): object {
  const { status, disabled, content, version, modifiedTime, modifiedBy, versions } = targeting;
  const publishTime = time(versions[0]?.createdTime ?? modifiedTime);
  const modified = { modifiedTime: time(modifiedTime), modifiedBy };
  return { status, enableApproval: false, locked: false, disabled, content, version, ...modified, publishTime };
}

function requestFields({ approval, content, ...request }: ApprovalRequest): object {
  const { version, disabled, reviewers, submitBy, createdTime } = request;
  return {
    status: approval.status,
    reviewers,
    approvalComment: approval.comment,
    submitBy,
    locked: true,
    lockedTime: wholeSecond(createdTime),
    approvalBy: approval.by,
    disabled,
    content: { ...content, prerequisites: content.prerequisites ?? [] },
    version,
  };
}

function approvalFields({ status, by, time, comment }: Approval): object {
  return { approvalStatus: status, approvalBy: by, approvalTime: wholeSecond(time), approvalComment: comment };
}

function keysOf({ project, environment, toggle }: Place): object {
  return { projectKey: project, environmentKey: environment, toggleKey: toggle };
}
