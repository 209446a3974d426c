/** What a push of many files needs of the world. Types alone. */
import type { Targets } from '../../core/protocol.js';
import type { Recorder } from '../push/memory.js';
import type { FilePorts } from '../push/checkedFile.js';
import type { RiskPorts } from '../push/risks.js';
import type { Clock } from '../http/throttling.js';
import type { Call, Exchange } from '../http/request.js';
import type { ReadyToPush } from './planned.js';

export interface ManyPorts extends Clock, RiskPorts {
  /** How many files are worked on at once, and so how many requests there are at once. */
  readonly concurrency: number;
  readonly nameOf: (uri: string) => string;
  readonly targets: (uri: string) => Promise<Targets>;
  /** Undefined when the person left. */
  readonly chooseEnvironment: (choices: readonly EnvironmentChoice[]) => Promise<string | undefined>;
  readonly open: (uri: string) => Promise<FilePorts>;
  /** Of one of the files. */
  readonly recorder: (uri: string) => Recorder;
  /** What the table shows of the file, where it can be pushed. */
  readonly shown?: (uri: string) => ReadyToPush | undefined;
  /** Asks for one where there is none; undefined when the person left. */
  readonly token: (address: string) => Promise<string | undefined>;
  /** The file's comment when it was pushed last: it does not describe another change. */
  readonly lastComment: (uri: string) => string | undefined;
  /** A file was pushed: its token may be used in the background for its folder, and its comment is used. Never rejects. */
  readonly pushed: (address: string, uri: string, comment: string | undefined) => Promise<void>;
  /** One request, without a word to the person. */
  readonly request: (call: Call) => Promise<Exchange>;
  /** What failed with one file and is nobody's doing but ours or the disk's; the others go on. */
  readonly failed: (error: unknown) => void;
}

export interface EnvironmentChoice {
  readonly name: string;
  /** Of the environments that have this name. */
  readonly keys: readonly string[];
  /** How many of the files can go there. */
  readonly files: number;
  readonly protected: boolean;
}
