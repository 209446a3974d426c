/**
 * # syntax (error)
 * The text is not JSON. Comments and trailing commas are not JSON either: the service would refuse them. VS Code reports
 * these itself; in other editors, we do.
 * Not reported: broken JSON in the text of a value, unless `value-misfit` knows that its type is JSON.
 *
 * Fix: remove the comma, remove the comment.
 */
import { t } from '../../t.js';
import type { SyntaxKind, SyntaxProblem } from '../../json/read/syntaxProblem.js';
import type { Fix, SpanProblem } from '../problem.js';
import { unreadableCode } from './unreadable.js';

export function syntaxProblem({ kind, missing, start, end }: SyntaxProblem): SpanProblem {
  const code = kind === 'damaged' ? unreadableCode : 'syntax';
  return { code, syntax: kind, start, end, message: messages[kind](missing ?? ''), fixes: fixesFor(kind) };
}

function fixesFor(kind: SyntaxProblem['kind']): readonly Fix[] {
  if (kind === 'comment') return [{ kind: 'remove-text', what: 'comment', isCertain: true }];
  return kind === 'trailing-comma' ? [{ kind: 'remove-text', what: 'comma', isCertain: true }] : [];
}

/** The message for each kind of problem; `missing` is the bracket that an unclosed container lacks. */
const messages: Readonly<Record<SyntaxKind, (missing: string) => string>> = {
  empty: () => t('The file is empty. It must contain one JSON object.'),
  comment: () => t('JSON has no comments: the service would refuse the file.'),
  'trailing-comma': () => t('Trailing comma: nothing follows it.'),
  'unclosed-string': () => t('The string has no closing quote on its line.'),
  'unclosed-comment': () => t('The comment is not closed, and JSON has no comments.'),
  'unclosed-container': (missing) => t('"{0}" is missing before this.', missing),
  'unclosed-at-end': (missing) => t('"{0}" is missing after this.', missing),
  'bad-escape': () =>
    t('Not a JSON escape. Valid escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits.'),
  'control-character': () => t('A control character in a string must be escaped, a tab as \\t.'),
  damaged: () =>
    t(
      'A text was lost here: U+FFFD replaces what an editor cannot decode. Reopen the file with its own encoding and save it as UTF-8, or write \\ufffd if you want this character.',
    ),
  'single-quotes': () => t('Strings need double quotes.'),
  'unquoted-key': () => t('A property name needs double quotes.'),
  'not-a-value': () =>
    t('Not a JSON value: put strings in double quotes; true, false, null and numbers have no quotes.'),
  'expected-value': () => t('A value is missing before this.'),
  'expected-key': () => t('A property name in double quotes is missing before this.'),
  'expected-colon': () => t('A colon and a value are missing before this.'),
  'expected-comma': () => t('A comma is missing before this.'),
  unexpected: () => t('This text does not belong here.'),
  hopeless: () =>
    t(
      'There are too many mistakes in a row, with no valid list item between them: the rest of the file is not checked.',
    ),
};
