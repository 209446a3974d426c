/** The toggles that code uses, and a one-line summary of the serves in each environment. */
import { t } from '../../t.js';
import type { TogglesForCode, ToggleForCode } from '../../checks/beside/callsInCode.js';
import type { JsonDocument } from '../../json/document.js';
import { nodeAt } from '../../json/queries.js';
import type { Serve, Targeting } from '../../targeting/model.js';
import { targetingOf } from '../../targeting/model.js';
import { percent, sumOf, whole } from '../../targeting/values/shares.js';
import { alternatives, beginningOf, enumeration, escapeMarkdown } from '../hover/markdown.js';
import { shortVariation } from '../variations.js';

export interface ToggleInCode extends ToggleForCode {
  readonly key: string;
  /** The name in the service, if known. */
  readonly name: string | undefined;
  /** The toggle's files, in the order of the environments. */
  readonly places: readonly TogglePlace[];
  readonly requiredBy: readonly string[];
}

export interface TogglePlace {
  /** The environment of the file; undefined if the file is for all environments. */
  readonly environment: string | undefined;
  readonly uri: string;
}

export interface TogglesInCode extends TogglesForCode {
  readonly toggle: (key: string) => ToggleInCode | undefined;
  /** The document of a targeting file; undefined if it cannot be read. */
  readonly documentOf: (uri: string) => JsonDocument | undefined;
}

/** The serves of an environment on one line: `[online](…): 25% beta, others old` */
export function placeInWords({ environment, uri }: TogglePlace, { documentOf }: TogglesInCode): string {
  const document = documentOf(uri);
  const words = document === undefined ? t('cannot be read') : servedInWords(document);
  const name = escapeMarkdown(environment ?? t('all environments'));
  return t('{0}: {1}', `[${name}](${uri.replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))})`, words);
}

/** The serves of a targeting file on one line: `25% beta, others old` */
export function servedInWords(document: JsonDocument): string {
  // `targetingOf` computes its lists on every access.
  const targeting = { ...targetingOf(document) };
  const { rules, prerequisites, defaultServe, disabledServe, variations } = targeting;
  if (nodeAt(document, ['disabled'])?.value === true) return t('{0} (disabled)', toEveryone(disabledServe, variations));
  const words =
    rules.length === 0 ? toEveryone(defaultServe, variations) : byRulesInWords(rules, defaultServe, variations);
  const required = beginningOf(prerequisites.map(({ key = '…' }) => escapeMarkdown(key)));
  return required.length === 0
    ? words
    : t('{0}; requires {1}', words, enumeration(required, prerequisites.length - required.length));
}

type Variations = Targeting['variations'];

/** Describes a single rule by the values that the default does not serve, and several rules by all their values. */
function byRulesInWords(rules: Targeting['rules'], defaultServe: Serve | undefined, variations: Variations): string {
  const byDefault = partsOf(defaultServe, variations);
  const others = byDefault.length === 0 ? t("the service's value") : percentages(byDefault);
  const [only, another] = rules;
  if (another === undefined) {
    const parts = partsOf(only?.serve, variations);
    const differing = parts.filter(({ name }) => byDefault.length !== 1 || name !== byDefault[0]?.name);
    const what = percentages(differing.length > 0 ? differing : parts) || t("the service's value");
    return t('{0} for users matched by 1 rule, {1} for everyone else', what, others);
  }
  const names = [...new Set(rules.flatMap(({ serve }) => partsOf(serve, variations).map(({ name }) => name)))];
  const shown = beginningOf(names);
  const served = alternatives(shown, names.length - shown.length);
  return t('{0} for users matched by {1} rules, {2} for everyone else', served, rules.length, others);
}

function toEveryone(serve: Serve | undefined, variations: Variations): string {
  const parts = partsOf(serve, variations);
  const [only] = parts;
  if (only === undefined) return t("the service's value");
  if (parts.length === 1 && only.share === undefined) return t('everyone {0}', only.name);
  if (sumOf(parts.map(({ share }) => share)) !== whole) return percentages(parts);
  const sorted = parts.toSorted((one, other) => (one.share ?? 0) - (other.share ?? 0));
  const [most, ...less] = sorted.toReversed();
  return less.length === 0
    ? t('everyone {0}', most?.name ?? '')
    : t('{0}, others {1}', percentages(less.toReversed()), most?.name ?? '');
}

interface Part {
  readonly name: string;
  /** The share of a split; undefined if the variation is selected for everyone. */
  readonly share: number | undefined;
}

function partsOf(serve: Serve | undefined, variations: Variations): readonly Part[] {
  const nameOf = (index: number) =>
    escapeMarkdown(shortVariation(variations?.[index]?.node)) || t('variation {0}', index);
  if (serve?.select !== undefined) return [{ name: nameOf(serve.select.index), share: undefined }];
  return (serve?.shares ?? []).flatMap((share = 0, index) => (share > 0 ? [{ name: nameOf(index), share }] : []));
}

function percentages(parts: readonly Part[]): string {
  const shown = beginningOf(parts);
  const words = shown.map(({ name, share }) => (share === undefined ? name : `${percent(share)} ${name}`));
  return enumeration(words, parts.length - shown.length);
}
