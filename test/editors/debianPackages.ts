/**
 * Packages of Debian and its relatives, unpacked and not installed. apt has its own lists here, so it needs no root and
 * no `apt-get update` before, and changes nothing of the system.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** These belong to the loader that started us; every system has them. */
const OF_THE_SYSTEM = /^(?:libc6|libgcc-s1|gcc-\d+-base)$/;
const DEPENDENCIES_ALONE = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];

export async function unpackDebian(name: string, folder: string): Promise<void> {
  const apt = join(folder, 'apt');
  const packages = join(apt, 'packages');
  for (const part of ['state/lists/partial', 'cache/archives/partial', 'packages'])
    await mkdir(join(apt, part), { recursive: true });
  const options = [
    ...['-o', `Dir::State=${join(apt, 'state')}`, '-o', 'Dir::State::status=/var/lib/dpkg/status'],
    ...['-o', `Dir::Cache=${join(apt, 'cache')}`, '-o', 'Acquire::Languages=none', '-o', 'APT::Sandbox::User=root'],
  ];
  const update = await run('apt-get', [...options, '-qq', 'update']);
  const alone = DEPENDENCIES_ALONE.map((kind) => `--no-${kind}`);
  const { stdout } = await run('apt-cache', [...options, 'depends', '--recurse', ...alone, name]);
  const names = stdout.split('\n').filter((line) => /^\w/.test(line) && !OF_THE_SYSTEM.test(line));
  // apt only warns about a list that it cannot get, which matters if that list has the package.
  if (names.length === 0) throw new Error(`apt knows no package "${name}".\n${update.stderr}`);
  await run('apt-get', [...options, '-qq', 'download', ...names], { cwd: packages });
  for (const file of await readdir(packages)) await run('dpkg', ['-x', join(packages, file), folder]);
  await rm(apt, { recursive: true });
}

/** A package that was unpacked on another release has the libraries of that release. */
export async function release(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8');
  return [...text.matchAll(/^(?:ID|VERSION_ID)="?([\w.-]+)"?$/gm)].map(([, value]) => value).join('-');
}
