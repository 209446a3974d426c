/** The command line's access to the machine. processWorld.ts implements it with Node.js. */
import type { Unreadable } from '../core/checks/text/unreadable.js';
import type { CodeDisk } from '../workspace/code/codeDisk.js';
import type { Disk } from '../workspace/disk/disk.js';
import type { LocalServer, LocalServerOptions } from '../serve/contract.js';
import type { GitMachine } from '../workspace/git/repository.js';

export interface World {
  /** The absolute path of the current folder. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The command that starts this program, usable in any folder. */
  readonly command: readonly string[];
  readonly disk: Disk;
  readonly codeDisk: CodeDisk;
  readonly files: Files;
  readonly opened: GitMachine['opened'];
  /** Starts Git. Only repository.ts may call this function. */
  readonly startGit: GitMachine['startGit'];
  /** Reads all of standard input, up to a limit in bytes. */
  readonly standardInput: (limit: number) => Promise<Uint8Array | Unreadable>;
  /** Reads the lines of standard input. A line with more bytes than the limit becomes an error. */
  readonly lines: (limit: number) => AsyncIterable<string | Unreadable>;
  readonly output: Output;
  readonly messages: Output;
  /** The current time in Unix seconds. */
  readonly time: () => number;
  /** A monotonic clock, in milliseconds from an arbitrary start. */
  readonly now: () => number;
  /** Waits for the given milliseconds or until canceled. Never rejects. */
  readonly wait: (milliseconds: number, cancel: AbortSignal) => Promise<void>;
  /** After the call, signals abort the returned AbortSignal instead of ending the program. */
  readonly interruption: () => AbortSignal;
  /** Lets the process handle signals every few milliseconds. */
  readonly pause: () => Promise<void>;
  readonly startLocalServer: (options: LocalServerOptions) => Promise<LocalServer>;
  readonly version: string;
  readonly homepage: string;
  /** The URL of the page that documents the problem codes. Each code is a fragment of the URL. */
  readonly docs: string;
  /** The text of the page at `docs`, with a section for each problem code. */
  readonly manual: string;
}

/** Access to files. Paths are absolute, in the form of the operating system. */
export interface Files {
  readonly isLink: (path: string) => boolean;
  readonly isProgram: (path: string) => boolean;
  /** Reads a regular file up to a limit in bytes; undefined if the file is missing. */
  readonly read: (path: string, limit: number) => Uint8Array | undefined | Unreadable;
  /** Replaces a regular file atomically and keeps its mode. Returns the system's error code on failure. */
  readonly replace: (path: string, bytes: Uint8Array) => string | undefined;
  /** Creates a missing file and its folders. Returns the system's error code on failure. */
  readonly create: (path: string, bytes: Uint8Array) => string | undefined;
  /** Writes to a pipe or device. Returns the system's error code on failure. */
  readonly append: (path: string, bytes: Uint8Array) => string | undefined;
  readonly remove: (path: string) => string | undefined;
  /** A stamp that changes if the file is written or replaced; undefined if the file is missing. Follows links. */
  readonly stamp: (path: string) => string | undefined;
}

export interface Output {
  /** Writes text. On GitHub, workflow commands in the text are escaped. */
  readonly write: (text: string) => void;
  /** Like `write`, but does not escape lines that begin with `::`, which are our annotations. */
  readonly annotate: (text: string) => void;
  readonly isTerminal: boolean;
  /** The width of the terminal in columns; undefined if unknown. */
  readonly columns: number | undefined;
}

/**
 * 0: clean. 1: a check failed. 2: something could not be done. 3: users get different values, or a service differs.
 * 4: refused. 5: unknown whether a push was applied. 6: done, except toggles with a change that waits for approval.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6;
