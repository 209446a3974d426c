/** What a push of many files needs of the world. Types alone. */
import type { Targets } from '../../../../server/src/protocol.js';
import type { Recorder } from '../push/memory.js';
import type { FilePorts } from '../push/checkedFile.js';
import type { Clock } from '../service/throttling.js';
import type { Call, Exchange } from '../service/request.js';

export interface ManyPorts extends Clock {
  /** How many files are worked on at once, and so how many requests there are at once. */
  readonly concurrency: number;
  readonly nameOf: (uri: string) => string;
  readonly targets: (uri: string) => Promise<Targets>;
  /** Undefined when the person left. */
  readonly chooseEnvironment: (choices: readonly EnvironmentChoice[]) => Promise<string | undefined>;
  readonly open: (uri: string) => Promise<FilePorts>;
  /** Of one of the files. */
  readonly recorder: (uri: string) => Recorder;
  /** @param uris of the files that go to that place */
  readonly token: (place: string, uris: readonly string[]) => Promise<string | undefined>;
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
