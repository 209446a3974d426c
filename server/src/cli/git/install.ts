/**
 * `toggle-targeting git install` and `uninstall`: configure Git to merge and show targeting files with this program.
 * The commands are stored in Git's own configuration, because a repository must not be able to start programs.
 */
import { isUtf8 } from 'node:buffer';
import { join, resolve } from 'node:path';
import { t } from '../../core/t.js';
import { targetingEnding } from '../../core/targeting/fileNames.js';
import { MAX_BESIDE_BYTES } from '../../core/checks/text/unreadable.js';
import { decoded, withMarkOf } from '../../core/checks/text/encoding.js';
import { printErrors, visible } from '../reports/visible.js';
import type { Git } from '../../workspace/git/repository.js';
import { gitAnywhere, topOfRepository } from '../../workspace/git/repository.js';
import type { ExitCode, World } from '../world.js';
import { conflicts } from './gitMerge.js';

type Scope = 'local' | 'global';

const sections = ['merge.toggle-targeting', 'diff.toggle-targeting'];
const attributes = ['merge', 'diff'].map((attribute) => `*${targetingEnding} ${attribute}=toggle-targeting`);

export function install(scope: Scope, world: World): ExitCode {
  const prepared = prepare(scope, withAttributes, world);
  if (typeof prepared === 'string') return printErrors(world, prepared);
  const { git, where, change } = prepared;
  const command = world.command.map(quoted).join(' ');
  const settings: readonly (readonly [string, string])[] = [
    ['merge.toggle-targeting.name', 'targeting files, rule by rule'],
    // Percent signs are doubled, because Git replaces placeholders. If Node.js is missing or killed, Git merges line by
    // line and always reports a conflict. Node.js exits with 1 if it does not find the script.
    [
      'merge.toggle-targeting.driver',
      `${command.replaceAll('%', '%%')} git merge --marker-size=%L -- %O %A %B %P %S %X %Y; ` +
        `case $? in 0) ;; ${conflicts}) exit 1 ;; *) git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B; exit 1 ;; esac`,
    ],
    // VS Code also applies textconv when it reads committed files to stage lines, so it gets the files unchanged.
    [
      'diff.toggle-targeting.textconv',
      `show() { if [ -z "$VSCODE_GIT_COMMAND" ] && words=$(${command} explain -- "$1"); then printf "%s\\n" "$words"; else cat -- "$1"; fi; }; show`,
    ],
  ];
  for (const [key, value] of settings) {
    if (git(['config', `--${scope}`, key, value]) === undefined)
      return printErrors(world, t('Git refused to set {0}.', key));
    world.output.write(`git config --${scope} ${key} ${visible(quoted(value))}\n`);
  }
  const failure = write(where, change, world);
  if (failure === undefined) return 0;
  removeSettings(scope, git, world);
  return printErrors(world, failure);
}

export function uninstall(scope: Scope, world: World): ExitCode {
  const prepared = prepare(scope, withoutAttributes, world);
  if (typeof prepared === 'string') return printErrors(world, prepared);
  const { git, where, change } = prepared;
  removeSettings(scope, git, world);
  const failure = write(where, change, world);
  return failure === undefined ? 0 : printErrors(world, failure);
}

function prepare(scope: Scope, changed: Parameters<typeof changeOf>[1], world: World) {
  const git = gitAnywhere(world.folder, world);
  if (typeof git === 'string') return git;
  const where = attributesFile(scope, git, world);
  if (where === undefined)
    return t('This folder is not in a Git repository. Use --global for all of your repositories.');
  const change = changeOf(where, changed, world);
  return typeof change === 'string' ? change : { git, where, change };
}

function removeSettings(scope: Scope, git: Git, { output }: World): void {
  for (const section of sections)
    if (git(['config', `--${scope}`, '--remove-section', section]) !== undefined)
      output.write(`git config --${scope} --remove-section ${section}\n`);
}

function attributesFile(scope: Scope, git: Git, world: World): string | undefined {
  if (scope === 'local') {
    const top = topOfRepository(world.folder, world);
    return top && join(top, '.gitattributes');
  }
  // Git expands `~`, since only Git knows which home folder it uses on Windows. The default is from gitattributes(5).
  const { XDG_CONFIG_HOME: folder } = world.environment;
  const byDefault = folder ? resolve(world.folder, folder, 'git', 'attributes') : '~/.config/git/attributes';
  const said = git(['config', '--global', '--type=path', `--default=${byDefault}`, '--get', 'core.attributesFile']);
  return said && decoded(said).replace(/\r?\n$/, '');
}

function withAttributes(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const missing = attributes.filter((line) => !lines.includes(line));
  const isOpen = text !== '' && !text.endsWith('\n') && missing.length > 0;
  return [text, isOpen ? '\n' : '', ...missing.map((line) => `${line}\n`)].join('');
}

function withoutAttributes(text: string): string {
  const lines = text.split(/(?<=\n)/);
  return lines.filter((line) => !attributes.includes(line.trim())).join('');
}

interface Change {
  readonly bytes: Uint8Array | undefined;
  readonly before: string;
  readonly after: string;
}

function changeOf(path: string, changed: (text: string) => string, { files }: World): Change | string {
  const shown = JSON.stringify(path);
  const bytes = files.read(path, MAX_BESIDE_BYTES);
  if (bytes !== undefined && !(bytes instanceof Uint8Array && isUtf8(bytes)))
    return t('{0} cannot be read ({1}).', shown, 'unreadable' in bytes ? bytes.unreadable : t('not UTF-8'));
  const before = bytes === undefined ? '' : decoded(bytes);
  const after = changed(before);
  return after !== before && files.isLink(path)
    ? t('{0} is a link, so it is not changed.', shown)
    : { bytes, before, after };
}

/** Writes the file, or removes the file if it becomes empty. @returns why the file cannot be written */
function write(path: string, { bytes, before, after }: Change, { files, output }: World): string | undefined {
  if (after === before) return undefined;
  const code =
    bytes === undefined
      ? files.create(path, Buffer.from(after))
      : after === ''
        ? files.remove(path)
        : files.replace(path, Buffer.from(withMarkOf(bytes, after)));
  if (code !== undefined) return t('{0} cannot be written ({1}).', JSON.stringify(path), code);
  const sign = after.length > before.length ? '+' : '-';
  const differing = attributes.filter((line) => before.includes(line) !== after.includes(line));
  output.write(differing.map((line) => `${visible(path)}: ${sign} ${line}\n`).join(''));
  return undefined;
}

/** Quotes text for a POSIX shell, which every installation of Git includes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
