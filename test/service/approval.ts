/**
 * Reviewing a change before it is published: submit, decide, publish, withdraw. The holes are those of the open-source
 * server: a plain PATCH bypasses the review, a withdrawn change can still be decided and published, and a published
 * request can be published again. Its fourth decision, which publishes at once, is left out.
 */
import { findContentProblem, findPrerequisiteProblem } from './checks.js';
import { invalidRequest, unforeseen, type Failure } from './errors.js';
import type { ApprovalBody, DecisionBody, WithdrawalBody } from './grammar.js';
import { isStorableComment } from './limits.js';
import type { ApprovalRequest, Circumstances, ReleaseStatus, Targeting } from './model.js';
import { publish } from './model.js';
import type { Role } from './seed.js';

export type Requested = Targeting & { readonly request: ApprovalRequest };

/** Who must review changes in an environment; undefined if nobody must. */
export type Reviewers = readonly string[] | undefined;

/** Keeps the content as sent, because it is merged only when it is published. */
export function submit(
  stored: Targeting,
  body: ApprovalBody,
  around: Circumstances,
  reviewers: Reviewers,
): Requested | Failure {
  const { comment = '', content, disabled } = body;
  if (content?.rules === undefined) return unforeseen();
  const problem = findContentProblem(content, around) ?? findPrerequisiteProblem(content.prerequisites ?? [], around);
  if (problem) return problem;
  if (reviewers === undefined) return invalidRequest('validate.approval.disable');
  if (stored.status === 'PENDING_APPROVAL') return invalidRequest('validate.approval.repeat');
  if (disabled === undefined || !isStorableComment(comment)) return unforeseen();
  const request: ApprovalRequest = {
    version: stored.version + 1,
    comment,
    disabled,
    content,
    reviewers,
    submitBy: around.author,
    createdTime: around.now,
    sketch: 'PENDING',
    approval: { status: 'PENDING', by: '', time: around.now, comment: undefined },
  };
  return { ...withStatus(stored, 'PENDING_APPROVAL', around), request };
}

/** Only reviewers pass and reject, only owners revoke, and only an undecided request. */
export function decide(
  stored: Targeting,
  body: DecisionBody,
  around: Circumstances & { readonly role: Role },
): Requested | Failure {
  const { request } = stored;
  if (!request) return invalidRequest();
  const decision = decisions.find(({ status }) => status === body.status);
  if (!decision) return body.status === 'PENDING' ? invalidRequest() : unforeseen();
  const { status, then } = decision;
  const may = status === 'REVOKE' ? around.role === 'OWNER' : request.reviewers.includes(around.author);
  if (!may || request.approval.status !== 'PENDING') return invalidRequest();
  const approval = { status, by: around.author, time: around.now, comment: body.comment };
  const sketch = status === 'REVOKE' ? status : request.sketch;
  return { ...withStatus(stored, then, around), request: { ...request, sketch, approval } };
}

const decisions = [
  { status: 'PASS', then: 'PENDING_RELEASE' },
  { status: 'REJECT', then: 'REJECT' },
  { status: 'REVOKE', then: 'RELEASE' },
] as const;

/** Publishes a passed request over later changes. @returns undefined if there is none: the server does nothing */
export function publishRequest(stored: Targeting, around: Circumstances): Targeting | Failure | undefined {
  const { request } = stored;
  if (request?.approval.status !== 'PASS') return undefined;
  return publish({ ...stored, request: { ...request, sketch: 'RELEASE' } }, request, around, request.approval);
}

/** Anyone may withdraw, at any time. @returns undefined if nothing was ever submitted: the server does nothing */
export function withdraw(
  stored: Targeting,
  { comment }: WithdrawalBody,
  around: Circumstances,
): Targeting | Failure | undefined {
  if (!stored.request) return undefined;
  if (comment === undefined || !isStorableComment(comment)) return unforeseen();
  return { ...withStatus(stored, 'RELEASE', around), request: { ...stored.request, sketch: 'CANCEL', comment } };
}

function withStatus(stored: Targeting, status: ReleaseStatus, { author, now }: Circumstances): Targeting {
  return stored.status === status ? stored : { ...stored, status, modifiedBy: author, modifiedTime: now };
}
