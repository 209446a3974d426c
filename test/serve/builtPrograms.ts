/**
 * Builds the applications with the official SDKs of other languages in the user's cache, from their registries. `CARGO`, `GO`, `MVN`,
 * `JAVAC`, `JAVA` and `PYTHON` name tools that are not in PATH.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheFolder } from '../vscode/host/cacheFolder.js';
import type { Application } from './applications.js';
import { startProgram } from './applications.js';

const isWindows = process.platform === 'win32';
const executable = (path: string) => (isWindows ? `${path}.exe` : path);

export const programs: Readonly<Record<'go' | 'java' | 'python' | 'rust', () => Application>> = {
  go: () => {
    const folder = copyOf('go');
    run(folder, 'go', 'mod', 'tidy');
    run(folder, 'go', 'build', '-o', executable('application'), '.');
    return startProgram('go', executable(join(folder, 'application')));
  },
  java: () => {
    const folder = copyOf('java');
    const libraries = join(folder, 'libraries');
    run(
      folder,
      'mvn',
      '-q',
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${libraries}`,
    );
    const path = `${join(libraries, '*')}${delimiter}${folder}`;
    run(folder, 'javac', '-cp', path, 'Application.java');
    return startProgram('java', toolOf('java'), '-cp', path, 'Application');
  },
  python: () => {
    const folder = copyOf('python');
    run(folder, 'python3', '-m', 'venv', 'venv');
    const python = executable(join(folder, 'venv', isWindows ? 'Scripts' : 'bin', 'python'));
    run(folder, python, '-m', 'pip', 'install', '-q', '-r', 'requirements.txt');
    return startProgram('python', python, join(folder, 'application.py'));
  },
  rust: () => {
    const folder = copyOf('rust');
    run(folder, 'cargo', 'build', '-q', '--release');
    return startProgram('rust', executable(join(folder, 'target/release/local-application')));
  },
};

/** Keeps builds for the next run. */
function copyOf(name: string): string {
  const folder = join(cacheFolder(), 'applications', name);
  mkdirSync(folder, { recursive: true });
  cpSync(join(import.meta.dirname, 'applications', name), folder, { recursive: true });
  return folder;
}

function toolOf(name: string): string {
  return process.env[name.toUpperCase().replace(/\d$/, '')] ?? name;
}

function run(cwd: string, name: string, ...args: readonly string[]): void {
  const tool = toolOf(name);
  const { error, status, stderr, stdout } = spawnSync(tool, args, { cwd, encoding: 'utf8' });
  if (error !== undefined)
    throw new Error(`${tool} does not start. Install it, or name it in the environment.`, { cause: error });
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')} fails:\n${stdout}\n${stderr}`);
}
