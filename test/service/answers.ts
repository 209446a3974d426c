/**
 * What the service says about a targeting, field by field as the open-source server does (service.md, B). Deliberately with
 * null where that server has nothing to say, so that a client that trusts a field to be there is found out.
 */
import type { Pending, Review, Targeting } from './model.js';
import type { Place } from './store.js';

/** GET: while an approval is pending, the pending content and its version; nothing then tells what is stored. */
export function currentAnswer(targeting: Targeting, review: Review): object {
  const { pending } = targeting;
  const approval = pending ? pendingFields(pending) : { reviewers: review.required ? review.reviewers : null };
  return { ...publishedFields(targeting), ...approval, enableApproval: review.required };
}

/** PATCH: what was stored, and no word about approval; only the GET knows of it. */
export function patchAnswer(targeting: Targeting): object {
  return publishedFields(targeting);
}

/** A page of the history, newest first, in the envelope of Spring Data. */
export function versionsAnswer(
  targeting: Targeting,
  place: Place,
  page: { readonly index: number; readonly size: number },
): object {
  const { index, size } = page;
  const totalElements = targeting.versions.length;
  const totalPages = Math.ceil(totalElements / size);
  const keys = { projectKey: place.project, environmentKey: place.environment, toggleKey: place.toggle };
  const content = targeting.versions
    .slice(index * size, (index + 1) * size)
    .map((version) => ({ ...keys, ...version }));
  return {
    content,
    totalElements,
    totalPages,
    number: index,
    size,
    numberOfElements: content.length,
    first: index === 0,
    last: index >= totalPages - 1,
    empty: content.length === 0,
  };
}

/** POST .../approval: what is served now beside what is to be served. */
export function approvalAnswer(targeting: Targeting, pending: Pending): object {
  return {
    status: 'PENDING',
    title: pending.comment,
    reviewers: pending.reviewers,
    submitBy: pending.submitBy,
    createdTime: pending.lockedTime,
    currentData: { disabled: targeting.disabled, content: targeting.content },
    approvalData: { disabled: pending.disabled, content: pending.content },
  };
}

/** For the log: what a change did, in one sentence. */
export function describeChange(place: Place, before: Targeting, after: Targeting): string {
  const where = `${place.toggle} in ${place.environment}`;
  if (after.version === before.version) return `${where} stays at version ${before.version}.`;
  const comment = after.comment === '' ? 'without a comment' : JSON.stringify(after.comment);
  return `${where}: version ${before.version} -> ${after.version}, ${comment}.`;
}

function publishedFields(targeting: Targeting): object {
  return {
    disabled: targeting.disabled,
    content: targeting.content,
    version: targeting.version,
    status: 'RELEASE',
    enableApproval: false,
    reviewers: null,
    submitBy: null,
    approvalBy: null,
    approvalComment: null,
    locked: false,
    lockedTime: null,
    modifiedTime: targeting.modifiedTime,
    modifiedBy: targeting.modifiedBy,
    publishTime: targeting.versions[0]?.createdTime ?? null,
    trackAccessEvents: targeting.trackAccessEvents,
    allowEnableTrackAccessEvents: false,
  };
}

function pendingFields(pending: Pending): object {
  return {
    disabled: pending.disabled,
    content: { ...pending.content, prerequisites: pending.content.prerequisites ?? [] },
    version: pending.version,
    status: 'PENDING',
    reviewers: pending.reviewers,
    submitBy: pending.submitBy,
    locked: true,
    lockedTime: pending.lockedTime,
  };
}
