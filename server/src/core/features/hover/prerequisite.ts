/** Prerequisites in words: the required values, the result for other users, and what the required toggles serve now. */
import { t } from '../../t.js';
import { namesOf } from '../../checks/conditions/sdkWords.js';
import { defaultWhereUnmet } from '../../evaluation/sdks/sdks.js';
import type { JsonDocument } from '../../json/document.js';
import { nodeAt } from '../../json/queries.js';
import { sentencesOf } from '../../targeting/joined.js';
import type { Prerequisite, Targeting } from '../../targeting/model.js';
import { targetingOf } from '../../targeting/model.js';
import { bullets, inlineCode, titled, ELLIPSIS } from './markdown.js';
import { titleOfRule } from './rule.js';
import { served } from './serveHover.js';
import { variationInWords } from './variation.js';

/** Returns the file of a required toggle; undefined if the file is missing or ambiguous. */
export type RequiredFile = (key: string) => JsonDocument | undefined;

export function prerequisitesInWords(targeting: Targeting, fileOf: RequiredFile): string[] {
  const { prerequisites } = targeting;
  const [first, another] = prerequisites;
  if (first === undefined) return [];
  if (another === undefined) return [onlyFor(first, fileOf), ...unmetInWords(targeting)];
  return [
    t('This toggle applies its rules and default only to users who get all of these:'),
    bullets(prerequisites, (each) => valueFrom(each, fileOf)),
    ...unmetInWords(targeting),
  ];
}

export function prerequisiteInWords(
  targeting: Targeting,
  index: number,
  fileOf: RequiredFile,
): { readonly title: string; readonly paragraphs: string[] } | undefined {
  const prerequisite = targeting.prerequisites.find((each) => each.index === index);
  if (prerequisite?.key === undefined) return undefined;
  const { key } = prerequisite;
  return {
    title: titled(t('Prerequisite'), key),
    paragraphs: [onlyFor(prerequisite, fileOf), ...unmetInWords(targeting), ...servesNow(key, fileOf(key))],
  };
}

function onlyFor(prerequisite: Prerequisite, fileOf: RequiredFile): string {
  return t('This toggle applies its rules and default only to users who get {0}.', valueFrom(prerequisite, fileOf));
}

function valueFrom({ key, value }: Prerequisite, fileOf: RequiredFile): string {
  const file = key === undefined ? undefined : fileOf(key);
  const variations = file && targetingOf(file).variations;
  const index = variations?.findIndex((variation) => variation.value === value) ?? -1;
  const words = value === undefined ? ELLIPSIS : index < 0 ? inlineCode(value) : variationInWords(index, variations);
  return t('{0} from {1}', words, key === undefined ? ELLIPSIS : inlineCode(key));
}

function unmetInWords({ disabledServe, defaultServe, variations }: Targeting): string[] {
  if (disabledServe === undefined || defaultServe === undefined) return [];
  const [disabled, byDefault] = [served(disabledServe, variations), served(defaultServe, variations)];
  const official = t('Everyone else gets {0}, as if this toggle were disabled.', disabled);
  if (disabled === byDefault) return [official];
  return [
    sentencesOf([
      official,
      t('With the SDKs for {0}, they get {1}, the default.', namesOf(defaultWhereUnmet), byDefault),
    ]),
  ];
}

function servesNow(key: string, file: JsonDocument | undefined): string[] {
  const toggle = inlineCode(key);
  if (file === undefined) return [t('The value of {0} is unknown: it has no file here.', toggle)];
  const { variations, rules, prerequisites, disabledServe, defaultServe } = targetingOf(file);
  if (nodeAt(file, ['disabled'])?.value === true)
    return [t('{0} is disabled: it serves {1} to everyone.', toggle, served(disabledServe, variations))];
  const places = [
    ...rules.map((rule) => ({ place: titleOfRule(rule), serve: rule.serve })),
    { place: t('Default, when no rule matches'), serve: defaultServe },
    ...(prerequisites.length === 0
      ? []
      : [{ place: t('When one of its own prerequisites is not met'), serve: disabledServe }]),
  ];
  if (places.length === 1)
    return [t('{0} currently serves {1} to everyone.', toggle, served(defaultServe, variations))];
  return [
    t('{0} currently serves:', toggle),
    bullets(places, ({ place, serve }) => t('{0}: {1}', place, served(serve, variations))),
  ];
}
