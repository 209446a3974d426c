/** Repositories that want Git to start programs, each of which is a trap that records who started it. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { says } from './service.js';

/** In files that a person has next to these repositories. */
export const secret = 'hunter2-canary';
export const token = 'api-canary-7f3a';

export interface GitTraps {
  /** Folders in which a command is started, by their trap. */
  readonly folders: Readonly<Record<string, string>>;
  /** A folder where Git hangs, because its config is a pipe. */
  readonly waiting: string;
  /** A `PATH` whose first `git` records its arguments and environment. */
  readonly path: string;
  readonly home: string;
  /** Arguments and environment of each Git that was started since the last call. */
  readonly calls: () => string;
  /** Traps that were sprung since the last call, with their environment. */
  readonly sprung: () => string;
  readonly dispose: () => void;
}

export function gitTraps(service: string): GitTraps {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'targeting-git-')));
  const at = (...names: readonly string[]) => join(parent, ...names);
  const [calls, sprung, home] = [at('calls'), at('sprung'), at('home')];
  const put = (path: string, text: string | Uint8Array, mode = 0o644) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, mode);
  };
  mkdirSync(home);
  const trap = (name: string) => {
    put(at('traps', name), `#!/bin/sh\n{ echo "trap ${name}"; env; } >> '${sprung}'\n`, 0o755);
    return at('traps', name);
  };
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  put(at('bin', 'git'), `#!/bin/sh\n{ echo "git $*"; env; } >> '${calls}'\nexec '${real}' "$@"\n`, 0o755);
  const git = (folder: string, ...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, env: environment(home), stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();

  const secrets = (folder: string, value: string) => {
    put(join(folder, 'dev/proto.targeting.json'), JSON.stringify({ comment: value, ...says }));
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', value);
  };
  mkdirSync(at('private'));
  git(at('private'), 'init', '-q');
  secrets(at('private'), 'the first');
  writeFileSync(at('private/other.targeting.json'), JSON.stringify({ [secret]: 1, ...says }));
  secrets(at('private'), 'the second');

  const origin = at('origin');
  ordinaryFiles(origin, service, put);
  symlinkSync('../private/other.targeting.json', join(origin, 'linked.targeting.json'));
  // A repository without a work tree, as ordinary files in the folder of an environment.
  git(parent, 'init', '-q', '--bare', at('seed'));
  git(parent, 'clone', '-q', at('seed'), at('inner'));
  cpSync(join(origin, 'dev'), at('inner'), { recursive: true });
  for (const message of ['one', 'two']) git(at('inner'), 'commit', '-q', '--allow-empty', '-m', message);
  git(at('inner'), 'add', '-A');
  git(at('inner'), 'commit', '-qm', 'three');
  for (const name of ['HEAD', 'objects', 'refs', 'index'])
    cpSync(at('inner/.git', name), join(origin, 'dev', name), { recursive: true });
  set(join(origin, 'dev'), trap, put, '[core]\n\tbare = false\n\tworktree = .\n');
  git(origin, 'init', '-q', '-b', 'main');
  git(origin, 'add', '-A');
  git(origin, 'commit', '-qm', 'first');
  put(join(origin, 'dev/proto.targeting.json'), textOf(1));
  put(join(origin, 'dev/app.ts'), codeOf('another'));
  git(origin, 'commit', '-qam', 'second');
  git(parent, 'clone', '-q', origin, at('clone'));

  // Like a packed folder, whose `.git` is also the author's.
  cpSync(origin, at('archive'), { recursive: true, verbatimSymlinks: true });
  sign(at('archive'), git, put);
  set(at('archive/.git'), trap, put, '');
  // An object that Git fetches as soon as someone looks at it.
  const missing = git(origin, 'rev-parse', 'HEAD~1:dev/proto.targeting.json');
  rmSync(at('archive/.git/objects', missing.slice(0, 2), missing.slice(2)), { force: true });
  for (const name of ['shared', 'common', 'reset', 'outward', 'inward', 'bare', 'waiting'])
    cpSync(origin, at(name), { recursive: true, verbatimSymlinks: true });
  for (const name of ['outward', 'inward', 'bare']) rmSync(at(name, '.git'), { recursive: true });
  writeFileSync(at('outward/.git'), `gitdir: ${at('private/.git')}\n`);
  writeFileSync(at('inward/.git'), 'gitdir: dev\n');
  rmSync(at('shared/.git'), { recursive: true });
  symlinkSync(at('private/.git'), at('shared/.git'));
  put(at('common/.git/commondir'), at('private/.git'));
  rmSync(at('reset/.git'), { recursive: true });
  // An empty `.git`, in a folder that is itself a repository.
  mkdirSync(at('reset/.git'));
  cpSync(at('reset/dev'), at('reset'), { recursive: true });
  rmSync(at('waiting/.git/config'));
  execFileSync('mkfifo', [at('waiting/.git/config')]);

  return {
    folders: {
      'a clone': at('clone'),
      'a folder that is a repository without a work tree': at('clone/dev'),
      'a packed folder with a .git of its own': at('archive'),
      'such a folder below one': at('archive/dev'),
      'a .git that names another repository of the person': at('outward'),
      'a .git that is a link to one': at('shared'),
      'a .git that has the objects of one': at('common'),
      'a .git that names a folder among its files': at('inward'),
      'no .git, but a repository without a work tree': at('bare/dev'),
      'an empty .git in such a repository': at('reset'),
    },
    waiting: at('waiting'),
    path: `${at('bin')}:${process.env['PATH'] ?? ''}`,
    home,
    calls: () => taken(calls),
    sprung: () => taken(sprung),
    dispose: () => rmSync(parent, { recursive: true, force: true }),
  };
}

export function environment(home: string): Record<string, string> {
  return {
    ...{ PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
    ...{ GIT_AUTHOR_NAME: 'T', GIT_AUTHOR_EMAIL: 't@example.com' },
    ...{ GIT_COMMITTER_NAME: 'T', GIT_COMMITTER_EMAIL: 't@example.com' },
  };
}

function taken(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  rmSync(file, { force: true });
  return text;
}

type Put = (path: string, text: string | Uint8Array, mode?: number) => void;

function textOf(select: number): string {
  const { content, ...rest } = says;
  return JSON.stringify({ ...rest, content: { ...content, defaultServe: { select } } });
}

function ordinaryFiles(folder: string, baseUrl: string, put: Put): void {
  const environments = { dev: { api: 'featureprobe' } };
  const files = '{environment}/{toggle}.targeting.json';
  put(join(folder, 'targeting.config.json'), JSON.stringify({ baseUrl, project: 'P', files, environments }));
  const names = ['proto', '-rf', '--output=x', ':(exclude)*', '$(touch x)', 'a\nb', '"quoted"', "it's", '\u202eevil'];
  for (const name of names) put(join(folder, 'dev', `${name}.targeting.json`), textOf(0));
  for (const below of ['.gitattributes', 'dev/.gitattributes'])
    put(
      join(folder, below),
      ['*.targeting.json', '*.ts'].map((path) => `${path} filter=x diff=x merge=x ident text=auto\n`).join(''),
    );
  put(join(folder, 'dev/app.ts'), codeOf('proto'));
  put(join(folder, 'targeting.users.json'), '{ "users": [] }');
  put(join(folder, 'dev/proto.targeting.test.json'), '{ "tests": [] }');
}

function codeOf(key: string): string {
  return `import { FeatureProbe } from 'featureprobe-server-sdk-node';\nfp.booleanValue('${key}', user, false);\n`;
}

/** Settings that are a command or lead to one, from `git help -c` of 2.39 and git-config(1) of newer versions. */
const commands = [
  ...['core.fsmonitor', 'core.pager', 'core.editor', 'core.askPass', 'core.sshCommand', 'core.gitProxy'],
  ...['core.alternateRefsCommand', 'core.virtualFilesystem', 'sequence.editor', 'diff.external', 'diff.x.command'],
  ...['diff.x.textconv', 'filter.x.clean', 'filter.x.smudge', 'filter.x.process', 'merge.x.driver'],
  ...['gpg.program', 'gpg.openpgp.program', 'gpg.x509.program', 'gpg.ssh.program', 'gpg.ssh.defaultKeyCommand'],
  ...['credential.helper', 'remote.origin.uploadpack', 'remote.origin.receivepack', 'remote.origin.vcs'],
  ...['interactive.diffFilter', 'uploadpack.packObjectsHook', 'receive.procReceiveRefs', 'gc.recentObjectsHook'],
  ...['web.browser', 'browser.x.cmd', 'man.x.cmd', 'difftool.x.cmd', 'mergetool.x.cmd', 'guitool.x.cmd'],
  ...['imap.tunnel', 'sendemail.smtpServer', 'sendemail.toCmd', 'sendemail.ccCmd', 'sendemail.headerCmd'],
  ...['instaweb.httpd', 'submodule.x.update', 'trailer.x.command', 'trailer.x.cmd', 'hook.x.command'],
  ...['rev-parse', 'rev-list', 'cat-file', 'diff-tree', 'ls-tree', 'ls-files', 'merge-base', 'log', 'diff'].flatMap(
    (command) => [`alias.${command}`, `pager.${command}`],
  ),
];

/** Settings that let these commands start. */
const openers: readonly (readonly [string, string])[] = [
  ['core.repositoryFormatVersion', '1'],
  ['extensions.partialClone', 'origin'],
  ['remote.origin.promisor', 'true'],
  ['remote.origin.partialCloneFilter', 'blob:none'],
  ['protocol.allow', 'always'],
  ['protocol.ext.allow', 'always'],
  ['diff.x.cachetextconv', 'true'],
  ['filter.x.required', 'true'],
  ['log.showSignature', 'true'],
  ['merge.verifySignatures', 'true'],
  ['hook.x.event', 'post-index-change'],
  ['submodule.recurse', 'true'],
  ['core.untrackedCache', 'true'],
  ['fetch.bundleURI', 'ext::trap'],
];

function set(folder: string, trap: (name: string) => string, put: Put, more: string): void {
  const all = [
    ...commands.map((key) => [key, `${key.startsWith('alias.') ? '!' : ''}${trap(key)}`] as const),
    ...openers,
    ['remote.origin.url', `ext::${trap('remote.origin.url')}`],
    ['core.hooksPath', join(folder, 'hooks')],
    ['include.path', join(folder, 'more')],
  ] as const;
  const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  const lines = all.map(([key, value]) => {
    const [section = '', ...rest] = key.split('.');
    const name = rest.pop() ?? '';
    return `[${section}${rest.length === 0 ? '' : ` ${quoted(rest.join('.'))}`}]\n\t${name} = ${quoted(value)}\n`;
  });
  // Git would look for a remote helper by its name first.
  put(join(folder, 'config'), more + lines.join('').replace(/\[remote "origin"\]\n\tvcs.*\n/, ''));
  put(join(folder, 'more'), `[gpg]\n\tprogram = ${quoted(trap('include.path'))}\n`);
  const hooks = ['post-index-change', 'reference-transaction', 'fsmonitor-watchman', 'post-checkout', 'pre-auto-gc'];
  for (const hook of hooks) put(join(folder, 'hooks', hook), `#!/bin/sh\nexec '${trap(hook)}'\n`, 0o755);
}

/** Gives the last commit a signature that Git would have to check. */
function sign(folder: string, git: (folder: string, ...args: readonly string[]) => string, put: Put): void {
  const [head = '', ...message] = git(folder, 'cat-file', 'commit', 'HEAD').split('\n\n');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----';
  const file = join(folder, '.git', 'signed');
  put(file, `${head}\n${signature}\n\n${message.join('\n\n')}\n`);
  git(folder, 'update-ref', 'HEAD', git(folder, 'hash-object', '-t', 'commit', '-w', '--', file));
}
