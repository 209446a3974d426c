/**
 * Refusals of the open-source server: a code with a text, Spring's bare JSON for what nobody foresaw, Tomcat's web page
 * before a request reaches the program, or only a status. Nobody should rely on the text (words.ts).
 */
export type Failure =
  | { readonly failure: 'refused'; readonly status: number; readonly code: string; readonly words?: Words }
  | { readonly failure: 'unforeseen'; readonly status: 400 | 404 | 405 | 415 | 500 }
  | { readonly failure: 'malformed' }
  | { readonly failure: 'silent'; readonly status: 401 };

/** A text by the key of its message; `kind` and `name` name what is missing. */
export type Words = string | { readonly kind: Kind; readonly name: string };
export type Kind = 'Environment' | 'Project' | 'Segment' | 'Targeting' | 'Toggle';

export function isFailure(outcome: object): outcome is Failure {
  return 'failure' in outcome;
}

export const unauthorized: Failure = { failure: 'refused', status: 401, code: 'unauthorized', words: 'Unauthorized' };
export const forbidden: Failure = { failure: 'refused', status: 403, code: 'forbidden', words: 'Forbidden' };
export const malformed: Failure = { failure: 'malformed' };

/** The documentation promises 404, but the server answers 400. */
export function notFound(kind: Kind, name: string): Failure {
  return { failure: 'refused', status: 400, code: 'not_found', words: { kind, name } };
}

/** Some of these refusals have no text. */
export function invalidRequest(message?: string): Failure {
  return { failure: 'refused', status: 400, code: 'invalid_request', ...(message !== undefined && { words: message }) };
}

/** A 500 has no reason: the server fails in a way that nobody foresaw. */
export function unforeseen(status: 400 | 404 | 405 | 415 | 500 = 500): Failure {
  return { failure: 'unforeseen', status };
}
