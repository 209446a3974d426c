/**
 * What GitHub's runner would take for a command in the output of a step (actions/runner, ActionCommand.cs): `::name::` behind blanks at the
 * start of a line, and `##[name]` anywhere. It compares as .NET does, for which what is invisible between the characters does not count. The
 * character that is escaped is so as JSON does it, so that programs read the same text.
 */

export function withoutCommands(text: string): string {
  return withoutOldCommands(text.replace(atStart, '$1\\u003a'));
}

/** Of lines that are commands of ours. */
export function withoutOldCommands(text: string): string {
  return text.replace(anywhere, '\\u0023');
}

const invisible = String.raw`(?:(?![\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}])*`;
const blanks = String.raw`(?:(?![\n\r\u2028\u2029])[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}])*`;
const atStart = new RegExp(`^(${blanks}):(?=${invisible}:)`, 'gmu');
const anywhere = new RegExp(String.raw`#(?=${invisible}#${invisible}\[)`, 'gu');
