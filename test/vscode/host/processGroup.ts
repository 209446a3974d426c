/** Ends a process with all that it started: its group, whose id is that of its leader, or its tree on Windows. */
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

const POLITELY = 2000;
const AT_ALL = 3000;
const INTERVAL = 50;

/** Insists after two seconds. Resolves when the group is gone, or if it was never started. */
export async function endGroup(group: number | undefined): Promise<void> {
  const start = Date.now();
  let running = signalGroup(group, 'SIGTERM');
  while (running && Date.now() - start < AT_ALL) {
    await delay(INTERVAL);
    running = signalGroup(group, Date.now() - start < POLITELY ? 0 : 'SIGKILL');
  }
}

/** For the exit of this process, when nothing asynchronous runs any more. */
export function killGroup(group: number | undefined): void {
  signalGroup(group, 'SIGKILL');
}

function signalGroup(group: number | undefined, signal: NodeJS.Signals | 0): boolean {
  if (group === undefined) return false;
  try {
    if (process.platform !== 'win32') return process.kill(-group, signal);
    if (signal !== 0) spawnSync('taskkill', ['/t', '/f', '/pid', String(group)], { stdio: 'ignore' });
    return process.kill(group, 0);
  } catch {
    // The process has ended already.
    return false;
  }
}
