/** Ports of a push of many files. Types only. */
import type { Targets } from '../../core/protocol.js';
import type { State } from '../../core/targeting/state/state.js';
import type { Recorder } from '../push/memory.js';
import type { FilePorts } from '../push/checkedFile.js';
import type { RiskPorts } from '../push/risks.js';
import type { Clock } from '../http/throttling.js';
import type { Call, Exchange } from '../http/request.js';
import type { ReadyToPush } from './planned.js';

export interface ManyPorts extends Clock, RiskPorts {
  /** Maximum number of files, and thus of requests, in parallel. */
  readonly concurrency: number;
  readonly nameOf: (uri: string) => string;
  readonly targets: (uri: string) => Promise<Targets>;
  /** Asks for the environment. Returns undefined if the person cancels. */
  readonly chooseEnvironment: (choices: readonly EnvironmentChoice[]) => Promise<string | undefined>;
  readonly open: (uri: string) => Promise<FilePorts>;
  readonly recorder: (uri: string) => Recorder;
  /** The file's plan as the table shows it; undefined if the file cannot be pushed. */
  readonly shown?: (uri: string) => ReadyToPush | undefined;
  /** Finds the fields that the file omits at the commit that is live. Returns null without such a commit or Git. */
  readonly liveCommit?: (uri: string, live: State) => Promise<readonly string[] | null>;
  /** Asks for a missing token, to push the files `uris`. Returns undefined if the person cancels. */
  readonly token: (address: string, uris: readonly string[]) => Promise<string | undefined>;
  /** The comment of the file's last push, which must not be reused for a different change. */
  readonly lastComment: (uri: string) => string | undefined;
  /** Records that the token may be used in the background, and that the comment was used. Never rejects. */
  readonly pushed: (address: string, uri: string, comment: string | undefined) => Promise<void>;
  /** Sends one request without notifying the person. */
  readonly request: (call: Call) => Promise<Exchange>;
  /** Reports an unexpected error with one file, which does not stop the push of the other files. */
  readonly failed: (error: unknown) => void;
}

export interface EnvironmentChoice {
  readonly name: string;
  /** Keys of the environments with this name. */
  readonly keys: readonly string[];
  /** Number of files that can be pushed to the environment. */
  readonly files: number;
  readonly protected: boolean;
}
