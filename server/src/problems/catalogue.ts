/**
 * Every problem there is: its code, its default severity and what it says. A code is API: settings and scripts name it;
 * the words may change. The README has a paragraph for each code, which the editor links to.
 */
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
  selectOutOfRangeRelated: 'The variations of this toggle.',
  unknownProperty: (key: string, where: string, closest: string | undefined) =>
    `${quoted(key)} is not known in ${where}.${closest === undefined ? '' : ` Did you mean ${quoted(closest)}?`}`,
  misplacedProperty: (key: string) => `${quoted(key)} is not known in the body: it belongs into "content".`,
  tooManyProblems: (shown: number) => `Only the first ${shown} problems are shown: there are more.`,
  missingProperty: (key: string) => `${quoted(key)} is missing.`,
  environmentName: 'The name of an environment has at least one character and no "/".',
  notAllowed: (where: string, allowed: string) => `${where} must be ${allowed}.`,
  wrongForm: (where: string, description: string) => `${where} does not have the right form. ${description}`.trimEnd(),
} as const;

/** Text of the user's file, cut so that a message stays one line. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
