/** A request for approval, and what a reviewer says to it. */
import type { Reply } from '../trial.js';
import { rule, type Subject } from './subject.js';

export const content = { rules: [rule('pending')], defaultServe: { select: 1 } };
export const wanted = { comment: 'please', disabled: false, content };

/** As a reviewer who owns nothing. */
export function reviewed(subject: Subject, status: string, comment?: string): Promise<Reply> {
  return subject.as(subject.server.colleague).decide(status, comment);
}
