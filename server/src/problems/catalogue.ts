/**
 * Every problem there is: its code, its default severity and what it says. A code is API: settings and scripts name it;
 * the words may change. The README has a paragraph for each code, which the editor links to.
 */
import { t } from '@vscode/l10n';
import type { SyntaxKind } from '../document/nodes.js';
import type { Severity } from './problem.js';

export const catalogue = {
  syntax: 'error',
  'duplicate-key': 'warning',
  'wrong-type': 'error',
  'non-string-value': 'warning',
  'select-out-of-range': 'warning',
  'unknown-property': 'warning',
  'split-length': 'warning',
  'split-sum': 'warning',
  'split-share': 'warning',
  'empty-serve': 'warning',
  'ambiguous-serve': 'warning',
  'unknown-type': 'information',
  'unknown-predicate': 'information',
  'invalid-object': 'warning',
  'no-objects': 'warning',
  'incomplete-between': 'warning',
  'impossible-between': 'warning',
  'unconditional-rule': 'warning',
  'duplicate-name': 'hint',
  'duplicate-value': 'hint',
  'unused-variation': 'hint',
  'mixed-values': 'information',
  'unknown-prerequisite': 'hint',
  'impossible-prerequisite': 'warning',
  'prerequisite-cycle': 'warning',
  'prerequisite-depth': 'warning',
  'content-too-large': 'warning',
  'invalid-config': 'error',
  'too-many-problems': 'information',
} as const satisfies Readonly<Record<string, Severity>>;

export type ProblemCode = keyof typeof catalogue;

export const problemCodes = Object.keys(catalogue) as readonly ProblemCode[];

/** The codes whose severity people can set: those that a targeting file can have and that can be mended. */
export const configurableCodes = problemCodes.filter(
  (code) => code !== 'invalid-config' && code !== 'too-many-problems',
);

/** What is said of a mistake in the JSON itself; `missing` is the bracket that an unclosed container lacks. */
export function syntaxMessage(kind: SyntaxKind, missing = ''): string {
  switch (kind) {
    case 'empty':
      return 'The file is empty. It holds one JSON object.';
    case 'comment':
      return 'JSON has no comments: the service would refuse the file.';
    case 'trailing-comma':
      return 'Trailing comma: nothing follows it.';
    case 'unclosed-string':
      return 'The string has no closing quote on its line.';
    case 'unclosed-comment':
      return 'The comment has no end, and JSON has no comments.';
    case 'unclosed-container':
      return `"${missing}" is missing before this.`;
    case 'unclosed-at-end':
      return `"${missing}" is missing after this.`;
    case 'bad-escape':
      return 'Not an escape of JSON: \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits are.';
    case 'control-character':
      return 'A control character in a string must be escaped, a tab as \\t.';
    case 'single-quotes':
      return 'Strings stand in double quotes.';
    case 'unquoted-key':
      return 'A property name stands in double quotes.';
    case 'not-a-value':
      return 'Not a JSON value: a string stands in double quotes; true, false, null and numbers stand bare.';
    case 'expected-value':
      return 'A value is missing before this.';
    case 'expected-key':
      return 'A property name in double quotes is missing before this.';
    case 'expected-colon':
      return 'A colon and a value are missing before this.';
    case 'expected-comma':
      return 'A comma is missing before this.';
    case 'unexpected':
      return 'Nothing is expected here.';
    case 'hopeless':
      return 'One mistake follows the other without a right list item between them: the rest of the file is not looked at.';
  }
}

export const messages = {
  duplicateKey: (key: string) => `${quoted(key)} stands again below: this value is ignored.`,
  duplicateKeyRelated: 'This one is read.',
  wrongType: (where: string, wanted: string, found: string) => `${where} must be ${wanted}, not ${found}.`,
  nonStringValue: (where: string, json: string) => `${where} is sent as a string: ${json}.`,
  selectOutOfRange: (index: number, count: number) =>
    count === 0
      ? `Variation ${index} does not exist: this toggle has none.`
      : `Variation ${index} does not exist: this toggle has ${count} (${count === 1 ? 'only 0' : `0 to ${count - 1}`}).`,
  selectOutOfRangeRelated: () => t('The variations of this toggle.'),
  unknownProperty: (key: string, where: string, closest: string | undefined) =>
    `${quoted(key)} is not known in ${where}.${closest === undefined ? '' : ` Did you mean ${quoted(closest)}?`}`,
  misplacedProperty: (key: string) => `${quoted(key)} is not known in the body: it belongs into "content".`,
  tooManyProblems: (shown: number) => `Only the first ${shown} problems are shown: there are more.`,
  missingProperty: (key: string) => `${quoted(key)} is missing.`,
  environmentName: 'The name of an environment has at least one character and no "/".',
  notAllowed: (where: string, allowed: string) => `${where} must be ${allowed}.`,
  wrongForm: (where: string, description: string) => `${where} does not have the right form. ${description}`.trimEnd(),
  splitLength: (shares: number, variations: number) =>
    t('A split has one share for each variation: {0}, not {1}.', variations, shares),
  splitSum: (sum: number) => t('The shares of a split sum to 10000, which is 100%; these sum to {0}.', sum),
  splitShare: (share: number) => t('A share is between 0 and 10000, which is 100%; this is {0}.', share),
  emptyServe: () => t('Nothing is served: a serve has either "select" or "split".'),
  ambiguousServe: () => t('A serve has either "select" or "split", not both.'),
  unknownType: (type: string, closest: string | undefined, known: readonly string[]) =>
    closest === undefined
      ? t('{0} is no type of condition that is known here: {1}.', quoted(type), listed(known))
      : t('{0} is no type of condition that is known here. Did you mean {1}?', quoted(type), quoted(closest)),
  unknownPredicate: (predicate: string, type: string, closest: string | undefined, known: readonly string[]) =>
    closest === undefined
      ? t('{0} is no predicate that is known for the type "{1}": {2}.', quoted(predicate), type, listed(known))
      : t(
          '{0} is no predicate that is known for the type "{1}". Did you mean {2}?',
          quoted(predicate),
          type,
          quoted(closest),
        ),
  noNumber: (object: string) => t('{0} is no number: the service would refuse it.', quoted(object)),
  noDatetime: (object: string) => t('{0} is no date and time of the form 2022-06-27T16:08:10+08:00.', quoted(object)),
  otherDatetime: (object: string) =>
    t('The service reads dates of the form 2022-06-27T16:08:10+08:00 alone, and would refuse {0}.', quoted(object)),
  noSemver: (object: string) =>
    t('{0} is no version of SemVer 2.0.0, as 1.2.3 is one: the service would refuse it.', quoted(object)),
  noRegex: (object: string) =>
    t('{0} is no regular expression: the condition is never true, nor is its negation.', quoted(object)),
  noObjects: () => t('The condition compares with nothing.'),
  incompleteBetween: (missing: readonly string[]) => t('"between" has two bounds; missing here: {0}.', listed(missing)),
  impossibleBetween: () => t('No value lies between these bounds.'),
  unconditionalRule: (dead: number) =>
    dead === 1
      ? t('A rule without conditions matches everybody: the rule below it is never tried.')
      : t('A rule without conditions matches everybody: the {0} rules below it are never tried.', dead),
  duplicateRuleName: (first: number) => t('Rule {0} has the same name.', first),
  duplicateVariationName: (first: number) => t('Variation {0} has the same name.', first),
  duplicateVariationValue: (first: number) => t('Variation {0} has the same value.', first),
  unusedVariation: (index: number) => t('Nothing serves variation {0}.', index),
  mixedValues: (usual: 'boolean' | 'number' | 'json' | 'string') => mixedValues(usual),
  ownPrerequisite: () => t('A toggle cannot be its own prerequisite: the service would refuse it.'),
  unknownPrerequisite: (key: string) => t('No file of this environment describes the toggle {0}.', quoted(key)),
  impossiblePrerequisite: (key: string, value: string) =>
    t('The toggle {0} has no variation with the value {1}.', quoted(key), quoted(value)),
  prerequisiteCycle: (key: string) =>
    t('The prerequisites of {0} lead back to this toggle: the service would refuse it.', quoted(key)),
  prerequisiteDepth: (deepest: number) =>
    t('The chain of prerequisites has more than {0} toggles: the service would refuse it.', deepest),
  contentTooLarge: (bytes: number) =>
    t('The content is about {0} bytes long: the open-source service takes at most 1048576.', bytes),
} as const;

function mixedValues(usual: 'boolean' | 'number' | 'json' | 'string'): string {
  switch (usual) {
    case 'boolean':
      return t('The other values are booleans: SDKs read all of them alike.');
    case 'number':
      return t('The other values are numbers: SDKs read all of them alike.');
    case 'json':
      return t('The other values are JSON: SDKs read all of them alike.');
    case 'string':
      return t('The other values are texts: SDKs read all of them alike.');
  }
}

function listed(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(', ');
}

/** Text of the user's file, cut so that a message stays one line. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
