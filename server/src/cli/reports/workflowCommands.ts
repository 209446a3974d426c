/**
 * Escapes what GitHub's runner reads as a command (actions/runner, ActionCommand.cs): `::name::` after spaces at
 * the start of a line, and `##[name]` anywhere. The runner ignores invisible characters in between, as .NET does. The
 * escape is JSON's, so that programs read the same text.
 */

export function withoutCommands(text: string): string {
  return withoutOldCommands(text.replace(atStart, '$1\\u003a'));
}

/** For lines with our own commands. */
export function withoutOldCommands(text: string): string {
  return text.replace(anywhere, '\\u0023');
}

const invisible = String.raw`(?:(?![\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}])*`;
const blanks = String.raw`(?:(?![\n\r\u2028\u2029])[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}])*`;
const atStart = new RegExp(`^(${blanks}):(?=${invisible}:)`, 'gmu');
const anywhere = new RegExp(String.raw`#(?=${invisible}#${invisible}\[)`, 'gu');
