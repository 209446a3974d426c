/**
 * # freezes-environment (warning; an error for FeatureProbe)
 * FeatureProbe's server accepts the file silently, and then cannot read the environment any more. *Every* toggle in it stays as
 * it was; if the server has just started, it never gets ready. This is an *error* if the file's environment has
 * `"api": "featureprobe"`; some other codes (`unknown-type`, `empty-serve`, …) become this one there. The message explains
 * what is needed.
 * Not reported: mistakes in parts that the file leaves to the service, and toggles without a file.
 *
 * Fix: add or correct the part that the message names.
 *
 * # toggle-vanishes (warning; an error for FeatureProbe)
 * FeatureProbe's server accepts the file silently, and then leaves the toggle out of the environment. Every application gets the
 * default of its code, and toggles that require this one do not find it. This is an *error* if the file's environment has
 * `"api": "featureprobe"`.
 * Not reported: a value that does not fit the toggle's type, while that type is unknown.
 *
 * Fix: choose a variation for a rule without `serve`; otherwise add or correct the part that the message names.
 *
 * # service-limit (warning; an error for FeatureProbe)
 * FeatureProbe's server refuses the file, mostly with a bare error 500. A part is missing: `conditions`, `objects` unless
 * the condition is a `string`, or a prerequisite's `key` or `value`. Or a text is too long: a comment over 1,024
 * characters, a variation's name over 128, or a value over 65,535 bytes. The server explains why for an `invalid-object`,
 * a segment that the project does not have, a toggle that requires itself, and a content over 1 MiB. This is an *error*
 * if the file's environment has `"api": "featureprobe"`.
 * Not reported: an outdated `baseVersion`, or a `select` beyond 32 bits in a file without `variations`.
 *
 * Fix: add or shorten the part that the message names.
 * ---
 * Many checks find mistakes with these consequences; this file contains the messages.
 */
import { t } from '../../t.js';
import type { ProductionCode } from '../codes.js';

/** The consequence for FeatureProbe's server. @param why a sentence that states the correct form */
export function featureProbeConsequence(
  code: ProductionCode,
  why: string,
): { readonly code: ProductionCode; readonly message: string } {
  return { code, message: consequences[code](why) };
}

const consequences: Readonly<Record<ProductionCode, (why: string) => string>> = {
  'freezes-environment': (why) =>
    t("FeatureProbe's server cannot read the environment any more, so every toggle in it stays as it was: {0}", why),
  'toggle-vanishes': (why) =>
    t(
      "FeatureProbe's server leaves this toggle out of the environment, so every application gets the default of its code: {0}",
      why,
    ),
  'service-limit': (why) => t("FeatureProbe's server refuses this: {0}", why),
};

/** The `toggle-vanishes` consequence, if it is unknown whether the toggle is disabled. */
export function onceEnabled(why: string): { readonly code: ProductionCode; readonly message: string } {
  const message = t(
    "Once this toggle is enabled, FeatureProbe's server leaves it out of the environment, so every application gets its own default: {0}",
    why,
  );
  return { code: 'toggle-vanishes', message };
}
