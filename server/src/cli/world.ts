/** All that the command line wants of the machine that it runs on. main.ts makes it of Node; nothing else here has any. */
import type { Unreadable } from '../core/checks/text/unreadable.js';
import type { CodeDisk } from '../workspace/code/codeDisk.js';
import type { Disk } from '../workspace/disk/disk.js';
import type { LocalServer, LocalServerOptions } from '../serve/contract.js';
import type { GitMachine } from '../workspace/git/repository.js';

export interface World {
  /** The folder that it was started in, absolute. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What starts this command line, from any folder. */
  readonly command: readonly string[];
  readonly disk: Disk;
  readonly codeDisk: CodeDisk;
  readonly files: Files;
  readonly opened: GitMachine['opened'];
  /** Only for repository.ts. */
  readonly startGit: GitMachine['startGit'];
  /** All of it, when it has at most so many bytes. */
  readonly standardInput: (limit: number) => Promise<Uint8Array | Unreadable>;
  /** Standard input, line by line; of a line that has more bytes, why it is not read. */
  readonly lines: (limit: number) => AsyncIterable<string | Unreadable>;
  readonly output: Output;
  readonly messages: Output;
  /** Unix seconds. */
  readonly time: () => number;
  /** Milliseconds from any start. */
  readonly now: () => number;
  /** Milliseconds; ends early when it is cancelled. Never rejects. */
  readonly wait: (milliseconds: number, cancel: AbortSignal) => Promise<void>;
  /** From then on, a signal that would end the process aborts this instead. */
  readonly interruption: () => AbortSignal;
  /** Lets the process hear of signals, every few milliseconds. */
  readonly pause: () => Promise<void>;
  /** Starts the server for applications on this machine. */
  readonly startLocalServer: (options: LocalServerOptions) => Promise<LocalServer>;
  readonly version: string;
  readonly homepage: string;
  /** The page that documents the problem codes; a code is its fragment. */
  readonly docs: string;
  /** What that page says: a section for each code. */
  readonly manual: string;
}

/** What is wanted of files to be fixed. Paths are absolute, as the machine writes them. */
export interface Files {
  readonly isLink: (path: string) => boolean;
  readonly isProgram: (path: string) => boolean;
  /** Of a regular file, when it has at most so many bytes; undefined when there is none. */
  readonly read: (path: string, limit: number) => Uint8Array | undefined | Unreadable;
  /** Replaces a regular file: readers see the old file or the new one. Its mode stays. Returns the system's error code. */
  readonly replace: (path: string, bytes: Uint8Array) => string | undefined;
  /** Where none is, with the folders that it needs. */
  readonly create: (path: string, bytes: Uint8Array) => string | undefined;
  /** To a pipe or a device, which is never replaced. Returns the system's code. */
  readonly append: (path: string, bytes: Uint8Array) => string | undefined;
  readonly remove: (path: string) => string | undefined;
  /** Changes when the file does, or another takes its place; undefined where none is. Of a link, that of what it leads to. */
  readonly stamp: (path: string) => string | undefined;
}

export interface Output {
  /** None of it acts where GitHub runs it. */
  readonly write: (text: string) => void;
  /** As `write`, but for lines that begin with `::`: they are annotations of ours. */
  readonly annotate: (text: string) => void;
  readonly isTerminal: boolean;
  /** Undefined if unknown. */
  readonly columns: number | undefined;
}

/**
 * 0: clean. 1: found something that fails. 2: could not do all of it. 3: someone gets a different value, or a service differs.
 * 4: refused. 5: whether a push was applied is not known. 6: done, but for toggles with a change that waits for approval.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6;
