/**
 * Commands that GitHub's runner reads in the output of a step (actions/runner, ActionCommand.cs): `::name …::` after blanks at the start of
 * a line, or `##[name …]` anywhere in it. Like .NET, this ignores invisible characters.
 */

const registered = [
  ...['add-mask', 'add-matcher', 'add-path', 'debug', 'echo', 'endgroup', 'error', 'group', 'notice', 'remove-matcher'],
  ...['save-state', 'set-env', 'set-output', 'stop-commands', 'warning', 'internal-set-repo-path'],
];

export function commandsIn(output: string): readonly { readonly command: string; readonly line: string }[] {
  return output.split(/\r\n|\r|\n/).flatMap((line) => {
    const read = line.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\0-\x08\x0E-\x1F\x7F-\x84\x86-\x9F]/gu, '');
    const name =
      /^[\s\x85]*::([^ :]*)(?: .*?)?::/u.exec(read)?.[1] ?? /##\[([^ \]]*)(?: [^\]]*)?\]/u.exec(read)?.[1] ?? '';
    return registered.includes(name.toLowerCase()) ? [{ command: name.toLowerCase(), line }] : [];
  });
}
