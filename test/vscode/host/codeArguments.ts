/**
 * The part of desktop VS Code's command line that a test run uses. Other options are accepted and mean nothing here:
 * @vscode/test-electron passes some that only concern a window or an update.
 */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Settings } from './settings';

export interface CodeArguments {
  readonly extensionDevelopmentPath: readonly string[];
  readonly extensionTestsPath: string;
  readonly workspace: string | undefined;
  readonly openFiles: readonly string[];
  readonly extensionsDir: string | undefined;
  /** From `User/settings.json` in --user-data-dir. */
  readonly settings: Settings;
  readonly remoteDebuggingPort: number | undefined;
  readonly trust: boolean;
  /** For pictures and logs of the run. */
  readonly artifacts: string | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  readonly verbose: boolean;
}

/** Throws an Error with a sentence for the user when the arguments make no test run. */
export function parseCodeArguments(args: readonly string[], env: NodeJS.ProcessEnv): CodeArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    options: {
      artifacts: { type: 'string' },
      'disable-extensions': { type: 'boolean' },
      'disable-workspace-trust': { type: 'boolean' },
      extensionDevelopmentPath: { type: 'string', multiple: true },
      extensionTestsPath: { type: 'string' },
      'extensions-dir': { type: 'string' },
      'remote-debugging-port': { type: 'string' },
      timeout: { type: 'string' },
      'user-data-dir': { type: 'string' },
      verbose: { type: 'boolean' },
    },
  });
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const extensionTestsPath = text(values.extensionTestsPath);
  const development = (values.extensionDevelopmentPath ?? []).filter((path) => typeof path === 'string');
  if (extensionTestsPath === undefined || development.length === 0) {
    throw new Error('A test run needs --extensionDevelopmentPath=FOLDER and --extensionTestsPath=MODULE.');
  }
  const paths = positionals.map((path) => resolve(path));
  const isWorkspace = (path: string) => path.endsWith('.code-workspace') || statSync(path).isDirectory();
  return {
    extensionDevelopmentPath: development.map((path) => resolve(path)),
    extensionTestsPath: resolve(extensionTestsPath),
    workspace: paths.find(isWorkspace),
    openFiles: paths.filter((path) => !isWorkspace(path)),
    extensionsDir: values['disable-extensions'] ? undefined : text(values['extensions-dir']),
    settings: settingsIn(text(values['user-data-dir'])),
    remoteDebuggingPort: number(text(values['remote-debugging-port']) ?? env['VSCODE_REMOTE_DEBUGGING_PORT']),
    trust: !values['disable-workspace-trust'],
    artifacts: text(values.artifacts) ?? env['VSCODE_HOST_ARTIFACTS'],
    timeout: 1000 * (number(text(values.timeout) ?? env['VSCODE_HOST_TIMEOUT']) ?? 300),
    verbose: values.verbose === true || env['VSCODE_HOST_VERBOSE'] !== undefined,
  };
}

function number(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  if (!/^\d+$/.test(value)) throw new Error(`"${value}" is not a number.`);
  return Number(value);
}

function settingsIn(userDataDir: string | undefined): Settings {
  if (userDataDir === undefined) return {};
  const file = join(userDataDir, 'User', 'settings.json');
  if (!statSync(file, { throwIfNoEntry: false })) return {};
  const settings: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof settings !== 'object' || settings === null) throw new Error(`${file} is not an object.`);
  return { ...settings };
}
