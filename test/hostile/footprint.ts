/** What a process has taken of the machine: memory and processor. Linux alone tells. */
import { readFileSync } from 'node:fs';

/** In MiB; undefined where the system does not tell, or the process has gone. */
export function peakMemory(pid: number | undefined): number | undefined {
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return peak === undefined ? undefined : Number(peak) / 1024;
  } catch {
    return undefined;
  }
}

/** In MiB, of a process that goes on; `end` gives the most that was seen. */
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

/** In MiB: what the issue of a hostile repository allows each of our processes. */
export const memoryLimit = 300;

/** Milliseconds of the processor, until now: unlike the clock's, they say nothing of what else the machine does. */
export function processorTime(pid: number | undefined): number {
  // After the name, which may hold anything: state, ten more, then user and system time in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** As `watchMemory`, of the processor. */
export function watchProcessor(pid: number | undefined): { readonly end: () => number } {
  let last = 0;
  const timer = setInterval(() => {
    try {
      last = processorTime(pid);
    } catch {
      // It has gone.
    }
  }, 50);
  return {
    end: () => {
      clearInterval(timer);
      return last;
    },
  };
}
