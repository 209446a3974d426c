/** Possible actions for each state of a submitted change (service.md B). The service decides who may take them. */
import type { Approval } from '../http/answers/answers.js';

export type ReviewStep = 'approve' | 'reject' | 'withdraw' | 'publish';

export const possible: Readonly<Record<Approval['kind'], readonly ReviewStep[]>> = {
  pending: ['approve', 'reject', 'withdraw'],
  approved: ['publish', 'withdraw'],
  rejected: ['withdraw'],
};
