/**
 * # freezes-environment (warning; an error for FeatureProbe)
 * FeatureProbe's server takes it without a word, and then cannot read the environment any more. *Every* toggle of it
 * stays as it was, and where the server has just started, it never gets ready. An *error* where the file's environment
 * has `"api": "featureprobe"`; some other codes (`unknown-type`, `empty-serve`, …) become this one there. The message
 * says what is right.
 *
 * Fix: add or correct what the message names.
 *
 * # toggle-vanishes (warning; an error for FeatureProbe)
 * FeatureProbe's server takes it without a word, and then leaves the toggle out of the environment. Every application
 * gets the default of its code, and toggles that require this one see none. An *error* where the file's environment
 * has `"api": "featureprobe"`.
 *
 * Fix: for a rule without `serve`, one for each variation, by name; otherwise add or correct what the message names.
 *
 * # service-limit (warning; an error for FeatureProbe)
 * FeatureProbe's server refuses it, mostly with a bare error 500. That is so of a missing `conditions`, `objects` of a
 * condition that is no `string`, `key` or `value` of a prerequisite; a comment over 1024 characters, a variation's
 * name over 128, a value over 65,535 bytes. It says so in words of an `invalid-object`, a
 * segment that the project does not have, a toggle that requires itself, and a content over 1 MiB. An *error* where the file's environment has
 * `"api": "featureprobe"`.
 *
 * Fix: add or shorten what the message names.
 * ---
 * What the open-source server takes without a word, or refuses without one. Many checks find mistakes that have such a
 * consequence; the sentences that name it are here.
 */
import { t } from '@vscode/l10n';
import type { ProductionCode } from '../codes.js';

/** What FeatureProbe's server makes of a mistake. @param why a sentence that says what is right */
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

/** The same as toggle-vanishes, where it is not known whether the toggle is disabled. */
export function onceEnabled(why: string): { readonly code: ProductionCode; readonly message: string } {
  const message = t(
    "Once this toggle is enabled, FeatureProbe's server leaves it out of the environment, so every application gets the default of its code: {0}",
    why,
  );
  return { code: 'toggle-vanishes', message };
}
