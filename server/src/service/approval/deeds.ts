/** What can be done with a submitted change in each of its states (service.md B). Who may do it, only the service knows. */
import type { Approval } from '../http/answers/answers.js';

export type Deed = 'approve' | 'reject' | 'withdraw' | 'publish';

export const possible: Readonly<Record<Approval['kind'], readonly Deed[]>> = {
  pending: ['approve', 'reject', 'withdraw'],
  approved: ['publish', 'withdraw'],
  rejected: ['withdraw'],
};
