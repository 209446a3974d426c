/** Ends a process together with all that it started. The id of a process group is that of its leader; Windows has trees in their place. */
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

const POLITELY = 2000;
const AT_ALL = 3000;
const INTERVAL = 50;

/** Asks first and insists after two seconds. Resolves when the group is gone; undefined stands for one never started. */
export async function endGroup(group: number | undefined): Promise<void> {
  const start = Date.now();
  let running = signalGroup(group, 'SIGTERM');
  while (running && Date.now() - start < AT_ALL) {
    await delay(INTERVAL);
    running = signalGroup(group, Date.now() - start < POLITELY ? 0 : 'SIGKILL');
  }
}

/** For the moment when this process exits and nothing asynchronous runs any more. */
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
    // No such process: it has ended already.
    return false;
  }
}
