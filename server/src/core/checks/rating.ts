/** Decides how problems are shown, based on the mistake, the file's service and the settings. No other file does so. */
import type { ProblemCode } from './codes.js';
import { defaultSeverities, productionCodes } from './codes.js';
import type { Finding, Severities, Severity } from './problem.js';
import { severities } from './problem.js';

export interface Rating {
  /** The configured severities by code. If the code of a consequence is shown, that code applies. */
  readonly severities: Severities;
  /** Whether the file's service is FeatureProbe's server. If so, mistakes that break the server are errors. */
  readonly isFeatureProbe: boolean;
}

/** The rating without settings, for a file of any service. */
export const plainRating: Rating = { severities: {}, isFeatureProbe: false };

/** Codes whose severity for a push cannot be lowered by configs or settings: the mistakes would reach users. */
const floored: readonly ProblemCode[] = [
  'wrong-type',
  'select-out-of-range',
  'split-length',
  'freezes-environment',
  'toggle-vanishes',
];

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

export interface Shown {
  readonly code: ProblemCode;
  readonly message: string;
  readonly severity: Exclude<Severity, 'off'>;
}

/** @returns undefined if the problem is turned off, which means that neither the problem nor its fixes are shown */
export function shownAs({ code, message, consequence }: Finding, rating: Rating): Shown | undefined {
  const said = rating.isFeatureProbe && consequence !== undefined ? consequence : { code, message };
  const severity = severityOf(said.code, rating);
  return severity === 'off' ? undefined : { code: said.code, message: said.message, severity };
}
