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

export const messages = {
  duplicateKey: (key: string) => t('{0} stands again below: this value is ignored.', quoted(key)),
  get duplicateKeyRelated() {
    return t('This one is read.');
  },
  wrongType: (where: string, wanted: string, found: string) =>
    t('{0} must be {1}, not {2}.', place(where), wanted, found),
  nonStringValue: (where: string, json: string) => t('{0} is sent as a string: {1}.', place(where), json),
  selectOutOfRange: (index: number, count: number) => {
    if (count === 0) return t('Variation {0} does not exist: this toggle has none.', index);
    if (count === 1) return t('Variation {0} does not exist: this toggle has 1 (only 0).', index);
    return t('Variation {0} does not exist: this toggle has {1} (0 to {2}).', index, count, count - 1);
  },
  get selectOutOfRangeRelated() {
    return t('The variations of this toggle.');
  },
  unknownProperty: (key: string, where: string, closest: string | undefined) =>
    closest === undefined
      ? t('{0} is not known in {1}.', quoted(key), place(where))
      : t('{0} is not known in {1}. Did you mean {2}?', quoted(key), place(where), quoted(closest)),
  misplacedProperty: (key: string) => t('{0} is not known in the body: it belongs into "content".', quoted(key)),
  tooManyProblems: (shown: number) => t('Only the first {0} problems are shown: there are more.', shown),
  missingProperty: (key: string) => t('{0} is missing.', quoted(key)),
  get environmentName() {
    return t('The name of an environment has at least one character and no "/".');
  },
  notAllowed: (where: string, allowed: string) => t('{0} must be {1}.', place(where), allowed),
  wrongForm: (where: string, description: string) =>
    t('{0} does not have the right form. {1}', place(where), description).trimEnd(),
} as const;

/** Where something stands, as a shape is named: made of the schema before the language is known, so in English. */
function place(where: string): string {
  return t(where);
}

/** Text of the user's file, cut so that a message stays one line. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
