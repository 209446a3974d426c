/** Explains a place in a targeting file, for hovers. */
import { t } from '../../t.js';
import type { RelatedFiles } from '../../checks/beside/filesBeside.js';
import type { JsonDocument } from '../../json/document.js';
import type { Path } from '../../json/nodes.js';
import { nodeAt } from '../../json/queries.js';
import type { Place } from '../../json/queries.js';
import { allowedAttributes } from '../../targeting/rules/allowed.js';
import type { PoliciesOfFile } from '../../targeting/rules/policy.js';
import type { Serve, Targeting } from '../../targeting/model.js';
import { conditionOf, targetingOf } from '../../targeting/model.js';
import { conditionInWords } from './condition.js';
import { escapeMarkdown, titled } from './markdown.js';
import { predicateInWords } from './predicate.js';
import type { RequiredFile } from './prerequisite.js';
import { prerequisiteInWords, prerequisitesInWords } from './prerequisite.js';
import { ruleInWords, titleOfRule } from './rule.js';
import { selectInWords, serveInWords, shareInWords, splitInWords } from './serveHover.js';
import { usesInWords } from './uses.js';
import { instantOf } from '../../targeting/values/instant.js';
import { relativeTime } from '../layout/relativeTime.js';

export interface Explanation {
  /** The title in Markdown; by default, the schema's title. */
  readonly title?: string;
  /** The paragraphs in Markdown; if the list is empty, the schema's description is used. */
  readonly paragraphs: readonly string[];
}

export interface HoverContext extends Clock {
  /** Descriptions of the service's segments by key. */
  readonly segments?: ReadonlyMap<string, string>;
  /** Facts about related files, for hovers in users files and test files. */
  readonly beside?: RelatedFiles;
  /** The current text of the tested targeting file. */
  readonly tested?: () => JsonDocument | undefined;
  readonly required?: RequiredFile;
  /** The known toggles that require the file's toggle. */
  readonly requiredBy?: () => readonly string[];
  /** @returns the number of files that call the toggle, in words; undefined until all code is read */
  readonly called?: () => string | undefined;
  readonly policies?: PoliciesOfFile | undefined;
  /** The owners of the file according to CODEOWNERS. */
  readonly owners?: () => readonly string[] | undefined;
  /** Whether the client already shows the schema's descriptions. */
  readonly schemaIsKnown?: boolean;
}

/** @param at 'gap' for the opening bracket of the value */
export function explanation(
  json: JsonDocument,
  path: Path,
  at: Place['at'],
  outside: HoverContext,
): Explanation | undefined {
  const [content, list, index, key, ...rest] = path;
  if (content !== 'content') return undefined;
  const targeting = targetingOf(json);
  const { required = () => undefined } = outside;
  if (list === 'defaultServe')
    return ofServe(targeting[list], targeting, path.slice(2), t('Served when no rule matches.'));
  if (list === 'disabledServe') return ofServe(targeting[list], targeting, path.slice(2), whileDisabled(targeting));
  if (list === 'prerequisites' && index === undefined) return { paragraphs: prerequisitesInWords(targeting, required) };
  if (typeof index !== 'number') return undefined;
  if (list === 'prerequisites') return key === 'type' ? undefined : prerequisiteInWords(targeting, index, required);
  if (list === 'variations')
    return rest.length === 0 ? ofVariation(targeting, index, key, isRightJson(json)) : undefined;
  if (list !== 'rules') return undefined;
  if (key === 'conditions' && rest.length > 0) return ofCondition(json, path, outside);
  // The hover of the key `serve` explains the rule; the hover of the opening bracket explains the serve itself.
  if (key === 'serve' && !(rest.length === 0 && at === 'key')) {
    const rule = targeting.rules[index];
    return rule && ofServe(rule.serve, targeting, rest, t('Served to users who match {0}.', titleOfRule(rule)));
  }
  return rest.length === 0 ? ofRule(targeting, index, key, isRightJson(json)) : undefined;
}

function ofRule(targeting: Targeting, index: number, key: Path[number] | undefined, isWhole: boolean) {
  const rule = targeting.rules[index];
  const isOfRule = key === undefined || key === 'name' || key === 'conditions' || key === 'serve';
  if (rule?.node.kind !== 'object' || !isOfRule) return undefined;
  return { title: titleOfRule(rule), paragraphs: ruleInWords(rule, targeting, isWhole) };
}

function ofVariation(targeting: Targeting, index: number, key: Path[number] | undefined, isWhole: boolean) {
  const variation = targeting.variations?.[index];
  const isOfVariation = key === undefined || key === 'name' || key === 'value';
  if (variation?.node.kind !== 'object' || !isOfVariation) return undefined;
  const title = titled(t('Variation {0}', index), variation.name);
  return { title, paragraphs: usesInWords(variation, targeting, isWhole) };
}

function isRightJson({ syntaxProblems }: JsonDocument): boolean {
  return syntaxProblems.length === 0;
}

/** @param rest the path below the serve @param when a sentence that states when the serve applies */
function ofServe(
  serve: Serve | undefined,
  { variations }: Targeting,
  rest: Path,
  when: string,
): Explanation | undefined {
  if (serve === undefined) return undefined;
  const [key, index] = rest;
  const paragraphs = () => {
    if (key === undefined) return serveInWords(serve, variations);
    if (key === 'select') return selectInWords(serve, variations);
    if (key !== 'split' || rest.length > 2) return undefined;
    return typeof index === 'number' ? shareInWords(serve, index, variations) : splitInWords(serve, variations);
  };
  const words = paragraphs();
  return words && { paragraphs: words.length === 0 ? [] : [...words, when] };
}

function whileDisabled({ prerequisites }: Targeting): string {
  return prerequisites.length === 0
    ? t('Served while the toggle is disabled.')
    : t('Served while the toggle is disabled, and to users who do not meet its prerequisites.');
}

function ofCondition(json: JsonDocument, path: Path, outside: HoverContext): Explanation | undefined {
  const node = nodeAt(json, path.slice(0, 5));
  const [key, index] = path.slice(5);
  if (node?.kind !== 'object') return undefined;
  const condition = conditionOf(node);
  const meaning = () => t('Holds when {0}.', conditionInWords(node));
  if (key === undefined || key === 'leftPredicate' || key === 'rightPredicate') return { paragraphs: [meaning()] };
  if (key === 'subject') {
    const listed = allowedAttributes(outside.policies)?.get(condition.subject ?? '');
    if (listed === undefined || condition.type === 'segment') return undefined;
    return { paragraphs: [meaning(), t('The organization lists this attribute with the type `{0}`.', listed)] };
  }
  if (key === 'predicate') {
    const ofPredicate = predicateInWords(condition.type, condition.predicate);
    return { paragraphs: ofPredicate.length === 0 ? [] : [meaning(), ...ofPredicate] };
  }
  if ((key !== 'objects' && key !== 'rightObjects') || index === undefined) return undefined;
  const text = nodeAt(json, path)?.value;
  if (typeof text !== 'string') return undefined;
  if (condition.type === 'datetime') return { paragraphs: instantInWords(text, outside) };
  const words = condition.type === 'segment' ? outside.segments?.get(text) : undefined;
  return words === undefined ? undefined : { paragraphs: [escapeMarkdown(words)] };
}

interface Clock {
  /** The current time in Unix milliseconds. */
  readonly now: number;
  /** An Intl locale such as `en`. */
  readonly locale: string;
  /** An Intl time zone such as `Europe/Berlin`; by default, the machine's time zone. */
  readonly timeZone?: string;
}

/** An instant relative to now, in local time and in UTC; empty if the text is not an instant. */
function instantInWords(text: string, { now, timeZone, locale }: Clock): string[] {
  const instant = instantOf(text);
  if (instant === undefined) return [];
  const local = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone });
  const utc = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  return [
    // The date is not at the start of its line, because "27. " would begin a list in Markdown.
    t('{0}: {1}', relativeTime(instant - now, locale), local.format(instant)),
    t('UTC: {0}', utc.format(instant)),
  ];
}
