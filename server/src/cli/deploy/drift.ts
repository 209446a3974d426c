/** `toggle-targeting drift`: how files stand to what is live. Never writes. */
import { t } from '@vscode/l10n';
import { sentencesAbout } from '../../service/approval/words.js';
import { mapConcurrently } from '../../service/pace.js';
import { archivedWarning } from '../../service/push/prospect.js';
import { tellReading } from '../../service/http/describe.js';
import { isReadable, readLive } from '../../service/http/service.js';
import { isoTime } from '../../service/words/timeOf.js';
import { environmentAtHost, targetName } from '../../service/http/target.js';
import { listOf } from '../../core/targeting/joined.js';
import { changes } from '../../core/targeting/state/changes.js';
import { effective, readBody, sameState } from '../../core/targeting/state/state.js';
import { payload } from '../../core/features/payload.js';
import { parse } from '../../core/json/document.js';
import { lined, marked } from '../reports/lines.js';
import { jsonLines, visible } from '../reports/visible.js';
import type { ExitCode, World } from '../world.js';
import type { Access } from './access.js';
import type { TargetedFile } from './files.js';
import { TargetingFiles } from './files.js';
import { networkWords } from './networkWords.js';
import { atOnce } from './lookAt.js';
import { keptThere } from '../../service/words/kept.js';

export interface DriftOptions {
  readonly places: readonly string[];
  /** Undefined for all. */
  readonly environment: string | undefined;
  readonly format: DriftFormat;
}

interface Drift {
  readonly file: string;
  readonly toggle: string;
  readonly environment: string;
  /** As it is printed. */
  readonly name: string;
  readonly kind: 'same' | 'differs' | 'failed';
  readonly version?: number;
  /** What a push would change, or why it is not known, a sentence each. */
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
  // Whoever names an environment wants to know of it, and so does who would hear of none.
  const wanted = environment === undefined && readable.length > 0 ? readable : found;
  const all = await mapConcurrently(atOnce, wanted, (file) => driftOf(file, access));
  const skipped = found.filter((file) => !wanted.includes(file)).map(({ target }) => environmentAtHost(target));
  const skipping =
    skipped.length === 0
      ? []
      : [t('Skipped, since what is live there cannot be read: {0}', listOf([...new Set(skipped)]))];
  for (const message of [...failures, ...skipping]) world.messages.write(`${visible(message)}\n`);
  world.output.write(reports[format](all, skipping));
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

/** @returns what is live, and what would be if the file were pushed; or why that is not known, in a sentence */
export async function comparedWithLive({ target, text }: TargetedFile, access: Access) {
  const notRead = (reason: string) => ({ unread: t('Not read: {0}', reason) });
  const body = payload(parse(text));
  if (body === undefined) return notRead(t('the file is not a single JSON object.'));
  if (!isReadable(target)) return notRead(t('what is live there cannot be read.'));
  const reached = access.service(target);
  if ('reason' in reached) return notRead(reached.reason);
  const reading = await readLive(reached.reached);
  if (reading.kind === 'failed') return { unread: tellReading(reading.outcome, target, networkWords).sentence };
  const { answer, live } = reading.value;
  return { answer, live, after: effective(readBody(body), live.state), service: reached.reached };
}

/** A comment has no stderr beside it, so it says itself what was skipped. */
const reports = {
  text: (all) =>
    lined(all.flatMap((each) => [visible(titleOf(each)), ...each.sentences.map((line) => `  ${visible(line)}`)])),
  json: (all) => jsonLines({ toggles: all }),
  markdown: (all, skipping) => {
    const news = all.filter(({ kind, sentences }) => kind !== 'same' || sentences.length > 0);
    const title = news.length === 0 ? t('All files match what is live.') : t('Files that differ from what is live');
    return lined([
      `### ${title}`,
      '',
      ...news.flatMap((each) => [
        `**${marked(titleOf(each))}** — ${marked(each.file)}`,
        '',
        ...each.sentences.map((line) => `- ${marked(line)}`),
        '',
      ]),
      ...skipping.map((line) => `- ${marked(line)}`),
    ]);
  },
} as const satisfies Readonly<Record<string, (all: readonly Drift[], skipping: readonly string[]) => string>>;

type DriftFormat = keyof typeof reports;

/** The first is the default. */
export const driftFormats = Object.keys(reports) as readonly DriftFormat[];

function titleOf({ name, kind, version }: Drift): string {
  if (kind === 'failed') return t('{0}: unknown', name);
  const words = kind === 'same' ? t('same · version {0}', version ?? 0) : t('differs from version {0}', version ?? 0);
  return t('{0}: {1}', name, words);
}
