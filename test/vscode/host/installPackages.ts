/**
 * Runs `npm ci` in a folder. Install scripts are off: code-server's would compile native modules for minutes, and
 * setUp.ts makes do without them.
 */
import { spawn } from 'node:child_process';

const NPM = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];

/** Throws with npm's own last words when npm is missing, fails, or the signal aborts it. */
export function installPackages(folder: string, signal?: AbortSignal): Promise<void> {
  // On Windows npm is a script, which only a shell starts.
  const npm = spawn('npm', NPM, {
    cwd: folder,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
    // npm takes its time over a polite signal, and nothing of its folder will be used.
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  let errors = '';
  npm.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  return new Promise((resolve, reject) => {
    npm.on('error', (error) => {
      // When aborted it still runs for a moment: only 'close' says that it writes nothing more.
      if (!signal?.aborted) reject(new Error(`npm could not be run: ${error.message}`));
    });
    npm.on('close', (code) => {
      if (code === 0) resolve();
      else if (signal?.aborted) reject(new Error('The installation of VS Code was interrupted.'));
      else reject(new Error(`VS Code could not be fetched. Is the npm registry reachable? npm ci failed:\n${errors}`));
    });
  });
}
