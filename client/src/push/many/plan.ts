/**
 * Many files in one push: looks at each of them and says what would happen to it, before anything is sent. All go to
 * environments of one name; a file that has none of that name is refused. Pure of vscode; run.ts pushes.
 */
import { t } from '@vscode/l10n';
import type { Check, Target, Targets } from '../../../../server/src/protocol.js';
import { atMost } from '../atMost.js';
import type { Remembered } from '../base.js';
import type { FilePorts } from '../flow.js';
import { checkFile, ready, warningsOf } from '../flow.js';
import type { Live } from '../service/live.js';
import type { Clock } from '../service/patience.js';
import { Patience } from '../service/patience.js';
import type { Exchange } from '../service/request.js';
import { originOf } from '../service/target.js';
import type { Risk } from '../state/risk.js';
import { addressOf, environmentOf, find, isPlanned, refused, withoutTwice } from './address.js';
import { manyVerdict } from './verdict.js';

export interface ManyPorts extends Clock {
  /** How many files are worked on at once, and so how many requests there are at once. */
  readonly concurrency: number;
  readonly nameOf: (uri: string) => string;
  readonly targets: (uri: string) => Promise<Targets>;
  /** Undefined when the person left. */
  readonly chooseEnvironment: (choices: readonly EnvironmentChoice[]) => Promise<string | undefined>;
  readonly open: (uri: string) => Promise<FilePorts>;
  readonly remembered: (uri: string, target: Target) => Promise<Remembered | undefined>;
  readonly remember: (uri: string, target: Target, what: Remembered) => Promise<void>;
  readonly token: (origin: string) => Promise<string | undefined>;
  /** One request, without a word to the person. */
  readonly request: (method: Method, url: URL, token: string, body?: string) => Promise<Exchange>;
  /** What failed with one file and is nobody's doing but ours or the disk's; the others go on. */
  readonly failed: (error: unknown) => void;
}

type Method = 'GET' | 'PATCH' | 'POST';

export interface EnvironmentChoice {
  readonly name: string;
  /** How many of the files can go there. */
  readonly files: number;
  readonly protected: boolean;
}

/** A file, and what the table says of it. */
export interface Planned {
  readonly uri: string;
  /** Undefined when it goes nowhere. */
  readonly target: Target | undefined;
  readonly verdict: Verdict;
}

export type Verdict =
  | Ready
  /** There is nothing to push. */
  | { readonly kind: 'same'; readonly words: string }
  | { readonly kind: 'refused'; readonly words: string };

export interface Ready {
  readonly kind: 'ready';
  readonly draft: Drafted;
  /** What becomes different, as sentences. */
  readonly changes: readonly string[];
  readonly risk: Risk;
  /** What the sentences were made from; undefined where the service cannot be read. */
  readonly live: Live | undefined;
  /** JSON texts to compare; undefined when nothing is known to compare with. */
  readonly compared: { readonly before: string; readonly after: string } | undefined;
}

/** A file whose checks are done. */
export interface Drafted extends Addressed {
  /** JSON text, without a comment that counts. */
  readonly body: string;
  /** The file's own. */
  readonly comment: string | undefined;
  readonly warnings: Check['problems'];
}

export interface Addressed extends Asked {
  readonly target: Target;
  readonly url: URL;
}

export interface Asked {
  readonly uri: string;
  readonly target?: Target;
}

export interface Plan {
  readonly environment: string;
  readonly files: readonly Planned[];
}

/** Asks which environment, and for tokens where there are none; undefined when the person left. */
export async function planMany(
  ports: ManyPorts,
  files: readonly string[],
  cancel: AbortSignal,
): Promise<Plan | undefined> {
  const asked: readonly Asked[] = [...new Set(files)].map((uri) => ({ uri }));
  const found = await step(ports, cancel, asked, (file) => find(ports, file));
  const environment = cancel.aborted ? undefined : await environmentOf(ports, found);
  if (environment === undefined) return undefined;

  const addressed = found.map((file) => (isPlanned(file) ? file : addressOf(file, environment)));
  const drafted = await step(ports, cancel, withoutTwice(ports, addressed), (file) => draft(ports, file));
  const readable = drafted.flatMap((file) => (!isPlanned(file) && file.target.api !== undefined ? [file.target] : []));
  const tokens = await tokensFor(ports, cancel.aborted ? [] : readable);
  const patience = new Patience(ports, cancel);
  const planned = await step(ports, cancel, drafted, async (file): Promise<Planned> => {
    const { uri, target } = file;
    const token = tokens.get(originOf(target));
    return { uri, target, verdict: await manyVerdict({ ports, patience, token }, file) };
  });
  return cancel.aborted ? undefined : { environment, files: planned };
}

/** One question for each origin, one after the other. */
export async function tokensFor(
  ports: Pick<ManyPorts, 'token'>,
  targets: readonly Target[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const tokens = new Map<string, string | undefined>();
  for (const origin of new Set(targets.map(originOf))) tokens.set(origin, await ports.token(origin));
  return tokens;
}

/** Takes every file that is not refused yet one step further. What goes wrong with one does not stop the others. */
async function step<T extends Asked, R>(
  ports: ManyPorts,
  cancel: AbortSignal,
  files: readonly (T | Planned)[],
  work: (file: T) => Promise<R | Planned>,
): Promise<readonly (R | Planned)[]> {
  return atMost(ports.concurrency, files, async (file) => {
    if (isPlanned(file)) return file;
    if (cancel.aborted) return refused(file, t('it was cancelled before anything was sent.'));
    try {
      return await work(file);
    } catch (error) {
      ports.failed(error);
      return refused(file, error instanceof Error ? error.message : String(error));
    }
  });
}

async function draft(ports: ManyPorts, file: Addressed): Promise<Drafted | Planned> {
  const document = await ports.open(file.uri);
  const check = await checkFile(document);
  if ('reason' in check) return refused(file, check.reason);
  const body = await ready(document, check, check.comment ?? '');
  return typeof body === 'string'
    ? { ...file, body, comment: check.comment, warnings: warningsOf(check) }
    : refused(file, body.reason);
}
