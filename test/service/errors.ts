/** The error answers of the open-source server: a status, a code, and a text that is not meant to be relied on. */
export interface ServiceError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export function isServiceError(outcome: object): outcome is ServiceError {
  return 'code' in outcome;
}

export const unauthorized: ServiceError = { status: 401, code: 'unauthorized', message: 'Unauthorized' };
export const forbidden: ServiceError = { status: 403, code: 'forbidden', message: 'Forbidden' };

/** For example "Environment P-E not found". The documentation promises 404; what comes is 400. */
export function notFound(kind: 'Environment' | 'Targeting' | 'Segment', name: string): ServiceError {
  return { status: 400, code: 'not_found', message: `${kind} ${name} not found` };
}

export function invalidRequest(message: string): ServiceError {
  return { status: 400, code: 'invalid_request', message };
}

/** A stale `baseVersion`. The text follows Accept-Language, so that nobody comes to recognise a conflict by its words. */
export function conflict(language: string | undefined): ServiceError {
  const chinese = language?.toLowerCase().startsWith('zh') ?? false;
  return invalidRequest(chinese ? '请求冲突，请重试' : 'Request conflict, please try again');
}
