/** `toggle-targeting drift`: compares files with the live version. It never writes. */
import { t } from '../../core/t.js';
import { sentencesAbout } from '../../service/approval/approvalWords.js';
import { mapConcurrently } from '../../service/pace.js';
import { archivedWarning } from '../../service/push/gates.js';
import { describeRead } from '../../service/http/describe.js';
import { isReadable, readLive } from '../../service/http/service.js';
import { isoTime } from '../../service/words/timeOf.js';
import { environmentAtHost, targetName } from '../../service/http/target.js';
import { listOf } from '../../core/targeting/joined.js';
import { changes } from '../../core/targeting/state/changes.js';
import { stateAfterPatch, readBody, sameState } from '../../core/targeting/state/state.js';
import { payload } from '../../core/features/payload.js';
import { parse } from '../../core/json/document.js';
import type { Item } from '../reports/commandReport.js';
import { printReport } from '../reports/commandReport.js';
import type { ExitCode, World } from '../world.js';
import type { Access } from './access.js';
import type { TargetedFile } from './files.js';
import { TargetingFiles } from './files.js';
import { networkWords } from './networkWords.js';
import { atOnce } from './lookAt.js';
import { keptThere } from '../../service/words/kept.js';

/** The formats of `drift`; the first format is the default. */
export const driftFormats = ['text', 'json', 'markdown'] as const;

export interface DriftOptions {
  readonly places: readonly string[];
  /** The environment to compare with; all environments if undefined. */
  readonly environment: string | undefined;
  readonly format: (typeof driftFormats)[number];
}

interface Drift {
  readonly file: string;
  readonly toggle: string;
  readonly environment: string;
  readonly name: string;
  readonly kind: 'same' | 'differs' | 'failed';
  readonly version?: number;
  /** The changes that a push would make, or why they are unknown, one sentence each. */
  readonly sentences: readonly string[];
}

export async function drift(
  { places, environment, format }: DriftOptions,
  world: World,
  access: Access,
): Promise<ExitCode> {
  const files = new TargetingFiles(places, world, access);
  const { files: found, failures } = files.find(environment);
  const readable = found.filter(({ target }) => isReadable(target));
  // Files without a readable live version are skipped, unless an environment was named or no live version is readable.
  const wanted = environment === undefined && readable.length > 0 ? readable : found;
  const all = await mapConcurrently(atOnce, wanted, (file) => driftOf(file, access));
  const skipped = found.filter((file) => !wanted.includes(file)).map(({ target }) => environmentAtHost(target));
  const skipping =
    skipped.length === 0
      ? []
      : [t('Skipped, since the live version cannot be read: {0}', listOf([...new Set(skipped)]))];
  const isNews = ({ kind, sentences }: Drift) => kind !== 'same' || sentences.length > 0;
  const title = all.some(isNews)
    ? t('Files that differ from the live version')
    : t('All files match the live version.');
  // A report that is posted as a comment does not include stderr, so the report itself lists the skipped files.
  const told = { title, failures: [...failures, ...skipping], data: { toggles: all } };
  printReport(format, { ...told, items: all.map((each) => itemOf(each, isNews(each))) }, world);
  if (failures.length > 0 || all.some(({ kind }) => kind === 'failed')) return 2;
  return all.some(({ kind }) => kind === 'differs') ? 3 : 0;
}

async function driftOf(file: TargetedFile, access: Access): Promise<Drift> {
  const { target, path } = file;
  const { toggle, environment } = target;
  const known = { file: path, toggle, environment, name: targetName(target) };
  const compared = await comparedWithLive(file, access);
  if ('unread' in compared) return { ...known, kind: 'failed', sentences: [compared.unread] };
  const { answer, live, after, service } = compared;
  const { state, version } = live;
  const isArchived = await access.isArchived(target, service);
  const more = [
    ...(isArchived ? [archivedWarning(target)] : []),
    ...keptThere(after),
    ...(answer.pending === undefined ? [] : sentencesAbout(answer.pending, isoTime)),
  ];
  return sameState(after.state, state)
    ? { ...known, kind: 'same', version, sentences: more }
    : { ...known, kind: 'differs', version, sentences: [...changes(state, after.state), ...more] };
}

/** @returns the live version and the result of a push of the file, or why they are unknown */
export async function comparedWithLive({ target, text }: TargetedFile, access: Access) {
  const notRead = (reason: string) => ({ unread: t('Not read: {0}', reason) });
  const body = payload(parse(text));
  if (body === undefined) return notRead(t('the file is not a single JSON object.'));
  if (!isReadable(target)) return notRead(t('the live version cannot be read.'));
  const reached = access.service(target);
  if ('reason' in reached) return notRead(reached.reason);
  const reading = await readLive(reached.reached);
  if (reading.kind === 'failed') return { unread: describeRead(reading.outcome, target, networkWords).sentence };
  const { answer, live } = reading.value;
  return { answer, live, after: stateAfterPatch(readBody(body), live.state), service: reached.reached };
}

function itemOf({ name, file, kind, version = 0, sentences: lines }: Drift, isNews: boolean): Item {
  const standing = kind === 'same' ? t('same · version {0}', version) : t('differs from version {0}', version);
  const words = kind === 'failed' ? t('{0}: unknown', name) : t('{0}: {1}', name, standing);
  return { words, file, lines, only: isNews ? undefined : 'text' };
}
