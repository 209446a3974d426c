/**
 * How a problem of a file is shown: its code, its words and its severity. The one place where the mistake itself, the file's
 * service and what people have set come together, for editor, push and command line alike. Which service a file is of is not
 * decided here: config/rating.ts says it.
 */
import type { ProblemCode } from './catalogue.js';
import { catalogue, productionCodes } from './catalogue.js';
import type { Finding, Severities, Severity } from './problem.js';

/** What is the same for all problems of one file. */
export interface Rating {
  /** By the codes that are shown. */
  readonly severities: Severities;
  /** The service is FeatureProbe's server, so what breaks there is an error. */
  readonly isFeatureProbe: boolean;
}

/** Of a file of any service, where nobody has set anything. */
export const plainRating: Rating = { severities: {}, isFeatureProbe: false };

export interface Rated {
  readonly code: ProblemCode;
  readonly message: string;
  readonly severity: Severity;
}

export function rated({ code, message, inFeatureProbe }: Finding, { severities, isFeatureProbe }: Rating): Rated {
  const said = isFeatureProbe && inFeatureProbe !== undefined ? inFeatureProbe : { code, message };
  const isBreaking = isFeatureProbe && productionCodes.has(said.code);
  const severity = severities[said.code] ?? (isBreaking ? 'error' : catalogue[said.code]);
  return { code: said.code, message: said.message, severity };
}
