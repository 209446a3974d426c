/** Memory and processor time of a process; only Linux reports them. */
import { readFileSync } from 'node:fs';

/** In MiB; undefined if the system does not report it, or the process has ended. */
export function peakMemory(pid: number | undefined): number | undefined {
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return peak === undefined ? undefined : Number(peak) / 1024;
  } catch {
    return undefined;
  }
}

/** In MiB, of a running process; `end` returns the highest value. */
export function watchMemory(pid: number | undefined): { readonly end: () => number } {
  let most = 0;
  const look = () => (most = Math.max(most, peakMemory(pid) ?? 0));
  const timer = setInterval(look, 50);
  return {
    end: () => {
      look();
      clearInterval(timer);
      return most;
    },
  };
}

/** In MiB, for each of our processes in a hostile repository. */
export const memoryLimit = 300;

/** Milliseconds of the processor so far, which do not depend on other work of the machine. */
export function processorTime(pid: number | undefined): number {
  // After the name, which may contain anything: state, ten more, then user and system time in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

export function watchProcessor(pid: number | undefined): { readonly end: () => number } {
  let last = 0;
  const timer = setInterval(() => {
    try {
      last = processorTime(pid);
    } catch {
      // It has ended.
    }
  }, 50);
  return {
    end: () => {
      clearInterval(timer);
      return last;
    },
  };
}
