/**
 * Escapes text that GitHub's runner would interpret as a command (actions/runner, ActionCommand.cs): `::name::` at the
 * start of a line, even after spaces, and `##[name]` anywhere. Like .NET, the runner ignores invisible characters in
 * between. The escape sequence is JSON's, so that programs read the same text.
 */

export function withoutCommands(text: string): string {
  return withoutOldCommands(text.replace(atStart, '$1\\u003a'));
}

/** Like `withoutCommands`, but for lines that contain our own commands. */
export function withoutOldCommands(text: string): string {
  return text.replace(anywhere, '\\u0023');
}

const invisible = String.raw`(?:(?![\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}])*`;
const blanks = String.raw`(?:(?![\n\r\u2028\u2029])[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}])*`;
const atStart = new RegExp(`^(${blanks}):(?=${invisible}:)`, 'gmu');
const anywhere = new RegExp(String.raw`#(?=${invisible}#${invisible}\[)`, 'gu');
