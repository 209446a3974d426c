/** `toggle-targeting pull`: pulls live versions into files with minimal edits, but keeps uncommitted changes. */
import { basename, dirname } from 'node:path';
import { t } from '../../core/t.js';
import { mapConcurrently } from '../../service/pace.js';
import { describeRead } from '../../service/http/describe.js';
import { isReadable, readLive } from '../../service/http/service.js';
import { environmentAtHost } from '../../service/http/target.js';
import { textOf } from '../../core/targeting/state/state.js';
import { newFile, pulled } from '../../core/features/pulled.js';
import { MAX_TEXT_LENGTH, parse } from '../../core/json/document.js';
import { applyEdits } from '../../core/json/edit/edits.js';
import type { FileFor, Target } from '../../core/protocol.js';
import { filesFor } from '../../workspace/config/filesFor.js';
import { decoded, withMarkOf } from '../../core/checks/text/encoding.js';
import { shownPath } from '../files/paths.js';
import { printErrors, visible } from '../reports/visible.js';
import { gitIn } from '../../workspace/git/repository.js';
import type { ExitCode, World } from '../world.js';
import type { Access } from './access.js';
import { byReason } from './plan/applyTally.js';
import { TargetingFiles } from './files.js';
import { networkWords } from './networkWords.js';
import { pathOf, uriOf } from '../../workspace/disk/paths.js';

const atOnce = 4;

export interface PullOptions {
  readonly environment: string;
  /** The keys of the toggles to pull; all toggles of the service if undefined. */
  readonly toggles: readonly string[] | undefined;
}

interface Pulled {
  readonly toggle: string;
  /** The result in words, shown after the toggle's key. */
  readonly words: string;
  readonly code: ExitCode;
}

export async function pull(options: PullOptions, world: World, access: Access): Promise<ExitCode> {
  const { environment } = options;
  const files = new TargetingFiles(['.'], world, access);
  const config = files.project.config(`${uriOf(world.folder)}/any.targeting.json`);
  if (config === undefined)
    return printErrors(world, t('There is no targeting.config.json in this folder or above it.'));
  const filesOf = (keys: readonly string[]) =>
    filesFor(config.parsed, config.uri, keys, (uri) => files.project.bounds.outside(uri));
  const place = filesOf([]);
  if (place.kind !== 'found') return printErrors(world, place.kind === 'unusable' ? place.reason : '');
  const target = place.environments.find((each) => each.place.environment === environment)?.place;
  if (target === undefined)
    return printErrors(world, t('targeting.config.json has no environment {0}.', JSON.stringify(environment)));
  if (!isReadable(target)) return printErrors(world, t('the live version cannot be read.'));
  const keys = options.toggles === undefined ? await keysOf(target, access) : [...new Set(options.toggles)];
  if (typeof keys === 'string') return printErrors(world, keys);
  const all = filesOf(keys);
  const wanted =
    all.kind === 'found' ? all.environments.find((each) => each.place.environment === environment) : undefined;
  const found = wanted?.files ?? [];
  const results = await mapConcurrently(atOnce, found, (file) => pullOne(file, target, access, world));
  const done = results.filter(({ code }) => code === 0).map(({ toggle, words }) => t('{0}: {1}', toggle, words));
  const left = results.flatMap(({ toggle, words, code }) => (code === 0 ? [] : [{ name: toggle, reason: words }]));
  for (const line of [...done, ...byReason(left)]) world.output.write(`${visible(line)}\n`);
  return ([4, 2] as const).find((code) => results.some((result) => result.code === code)) ?? 0;
}

async function keysOf(place: Target, access: Access): Promise<readonly string[] | string> {
  // The list belongs to the project, so its address can be built with any toggle key.
  const target = { ...place, toggle: 'any' };
  const reached = access.project(target);
  if ('reason' in reached) return reached.reason;
  const reading = await reached.reached.toggles();
  if (reading.kind === 'failed')
    return t('{0}: {1}', environmentAtHost(place), describeRead(reading.outcome, target, networkWords).sentence);
  const { items, hasAll } = reading.value;
  return hasAll
    ? items.map(({ key }) => key).sort()
    : t('The project has more toggles than can be listed. Name them with {0}.', '--toggle');
}

async function pullOne(file: FileFor, place: Target, access: Access, world: World): Promise<Pulled> {
  const { toggle } = file;
  const told = (words: string, code: ExitCode = 0): Pulled => ({ toggle, words, code });
  if ('reason' in file) return told(file.reason, 2);
  const target = { ...place, toggle };
  const reached = access.service(target);
  if ('reason' in reached) return told(reached.reason, 2);
  const reading = await readLive(reached.reached);
  if (reading.kind === 'failed') return told(describeRead(reading.outcome, target, networkWords).sentence, 2);
  const { state, version } = reading.value.live;
  const path = pathOf(file.uri);
  const shown = shownPath(path, world.folder);
  const bytes = world.files.read(path, MAX_TEXT_LENGTH);
  if (bytes === undefined) {
    const failure = world.files.create(path, Buffer.from(newFile(textOf(state))));
    return failure === undefined
      ? told(t('{0} is new, from version {1}.', shown, version))
      : told(cannotWrite(shown, failure), 2);
  }
  if (!(bytes instanceof Uint8Array)) return told(t('{0} cannot be read ({1}).', shown, bytes.unreadable), 2);
  const before = decoded(bytes);
  const edits = pulled(parse(before), textOf(state));
  if (edits === undefined) return told(t('{0} is not a single JSON object.', shown), 2);
  const after = applyEdits(before, edits);
  if (after === before) return told(t('{0} matches the live version (version {1}).', shown, version));
  if (world.files.isLink(path)) return told(t('{0} is a link, so it was left unchanged.', shown), 4);
  const loss = whatWouldBeLost(path, bytes, shown, world);
  if (loss !== undefined) return told(loss, 4);
  const failure = world.files.replace(path, Buffer.from(withMarkOf(bytes, after)));
  return failure === undefined
    ? told(t('{0} now matches version {1}.', shown, version))
    : told(cannotWrite(shown, failure), 2);
}

/**
 * @returns why the file must not be overwritten; undefined if it equals the last commit, except for line endings. Git
 * runs no filters for this check, because filters are programs that the repository chooses.
 */
function whatWouldBeLost(path: string, bytes: Uint8Array, shown: string, world: World): string | undefined {
  const git = gitIn(dirname(path), world);
  if (typeof git === 'string') return t('{0} was left unchanged. {1}', shown, git);
  if (git(['rev-parse', '--git-dir']) === undefined)
    return t('{0} is not in a Git repository, so it was left unchanged.', shown);
  const committed = git(['cat-file', 'blob', `HEAD:./${basename(path)}`], MAX_TEXT_LENGTH);
  return committed !== undefined && withoutReturns(committed).equals(withoutReturns(bytes))
    ? undefined
    : t('{0} differs from the last commit, so it was left unchanged.', shown);
}

/** Replaces CRLF with LF in bytes, not in decoded text, because decoding can make different invalid UTF-8 equal. */
function withoutReturns(bytes: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

function cannotWrite(path: string, code: string): string {
  return t('{0} cannot be written ({1}).', path, code);
}
