/** Plans a push of many files to environments with the same name, without sending. Does not import vscode. */
import { mapConcurrently } from '../pace.js';
import { checkedBody, warningsOf } from '../push/checkedFile.js';
import { canceledUnsent } from '../http/answers/outcome.js';
import { Throttling } from '../http/throttling.js';
import type { Call } from '../http/request.js';
import type { Service } from '../http/service.js';
import { isReadable, serviceBy } from '../http/service.js';
import type { KnownKeys } from '../http/spelling.js';
import { serviceAddressOf } from '../http/target.js';
import { addressOf, environmentOf, find, refuseDuplicates } from './address.js';
import type { AddressedFile, GivenFile, CheckedFile, Judged } from './planned.js';
import { isJudged, refusalOf, refused } from './planned.js';
import type { ManyPorts } from './ports.js';
import { hasMoved, rememberShown } from './pushOne.js';
import { risksOfPushes } from '../push/risks.js';
import type { Seen } from './verdict.js';
import { compareFile, manyVerdict } from './verdict.js';

export interface Plan {
  readonly environment: string;
  readonly files: readonly Judged[];
  /** Number of files left out because their paths bind them to other environments. */
  readonly elsewhere: number;
}

/** Plans a push after asking for the environment and for missing tokens. @returns undefined if the person cancels */
export async function planMany(
  ports: ManyPorts,
  files: readonly string[],
  cancel: AbortSignal,
): Promise<Plan | undefined> {
  const given: readonly GivenFile[] = [...new Set(files)].map((uri) => ({ uri }));
  const found = await step(ports, cancel, given, (file) => find(ports, file));
  const environment = cancel.aborted ? undefined : await environmentOf(ports, found);
  if (environment === undefined) return undefined;

  const addressed = found.flatMap((file) => (isJudged(file) ? [file] : addressOf(file, environment)));
  const checked = await step(ports, cancel, refuseDuplicates(ports, addressed), (file) => checkOne(ports, file));
  const readable = checked.flatMap((file) => (!isJudged(file) && isReadable(file.target) ? [file] : []));
  const serviceOf = await servicesOf(ports, cancel.aborted ? [] : readable, cancel);
  const seen = await step(ports, cancel, checked, async (file): Promise<SeenFile | Judged> => {
    const { uri, target } = file;
    const service = serviceOf(file);
    const recorder = ports.recorder(uri);
    const shown = ports.shown?.(uri);
    const first = await compareFile(recorder, service, file, ports.liveCommit);
    const isOther = shown !== undefined && 'sight' in first && hasMoved(first.sight.looked, shown);
    const each = isOther && (await rememberShown(recorder, shown)) ? await compareFile(recorder, service, file) : first;
    return 'kind' in each ? { uri, target, verdict: each } : { uri, seen: each };
  });
  // The impact of all files that can be pushed is computed as one change.
  const pushes = seen.flatMap((file) => (isJudged(file) ? [] : [{ uri: file.uri, looked: file.seen.sight.looked }]));
  const risks = cancel.aborted ? [] : await risksOfPushes(ports, pushes);
  const planned = await step(ports, cancel, seen, async ({ uri, seen: each }): Promise<Judged> => {
    const risk = risks[pushes.findIndex((push) => push.uri === uri)];
    if (risk === undefined) throw new Error(`No risk of ${uri} is known.`);
    return { uri, target: each.file.target, verdict: await manyVerdict(each, risk) };
  });
  return cancel.aborted ? undefined : { environment, files: planned, elsewhere: found.length - addressed.length };
}

interface SeenFile extends GivenFile {
  readonly seen: Seen;
}

/**
 * Asks for missing tokens, one service address at a time. Returns a function that finds the service of a file, and
 * returns undefined without a token. The service calls `sending` before each request.
 */
export async function servicesOf(
  ports: ManyPorts,
  files: readonly AddressedFile[],
  cancel: AbortSignal,
): Promise<(file: AddressedFile, sending?: (call: Call) => void) => Service | undefined> {
  const tokens = new Map<string, string | undefined>();
  for (const address of new Set(files.map(({ target }) => serviceAddressOf(target)))) {
    const own = files.flatMap(({ uri, target }) => (serviceAddressOf(target) === address ? [uri] : []));
    tokens.set(address, await ports.token(address, own));
  }
  const throttling = new Throttling(ports, cancel);
  const projects: NonNullable<KnownKeys['projects']> = new Map();
  return ({ target, url }, sending) => {
    const token = tokens.get(serviceAddressOf(target));
    const send = (call: Call) => {
      sending?.(call);
      return throttling.send(call);
    };
    return token === undefined ? undefined : serviceBy({ target, url, token }, send, { projects });
  };
}

/** Runs a step for every file without a verdict. A failure with one file does not stop the other files. */
async function step<T extends GivenFile, R>(
  ports: ManyPorts,
  cancel: AbortSignal,
  files: readonly (T | Judged)[],
  work: (file: T) => Promise<R | Judged>,
): Promise<readonly (R | Judged)[]> {
  return mapConcurrently(ports.concurrency, files, async (file) => {
    if (isJudged(file)) return file;
    if (cancel.aborted) return refused(file, canceledUnsent().reason);
    try {
      return await work(file);
    } catch (error) {
      ports.failed(error);
      return refused(file, error instanceof Error ? error.message : String(error));
    }
  });
}

async function checkOne(ports: ManyPorts, file: AddressedFile): Promise<CheckedFile | Judged> {
  const { uri, target } = file;
  const check = await checkedBody(() => ports.open(uri), target);
  if ('reason' in check) return { uri, target, verdict: refusalOf(check) };
  const comment = check.comment === ports.lastComment(uri) ? undefined : check.comment;
  return { ...file, body: check.body, comment, warnings: warningsOf(check) };
}
