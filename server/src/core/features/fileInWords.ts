/** Describes a whole targeting file in plain words, for the command line and for agents. */
import { t } from '../t.js';
import type { JsonDocument } from '../json/document.js';
import type { JsonNode } from '../json/nodes.js';
import { asObject } from '../json/plain.js';
import { listNamed, nodeAt, textNamed } from '../json/queries.js';
import type { Rule, Serve, Targeting, Variation } from '../targeting/model.js';
import { targetingOf } from '../targeting/model.js';
import { conditionInWords } from './hover/condition.js';
import { beginningOf, ELLIPSIS } from './hover/markdown.js';
import { withoutMarkdown } from './hover/plainWords.js';
import { ruleInWords, titleOfRule } from './hover/rule.js';
import { served } from './hover/serveHover.js';
import { describedInWords } from './hover/variation.js';
import { plainFile } from './merge/fileIn.js';

/**
 * Each part has its own lines, independent of other parts. Details are indented; anything that words cannot express
 * follows as JSON. Text that cannot be read completely is appended, so that different files have different lines.
 */
export function fileInWords(document: JsonDocument): readonly string[] {
  const { root, syntaxProblems, text } = document;
  const whole = text.split(/\r\n|\n|\r/);
  if (root?.kind !== 'object') return [t('The file is not a single JSON object.'), ...whole];
  const lines = linesOf(root.value, document);
  if (syntaxProblems.length > 0)
    return [t('The file has syntax errors. The readable part:'), ...lines, t('The text:'), ...whole];
  return plainFile(text) === undefined || hasDoubledKey(root) ? [...lines, t('The text:'), ...whole] : lines;
}

/** @param node a node of a text that `plainFile` accepts, so its depth is limited */
function hasDoubledKey(node: JsonNode | undefined): boolean {
  if (node?.kind === 'array') return node.items.some(hasDoubledKey);
  if (node?.kind !== 'object') return false;
  const { properties } = node;
  return (
    new Set(properties.map(({ key }) => key.value)).size < properties.length ||
    properties.some((each) => hasDoubledKey(each.node))
  );
}

function linesOf(file: Readonly<Record<string, unknown>>, document: JsonDocument): readonly string[] {
  const targeting = { ...targetingOf(document) };
  const { rules, prerequisites, variations = [] } = targeting;
  const { whileDisabled, requires, byDefault } = partsInWords(document);
  const content = asObject(file['content']);
  return [
    ...(file['disabled'] === false ? [t('The toggle is enabled.')] : []),
    whileDisabled,
    ...uncoveredFields('  ', content?.['disabledServe'], ofServe),
    ...uncoveredFields('', file, { disabled: isFlag, content: isObject }),
    ...prerequisites.flatMap(({ node }, index) => [
      ...requires.slice(index, index + 1),
      ...uncoveredFields('  ', node.value, { key: isText, value: isText }),
    ]),
    ...rules.flatMap((rule) => linesOfRule(rule, targeting)),
    byDefault,
    ...uncoveredFields('  ', content?.['defaultServe'], ofServe),
    ...(targeting.variations === undefined ? [] : [t('Variations:')]),
    ...variations.flatMap((each) => [
      `  ${variationInWords(each)}`,
      ...uncoveredFields('    ', each.node.value, { value: isShort, name: isShort, description: isShort }),
    ]),
    ...uncoveredFields('', content, ofContent),
  ];
}

function linesOfRule(rule: Rule, targeting: Targeting): readonly string[] {
  const conditions = listNamed(rule.node, 'conditions')?.items ?? [];
  const what = inPlainWords(rule.serve, targeting);
  return [
    // Named rules have no number here, because a new rule would change the numbers of all later rules.
    t('Rule {0}', rule.name === undefined || rule.name === '' ? rule.index + 1 : JSON.stringify(rule.name)),
    `  ${conditions.length === 0 ? t('Serves {0} to everyone who reaches it: it has no conditions.', what) : t('Serves {0} when all of these hold:', what)}`,
    ...uncoveredFields('    ', rule.serve?.node.value, ofServe),
    ...conditions.flatMap((node) => [
      `  - ${t('{0} ({1})', withoutMarkdown(conditionInWords(node)), textNamed(node, 'type') ?? ELLIPSIS)}`,
      ...uncoveredFields('    ', node.value, ofCondition),
    ]),
    ...uncoveredFields('  ', rule.node.value, { name: isText, serve: isObject, conditions: Array.isArray }),
  ];
}

export interface PartsInWords {
  readonly whileDisabled: string;
  readonly requires: readonly string[];
  readonly rules: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly byDefault: string;
  /** The variations in words; undefined if the file has no list of variations. */
  readonly variations: readonly string[] | undefined;
}

export function partsInWords(document: JsonDocument): PartsInWords {
  // `targetingOf` computes its lists on every access.
  const targeting = { ...targetingOf(document) };
  const { variations, rules, prerequisites, disabledServe, defaultServe } = targeting;
  const isDisabled = nodeAt(document, ['disabled'])?.value === true;
  const isWhole = document.syntaxProblems.length === 0;
  return {
    whileDisabled: isDisabled
      ? t('The toggle is disabled: it serves {0} to everyone.', inPlainWords(disabledServe, targeting))
      : t('While it is disabled, it serves {0} to everyone.', inPlainWords(disabledServe, targeting)),
    requires: prerequisites.map(({ key, value }) =>
      t('Requires {0} to serve {1}; other users get the value while disabled.', quotedOr(key), quotedOr(value)),
    ),
    rules: rules.map((rule) => ({
      title: withoutMarkdown(titleOfRule(rule)),
      lines: ruleInWords(rule, targeting, isWhole).flatMap((paragraph) => paragraph.split('\n').map(withoutMarkdown)),
    })),
    byDefault: t('By default, it serves {0}.', inPlainWords(defaultServe, targeting)),
    variations: variations && beginningOf(variations).map(variationInWords),
  };
}

function inPlainWords(serve: Serve | undefined, { variations }: Targeting): string {
  return serve === undefined ? t("the service's value") : withoutMarkdown(served(serve, variations));
}

function quotedOr(text: string | undefined): string {
  return text === undefined ? ELLIPSIS : JSON.stringify(text);
}

function variationInWords(variation: Variation): string {
  return `${variation.index}: ${withoutMarkdown(describedInWords(variation) ?? '')}`;
}

/** Maps each key to a function that returns whether words fully express the key's value. */
type CoveredFields = Readonly<Record<string, (value: unknown) => boolean>>;

const isFlag = (value: unknown) => typeof value === 'boolean';
const isText = (value: unknown) => typeof value === 'string';
const isObject = (value: unknown) => asObject(value) !== undefined;
/** An empty list does not count, because words do not distinguish it from a missing list. */
const areObjects = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isObject);
/** A longer text does not count, because the description truncates it. */
const isShort = (value: unknown) => typeof value === 'string' && value.length <= 60;
const areFew = (value: unknown) => Array.isArray(value) && value.length <= 10;
const areShort = (value: unknown) => areFew(value) && (value as unknown[]).every(isShort);
const areShares = (value: unknown) => areFew(value) && (value as unknown[]).every((share) => typeof share === 'number');

const ofServe: CoveredFields = { select: Number.isInteger, split: areShares };
const ofCondition: CoveredFields = {
  ...{ type: isText, subject: isShort, predicate: isShort, objects: areShort },
  ...{ leftPredicate: isShort, rightPredicate: isShort, rightObjects: areShort },
};
const ofContent: CoveredFields = {
  ...{ rules: areObjects, prerequisites: areObjects, variations: areObjects },
  ...{ disabledServe: isObject, defaultServe: isObject },
};

/** The properties that words do not fully express, as JSON. */
function uncoveredFields(indentation: string, value: unknown, told: CoveredFields): readonly string[] {
  return Object.entries(asObject(value) ?? {}).flatMap(([key, inner]) => {
    if (Object.hasOwn(told, key) && told[key]?.(inner) === true) return [];
    const lines = `${JSON.stringify(key)}: ${JSON.stringify(inner, undefined, 2)}`.split('\n');
    return lines.map((line) => indentation + line);
  });
}
