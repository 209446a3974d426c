/**
 * Every problem there is: its code, its default severity and what it says. A code is API: settings and scripts name it;
 * the words may change. The README has a paragraph for each code, which the editor links to.
 */
import { t } from '@vscode/l10n';
import type { SyntaxKind } from '../json/nodes.js';
import type { Severity } from './severity.js';

export const catalogue = {
  syntax: 'error',
  'duplicate-key': 'warning',
  'wrong-type': 'error',
  'freezes-environment': 'warning',
  'toggle-vanishes': 'warning',
  'service-limit': 'warning',
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
  'value-misfit': 'warning',
  'unknown-segment': 'warning',
  'unknown-prerequisite': 'hint',
  'impossible-prerequisite': 'warning',
  'prerequisite-cycle': 'warning',
  'prerequisite-depth': 'warning',
  'content-too-large': 'warning',
  'invalid-config': 'error',
  'unreadable-file': 'error',
  'look-alike-names': 'warning',
  'too-many-problems': 'information',
} as const satisfies Readonly<Record<string, Severity>>;

export type ProblemCode = keyof typeof catalogue;

/** What the open-source server takes without a word, or refuses without one: errors where a file's service is that server. */
export const productionCodes: ReadonlySet<ProblemCode> = new Set([
  'freezes-environment',
  'toggle-vanishes',
  'service-limit',
]);
export type ProductionCode = 'freezes-environment' | 'toggle-vanishes' | 'service-limit';

export const problemCodes = Object.keys(catalogue) as readonly ProblemCode[];

const fixedCodes: readonly ProblemCode[] = [
  'invalid-config',
  'unreadable-file',
  'look-alike-names',
  'too-many-problems',
];

/** The codes whose severity a config can set: those that a targeting file can have and that can be mended. */
export const configurableCodes = problemCodes.filter((code) => !fixedCodes.includes(code));

/** Those that a person can set. A config, which a warning of its names is about, must not silence that. */
export const settableCodes: readonly ProblemCode[] = [...configurableCodes, 'look-alike-names'];

/** What is said of a mistake in the JSON itself; `missing` is the bracket that an unclosed container lacks. */
export function syntaxMessage(kind: SyntaxKind, missing = ''): string {
  switch (kind) {
    case 'empty':
      return t('The file is empty. It holds one JSON object.');
    case 'comment':
      return t('JSON has no comments: the service would refuse the file.');
    case 'trailing-comma':
      return t('Trailing comma: nothing follows it.');
    case 'unclosed-string':
      return t('The string has no closing quote on its line.');
    case 'unclosed-comment':
      return t('The comment has no end, and JSON has no comments.');
    case 'unclosed-container':
      return t('"{0}" is missing before this.', missing);
    case 'unclosed-at-end':
      return t('"{0}" is missing after this.', missing);
    case 'bad-escape':
      return t('Not an escape of JSON: \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits are.');
    case 'control-character':
      return t('A control character in a string must be escaped, a tab as \\t.');
    case 'single-quotes':
      return t('Strings stand in double quotes.');
    case 'unquoted-key':
      return t('A property name stands in double quotes.');
    case 'not-a-value':
      return t('Not a JSON value: a string stands in double quotes; true, false, null and numbers stand bare.');
    case 'expected-value':
      return t('A value is missing before this.');
    case 'expected-key':
      return t('A property name in double quotes is missing before this.');
    case 'expected-colon':
      return t('A colon and a value are missing before this.');
    case 'expected-comma':
      return t('A comma is missing before this.');
    case 'unexpected':
      return t('Nothing is expected here.');
    case 'hopeless':
      return t(
        'One mistake follows the other without a right list item between them: the rest of the file is not looked at.',
      );
  }
}

/** What FeatureProbe's server makes of a mistake. @param why a sentence that says what is right */
export function inProduction(
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
  'service-limit': (why) => t("FeatureProbe's server refuses this with a bare error 500: {0}", why),
};

export const messages = {
  duplicateKey: (key: string) => t('{0} stands again below: this value is ignored.', quoted(key)),
  get duplicateKeyRelated() {
    return t('This one is read.');
  },
  wrongType: (where: string, wanted: string, found: string) => t('{0} must be {1}, not {2}.', where, wanted, found),
  nonStringValue: (json: string) => t('Must be a string: {0}.', json),
  selectOutOfRange: (index: number, count: number) => {
    if (count === 0) return t('Variation {0} does not exist: this toggle has none.', index);
    if (count === 1) return t('Variation {0} does not exist: this toggle has 1 (only 0).', index);
    return t('Variation {0} does not exist: this toggle has {1} (0 to {2}).', index, count, count - 1);
  },
  negativeSelect: (index: number) => t('Variation {0} cannot exist: they are counted from 0.', index),
  selectOutOfRangeRelated: () => t('The variations of this toggle.'),
  unknownProperty: (key: string, where: string, closest: string | undefined) =>
    closest === undefined
      ? t('{0} is not known in {1}.', quoted(key), where)
      : t('{0} is not known in {1}. Did you mean {2}?', quoted(key), where, quoted(closest)),
  misplacedProperty: (key: string) => t('{0} is not known in the body: it belongs into "content".', quoted(key)),
  tooManyProblems: (shown: number) => t('Only the first {0} problems are shown: there are more.', shown),
  missingProperty: (key: string) => t('{0} is missing.', quoted(key)),
  unreadable: (reason: string) => t('The file cannot be read ({0}).', reason),
  tooManyEnvironments: (most: number) => t('A config has at most {0} environments.', most),
  get environmentName() {
    return t('The name of an environment has 1 to 100 characters, all of them visible, without "/" and "$(".');
  },
  lookAlike: (name: string, other: string) =>
    t('{0} looks like {1}: whoever pushes may take one for the other.', quoted(name), quoted(other)),
  notAllowed: (where: string, allowed: readonly string[]) =>
    allowed.length === 1
      ? t('{0} must be {1}.', where, listed(allowed))
      : t('{0} must be one of {1}.', where, listed(allowed)),
  tooLong: (where: string, most: number) => t('{0} has at most {1} characters.', where, most),
  wrongForm: (where: string, description: string) =>
    t('{0} does not have the right form. {1}', where, description).trimEnd(),
  splitLength: (shares: number, variations: number) =>
    t('A split has one share for each variation: {0}, not {1}.', variations, shares),
  splitSum: (sum: number) => t('The shares of a split sum to 10000, which is 100%; these sum to {0}.', sum),
  splitShare: (share: number) => t('A share is between 0 and 10000, which is 100%; this is {0}.', share),
  sumOutOfRange: (sum: number) =>
    t('The shares up to this one sum to {0}: the sum is never negative, nor above 2147483647.', sum),
  ruleNeeds: (missing: readonly string[]) => t('A rule needs {0}.', listed(missing)),
  conditionNeeds: (missing: readonly string[]) => t('A condition needs {0}.', listed(missing)),
  prerequisiteNeeds: (missing: readonly string[]) => t('A prerequisite needs {0}.', listed(missing)),
  prerequisiteType: (known: readonly string[]) => t('The "type" of a prerequisite is one of {0}.', listed(known)),
  noDecimal: (value: string) => t('{0} is no decimal number.', quoted(value)),
  hugeNumber: (value: string) =>
    t(
      '{0} is beyond the numbers that it can read; with its cache, it reads a text that no number equals.',
      quoted(value),
    ),
  noJsonObject: (value: string) => t('{0} is no JSON object.', quoted(value)),
  tooManyCharacters: (most: number, found: number) => t('At most {0} characters, not {1}.', most, found),
  tooManyBytes: (most: number, found: number) => t('At most {0} bytes of UTF-8, not {1}.', most, found),
  vanishesOnceEnabled: (why: string) =>
    t(
      "Once this toggle is enabled, FeatureProbe's server leaves it out of the environment, so every application gets the default of its code: {0}",
      why,
    ),
  serveNeeds: () => t('A serve needs "select" or "split".'),
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
  objectTooLong: (length: number, longest: number) =>
    t('This object has {0} characters: one of more than {1} is not checked.', length, longest),
  tooManyToFollow: (most: number) =>
    t(
      'More than {0} prerequisites follow from those of this file: from here on, none was looked at for a cycle or a chain that is too long.',
      most,
    ),
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
  mixedValues: (usual: 'boolean' | 'number') =>
    usual === 'boolean'
      ? t('The other values are booleans: SDKs read all of them alike.')
      : t('The other values are numbers: SDKs read all of them alike.'),
  /** What comes of such values: evaluation.md 1.3, 1.4 and 2. */
  misfit: {
    number: (value: string) =>
      t(
        '{0} is no decimal number, which this toggle serves: FeatureProbe leaves the toggle out, so every application gets the default of its code.',
        quoted(value),
      ),
    range: (value: string) =>
      t(
        '{0} is beyond the numbers that FeatureProbe can read: every toggle of the environment stays as it was.',
        quoted(value),
      ),
    json: (value: string) =>
      t(
        '{0} is no JSON object, which this toggle serves: FeatureProbe leaves the toggle out, so every application gets the default of its code.',
        quoted(value),
      ),
    boolean: (value: string) => t('{0} is read as false: this toggle serves "true" or "false".', quoted(value)),
  },
  unknownSegment: (key: string, project: string, closest: string | undefined) =>
    closest === undefined
      ? t('The project {0} has no segment {1}: the service would refuse the file.', project, quoted(key))
      : t(
          'The project {0} has no segment {1}: the service would refuse the file. Did you mean {2}?',
          project,
          quoted(key),
          quoted(closest),
        ),
  otherwiseSpeltSegment: (key: string, segment: string) =>
    t(
      'The segment is called {0}: FeatureProbe takes {1}, but leaves the toggle out, so every application gets the default of its code.',
      quoted(segment),
      quoted(key),
    ),
  missingPrerequisite: (key: string, project: string) =>
    t('The project {0} has no toggle {1}, or has it archived: the prerequisite is never met.', project, quoted(key)),
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

function listed(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(', ');
}

/** Text of the user's file, cut so that a message stays one line. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
