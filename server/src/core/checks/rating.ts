/**
 * How a problem of a file is shown: its code, its words and its severity. The one place where the mistake itself, the file's
 * service and what people have set come together, for editor, push and command line alike. Which service a file is of is not
 * decided here: config/rating.ts says it.
 */
import type { ProblemCode } from './codes.js';
import { defaultSeverities, productionCodes } from './codes.js';
import type { Finding, Severities, Severity } from './problem.js';
import { severities } from './problem.js';

/** What is the same for all problems of one file. */
export interface Rating {
  /** By the codes that are shown. */
  readonly severities: Severities;
  /** The service is FeatureProbe's server, so what breaks there is an error. */
  readonly isFeatureProbe: boolean;
}

/** Of a file of any service, where nobody has set anything. */
export const plainRating: Rating = { severities: {}, isFeatureProbe: false };

/** A config or a setting makes none of these less than it is by itself where a file is pushed: it would reach users. */
const floored: readonly ProblemCode[] = [
  'wrong-type',
  'select-out-of-range',
  'split-length',
  'freezes-environment',
  'toggle-vanishes',
];

/** As a push asks about a file. */
export function ratingOfPush({ severities: set, isFeatureProbe }: Rating): Rating {
  const isLowered = (code: ProblemCode) =>
    severities.indexOf(set[code] ?? 'error') > severities.indexOf(severityOf(code, { severities: {}, isFeatureProbe }));
  const kept = Object.entries(set).filter(([code]) => !floored.some((each) => each === code && isLowered(each)));
  return { severities: Object.fromEntries(kept), isFeatureProbe };
}

function severityOf(code: ProblemCode, { severities: set, isFeatureProbe }: Rating): Severity {
  const isProduction = productionCodes.some((production) => production === code);
  return set[code] ?? (isFeatureProbe && isProduction ? 'error' : defaultSeverities[code]);
}

/** A problem as people see it. */
export interface Shown {
  readonly code: ProblemCode;
  readonly message: string;
  readonly severity: Exclude<Severity, 'off'>;
}

/** @returns undefined for a problem that is not shown: it is none, and has no fix */
export function shownAs({ code, message, consequence }: Finding, rating: Rating): Shown | undefined {
  const said = rating.isFeatureProbe && consequence !== undefined ? consequence : { code, message };
  const severity = severityOf(said.code, rating);
  return severity === 'off' ? undefined : { code: said.code, message: said.message, severity };
}
