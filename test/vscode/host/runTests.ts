/**
 * A stand-in for the desktop `code` executable, for one purpose: to run an extension's tests as @vscode/test-electron
 * starts them. Its exit code is the result:
 *
 *   0 passed, 1 failed, 64 wrong arguments, 70 the server died, 71 the page crashed, 72 could not start,
 *   73 a fault of ours, 124 no result in time, 130 interrupted
 *
 * Further options: --timeout=SECONDS, --artifacts=FOLDER, --verbose, --remote-debugging-port=PORT (0: any free one), or
 * VSCODE_HOST_TIMEOUT, VSCODE_HOST_ARTIFACTS, VSCODE_HOST_VERBOSE, VSCODE_REMOTE_DEBUGGING_PORT. The suite finds the
 * port under the last name in its environment, whichever way it was given.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveArtifacts } from './artifacts';
import type { BrowserLog } from './browser';
import { type CodeArguments, parseCodeArguments } from './codeArguments';
import { follow } from './follow';
import { hostFolder } from './hostFolder';
import { installHost } from './install';
import { onInterruption } from './interruption';
import { type HostExit, launch } from './launch';

interface Outcome {
  readonly code: number;
  readonly message?: string;
  readonly logs?: readonly BrowserLog[];
}

process.exit(await main());

async function main(): Promise<number> {
  let run: CodeArguments;
  try {
    run = parseCodeArguments(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(sentence(error));
    return 64;
  }
  const temporary = await mkdtemp(join(tmpdir(), 'vscode-suite-'));
  try {
    return await runSuite(run, temporary);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function runSuite(run: CodeArguments, temporary: string): Promise<number> {
  const output = join(temporary, 'output.txt');
  await writeFile(output, '');
  const stopFollowing = follow(output);
  const interruption = new AbortController();
  const { outcome, end } = firstOutcome();
  onInterruption(() => {
    interruption.abort();
    end({ code: 130 });
  });
  process.on('uncaughtException', (error) => end({ code: 73, message: error.stack ?? error.message }));

  // Installed first and apart, so that the time for it does not count and an interruption ends npm.
  const launching = installHost(console.error, interruption.signal).then(() => {
    const late = { code: 124, message: `No result after ${run.timeout / 1000} s.` };
    setTimeout(() => end(late), run.timeout).unref();
    return launch({
      ...run,
      extensionTestsPath: join(hostFolder(), 'mirror.mjs'),
      env: { VSCODE_HOST_SUITE: run.extensionTestsPath, VSCODE_HOST_OUTPUT: output },
      interruptions: 'caller',
      onExit: (exit) => end(outcomeOf(exit)),
      onOutput: run.verbose ? (line) => console.error(line.trimEnd()) : undefined,
    });
  });
  launching.catch((error: unknown) => end({ code: 72, message: sentence(error) }));

  const { code, message, logs = [] } = await outcome;
  stopFollowing();
  if (message !== undefined) console.error(message);
  const host = await launching.catch(() => undefined);
  if (host && run.artifacts !== undefined) await saveArtifacts(run.artifacts, host, logs);
  await host?.dispose();
  return code;
}

/** Only the first of several ends counts: a page that crashes because its server died is no second reason. */
function firstOutcome(): { readonly outcome: Promise<Outcome>; readonly end: (outcome: Outcome) => void } {
  let end: (outcome: Outcome) => void = () => undefined;
  const outcome = new Promise<Outcome>((resolve) => (end = resolve));
  return { outcome, end };
}

function outcomeOf(exit: HostExit): Outcome {
  switch (exit.kind) {
    case 'suite ended':
      return { code: exit.code, logs: exit.logs };
    case 'server died':
      return { code: 70, message: `The VS Code server died. It had printed:\n${exit.log}` };
    case 'page crashed':
      return { code: 71, message: 'The page crashed.' };
  }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
