/** A row of the table of faults.test.ts: a fault, and the message that a person reads. */
import type { Outcome } from '../../../server/src/service/http/answers/outcome.js';
import type { Aftermath, Trouble } from './struckPush.js';

export interface Row extends Pick<Trouble, 'wire' | 'gone' | 'timeoutSeconds' | 'comment'> {
  readonly fault: string;
  /** If the fault strikes the PATCH. */
  readonly patch: Expected;
  /** If it strikes the PATCH to a readable service and the message differs. */
  readonly patchRead?: Expected;
  /** If it strikes the GET before the PATCH. */
  readonly get: Expected;
  /** The service has applied the PATCH. */
  readonly stored?: true;
  /** Nothing of the request was sent or read. */
  readonly unread?: true;
  /** The service speaks TLS with this certificate of the company. */
  readonly certificate?: 'good' | 'expired' | 'early' | 'misnamed';
  readonly authorities?: string;
}

export interface Expected {
  readonly kind: Outcome['kind'];
  readonly level: Aftermath['told']['level'];
  /** Words that the sentence must contain. */
  readonly names: readonly string[];
}

export const pushed: Expected = { kind: 'ok', level: 'information', names: ['Pushed T to dev. Project P on'] };

export function failed(kind: Outcome['kind'], ...names: readonly string[]): Expected {
  return { kind, level: 'error', names: ['Not pushed: ', ...names] };
}

export function doubtful(kind: Outcome['kind'], ...names: readonly string[]): Expected {
  return { kind, level: 'warning', names: ['T → dev of P', 'may or may not have been applied', ...names] };
}

export function unreachable(...names: readonly string[]): Expected {
  return failed('unreachable', 'cannot be reached', ...names);
}

type Told = Pick<Row, 'patch' | 'get' | 'patchRead' | 'unread'>;

export function each(patch: Expected, get: Expected): Told {
  return { patch, get };
}

/** Nothing is sent, whichever request the fault strikes. */
export function never(expected: Expected): Told {
  return { ...always(expected), unread: true };
}

export function always(expected: Expected): Told {
  return each(expected, expected);
}

export function row(fault: string, wire: Row['wire'], told: Told, more: Partial<Row> = {}): Row {
  return { fault, wire, ...told, ...more };
}

/** The service fails, which leaves a change in doubt until a read shows that it was not applied. */
export function broken(...names: readonly string[]): Told {
  return each(doubtful('service-error', ...names), failed('failed-safely', ...names));
}
