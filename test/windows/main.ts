/**
 * `npm run test:windows`: compares the built command line and language server under Wine with Linux. Exit codes: 0 if
 * all is the same and nothing planted was started, 1 if not, 2 if Wine or Node for Windows is not available.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { atRoot, commands } from './commands.js';
import type { Lab, Outcome } from './lab.js';
import { makeLab } from './lab.js';
import { linuxGit } from './linuxGit.js';

const checkout = join(import.meta.dirname, '../..');
const made = makeLab();
if (typeof made === 'string') {
  console.error(made);
  process.exit(2);
}
const lab: Lab = made;
const scratch = mkdtempSync(join(tmpdir(), 'targeting-windows-'));
const [repository, template] = [join(lab.drive, 'Repo'), join(scratch, 'template')];
const planted = join(lab.drive, 'planted.txt');
const cli = 'C:\\tt\\dist\\cli.js';
let [passed, failed] = [0, 0];
const git = await linuxGit(lab.drive, scratch);
try {
  install();
  makeTemplate();
  await compareCommands();
  await compareAtRoot();
  await plantGit();
} finally {
  git.close();
  for (const folder of [scratch, repository]) rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function hold(name: string, isGood: boolean, why = ''): void {
  if (isGood) passed += 1;
  else failed += 1;
  console.log(isGood ? `ok: ${name}` : `FAILED: ${name}\n${why}`);
}

function install(): void {
  const app = join(lab.drive, 'tt');
  rmSync(app, { recursive: true, force: true });
  mkdirSync(join(app, 'dist'), { recursive: true });
  for (const name of readdirSync(join(checkout, 'dist')).filter((each) => each.endsWith('.js')))
    copyFileSync(join(checkout, 'dist', name), join(app, 'dist', name));
  cpSync(join(checkout, 'l10n'), join(app, 'l10n'), { recursive: true });
}

function makeTemplate(): void {
  cpSync(join(checkout, 'demo'), template, { recursive: true });
  put('targeting.config.json', text('targeting.config.json').replace(/\}\s*$/, ', "code": {}\n}\n'));
  put('.gitignore', 'ignored.ts\n');
  const call = "import { FPClient } from 'featureprobe-client-sdk-js';\nclient.boolValue('checkout', false);\n";
  for (const name of ['src/app.ts', 'ignored.ts']) put(name, call);
  const run = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      ...{ cwd: template, stdio: 'ignore', env: { ...process.env, HOME: scratch, GIT_CONFIG_NOSYSTEM: '1' } },
    });
  run('init', '-q');
  run('add', '-A');
  run('commit', '-qm', 'first');
  put('src/app.ts', `${call}client.boolValue('none', false);\n`);
  run('commit', '-qam', 'second');
  put(
    'dev/checkout.targeting.json',
    text('dev/checkout.targeting.json').replace('"disabled": false', '"disabled": true'),
  );
  put('dev/dark_mode.targeting.json', `${text('dev/dark_mode.targeting.json').replaceAll('\n', '\r\n')}\r\n`);
  put('dev/broken.targeting.json', '{ "content": { "rules": [{}], }\n');
}

function text(name: string): string {
  return readFileSync(join(template, name), 'utf8');
}

function put(name: string, content: string): void {
  mkdirSync(dirname(join(template, name)), { recursive: true });
  writeFileSync(join(template, name), content);
}

function fresh(): void {
  rmSync(repository, { recursive: true, force: true });
  cpSync(template, repository, { recursive: true });
}

/** Everything that a command printed and left behind. */
function result({ code, output }: Outcome): string {
  const files = readdirSync(repository, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(repository, file).startsWith('.git/'))
    .sort()
    .map((file) => `${relative(repository, file)}: ${readFileSync(file).toString('latin1')}`);
  return [`exit ${code}`, output, ...files].join('\n');
}

function onLinux(args: readonly string[], folder: string): Outcome {
  const file = join(scratch, 'output');
  const command = [process.execPath, join(lab.drive, 'tt/dist/cli.js'), ...args].map((arg) => `'${arg}'`).join(' ');
  const env = { PATH: process.env['PATH'], HOME: scratch, LANG: 'C' };
  const { status } = spawnSync('sh', ['-c', `${command} > '${file}' 2>&1`], { cwd: folder, env, stdio: 'ignore' });
  return { code: status, output: readFileSync(file, 'utf8') };
}

async function compareCommands(): Promise<void> {
  for (const args of commands) await compare(args.join(' '), args, 'C:\\Repo', repository);
  hold('Git was asked', git.count() > 0);
}

async function compare(name: string, args: readonly string[], windows: string, linux: string): Promise<void> {
  fresh();
  const expected = result(onLinux(args, linux));
  fresh();
  const actual = result(await lab.node(20, [cli, ...args], { folder: windows }));
  const [one, other] = [expected.split('\n'), actual.split('\n')];
  const at = one.findIndex((line, index) => line !== other[index]);
  const shown = [
    ...one.slice(at, at + 3).map((line) => `- ${line}`),
    ...other.slice(at, at + 3).map((line) => `+ ${line}`),
  ];
  hold(name, expected === actual, shown.join('\n'));
}

/** P: is the project, as `subst P: C:\Repo` makes it. */
async function compareAtRoot(): Promise<void> {
  const link = join(lab.drive, '../dosdevices/p:');
  rmSync(link, { force: true });
  symlinkSync('../drive_c/Repo', link);
  for (const { folder, args } of atRoot) {
    const windows = folder === '.' ? 'P:\\' : `P:\\${folder}`;
    await compare(`${windows}> ${args.join(' ')}`, args, windows, join(repository, folder));
  }
  rmSync(link);
}

async function plantGit(): Promise<void> {
  fresh();
  for (const place of ['.', 'dev', 'bin', 'node_modules/.bin'])
    for (const name of ['git.exe', 'git.com']) {
      mkdirSync(join(repository, place), { recursive: true });
      copyFileSync(lab.planted, join(repository, place, name));
    }
  const paths = [
    'C:\\Git',
    '.;C:\\Git',
    ';C:\\Git',
    'C:\\Repo\\bin;C:\\Repo\\node_modules\\.bin;\\Repo\\bin;C:\\Git',
    'C:\\none',
  ];
  for (const major of [20, 22] as const)
    for (const WINEPATH of paths) {
      const environment = { WINEPATH };
      const asked = git.count();
      for (const args of [['diff', '--git', 'HEAD'], ['code'], ['code', '--git', 'HEAD']])
        await lab.node(major, [cli, ...args], { folder: 'C:\\Repo', environment });
      heldBack(`Node ${major}, PATH ${WINEPATH}: the command line`);
      await askServer(major, environment, true);
      heldBack(`Node ${major}, PATH ${WINEPATH}: the language server`);
      if (WINEPATH !== 'C:\\none')
        hold(`Node ${major}, PATH ${WINEPATH}: Git itself was started`, git.count() >= asked + 4);
      const before = git.count();
      await askServer(major, environment, false);
      hold(`Node ${major}, PATH ${WINEPATH}: none in a workspace that is not trusted`, git.count() === before);
    }
}

function heldBack(name: string): void {
  hold(
    `${name} starts nothing planted`,
    !existsSync(planted),
    existsSync(planted) ? readFileSync(planted, 'utf8') : '',
  );
  rmSync(planted, { force: true });
}

async function askServer(
  major: 20 | 22,
  environment: Readonly<Record<string, string>>,
  isTrusted: boolean,
): Promise<void> {
  const [uri, folder] = ['file:///c%3A/Repo/dev/banner.targeting.json', 'file:///c%3A/Repo'];
  const request = (method: string, params: unknown) => ({ isRequest: true, method, params });
  const workspaceFolders = [{ uri: folder, name: 'Repo' }];
  const textDocument = { uri };
  const messages = [
    request('initialize', {
      processId: null,
      rootUri: folder,
      workspaceFolders,
      capabilities: {},
      initializationOptions: { isTrusted },
    }),
    { method: 'initialized', params: {} },
    {
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'json', version: 1, text: text('dev/banner.targeting.json') } },
    },
    request('textDocument/codeLens', { textDocument }),
    request('textDocument/references', {
      textDocument,
      position: { line: 0, character: 0 },
      context: { includeDeclaration: false },
    }),
    request('shutdown', undefined),
    { method: 'exit' },
  ];
  const [asked, answers] = ['asked.json', 'answers.json'].map((name) => join(lab.drive, name)) as [string, string];
  writeFileSync(asked, JSON.stringify(messages));
  rmSync(answers, { force: true });
  const run = ['C:\\windowsDriver.cjs', 'C:\\tt\\dist\\server.js', 'C:\\asked.json', 'C:\\answers.json'];
  const { output } = await lab.node(major, run, { folder: 'C:\\Repo', environment });
  const { code, answers: all } = existsSync(answers)
    ? (JSON.parse(readFileSync(answers, 'utf8')) as { code: number; answers: readonly unknown[] })
    : { code: undefined, answers: [] };
  hold(`Node ${major}: the language server answers`, code === 0 && Array.isArray(all[2]), output);
}
