/** The current time, as a `datetime` condition accepts it. */
import { acceptedSpelling } from '../../targeting/instant.js';

export interface Moment {
  /** Since 1970, UTC. */
  readonly seconds: number;
  /** Of the local time, east of Greenwich. */
  readonly offsetMinutes: number;
}

export function datetimeText({ seconds, offsetMinutes }: Moment): string {
  return acceptedSpelling(seconds * 1_000, offsetMinutes);
}
