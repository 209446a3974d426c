/**
 * # syntax (error)
 * Not JSON. Comments and trailing commas are not JSON either: the service would refuse them. VS Code reports these
 * itself; in other editors we do.
 *
 * Fix: remove the comma, remove the comment.
 */
import { t } from '@vscode/l10n';
import type { SyntaxKind, SyntaxProblem } from '../json/syntaxProblem.js';
import type { Fix, SpanProblem } from './problem.js';

export function syntaxProblem({ kind, missing, start, end }: SyntaxProblem): SpanProblem {
  return { code: 'syntax', syntax: kind, start, end, message: messageOf(kind, missing), fixes: fixesFor(kind) };
}

function fixesFor(kind: SyntaxProblem['kind']): readonly Fix[] {
  if (kind === 'comment') return [{ kind: 'remove-text', what: 'comment' }];
  return kind === 'trailing-comma' ? [{ kind: 'remove-text', what: 'comma' }] : [];
}

/** @param missing the bracket that an unclosed container lacks */
function messageOf(kind: SyntaxKind, missing = ''): string {
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
