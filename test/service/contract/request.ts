/** A request for approval, and the decision of a reviewer. */
import type { Reply } from '../trial.js';
import { rule, type Subject } from './subject.js';

export const content = { rules: [rule('pending')], defaultServe: { select: 1 } };
export const wanted = { comment: 'please', disabled: false, content };

/** Decides as a reviewer who owns nothing. */
export function reviewed(subject: Subject, status: string, comment?: string): Promise<Reply> {
  return subject.as(subject.server.colleague).decide(status, comment);
}
