/** A row of the table of faults.test.ts: what goes wrong, and what a person is told of it. */
import type { Outcome } from '../../../server/src/service/http/answers/outcome.js';
import type { Aftermath, Trouble } from './struckPush.js';

export interface Row extends Pick<Trouble, 'wire' | 'gone' | 'timeoutSeconds' | 'comment'> {
  readonly fault: string;
  /** Where it strikes the PATCH. */
  readonly patch: Expected;
  /** Where it strikes the PATCH to a service that can be read, if that is told otherwise. */
  readonly patchRead?: Expected;
  /** Where it strikes the GET before it. */
  readonly get: Expected;
  /** The service has carried the PATCH out. */
  readonly stored?: true;
  /** Nobody has read of the request, or nothing of it has left. */
  readonly unread?: true;
  /** The service speaks TLS, with this certificate of the company. */
  readonly certificate?: 'good' | 'expired' | 'early' | 'misnamed';
  /** The file that `toggleTargeting.push.extraCaFile` names. */
  readonly authorities?: string;
}

export interface Expected {
  readonly kind: Outcome['kind'];
  readonly level: Aftermath['told']['level'];
  /** What the sentence must name. */
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

/** Where it strikes the PATCH, and where the GET. */
export function each(patch: Expected, get: Expected): Told {
  return { patch, get };
}

/** Nothing has left, whichever request it strikes. */
export function never(expected: Expected): Told {
  return { ...always(expected), unread: true };
}

/** The same, whichever request it strikes. */
export function always(expected: Expected): Told {
  return each(expected, expected);
}

export function row(fault: string, wire: Row['wire'], told: Told, more: Partial<Row> = {}): Row {
  return { fault, wire, ...told, ...more };
}

/** The service fails: it may have applied a change anyway, until it is read and says that it has not. */
export function broken(...names: readonly string[]): Told {
  return each(doubtful('service-error', ...names), failed('failed-safely', ...names));
}
