/** Finds the commit whose version of a file is live, so that a push knows what it replaces. */
import { basename, dirname } from 'node:path';
import { decoded } from '../../core/checks/text/encoding.js';
import { payload } from '../../core/features/payload.js';
import { MAX_TEXT_LENGTH, parse } from '../../core/json/document.js';
import type { State } from '../../core/targeting/state/state.js';
import { readBody, sameState, stateAfterPatch } from '../../core/targeting/state/state.js';
import type { GitLater } from '../code/gitFiles.js';
import { pathOf } from '../disk/paths.js';
import type { GitMachine } from './repository.js';
import { gitCommand } from './repository.js';

/** @returns the fields that the file omits at the commit; undefined if no recent commit matches, or Git fails */
export async function liveCommit(
  uri: string,
  live: State,
  machine: GitMachine,
  startLater: GitLater,
): Promise<readonly string[] | undefined> {
  const path = pathOf(uri);
  const command = gitCommand(dirname(path), machine);
  if (typeof command === 'string') return undefined;
  const ask = (args: readonly string[]) => startLater(...command(args, MAX_TEXT_LENGTH));
  const history = ['rev-list', `--max-count=${MAX_COMMITS}`, 'HEAD', '--', `:(literal)${basename(path)}`];
  const commits = decoded((await ask(history)) ?? new Uint8Array()).split('\n');
  for (const commit of commits.slice(0, -1)) {
    const bytes = await ask(['cat-file', 'blob', `${commit}:./${basename(path)}`]);
    const body = bytes && payload(parse(decoded(bytes)));
    if (body === undefined) continue;
    const { state, leftToService } = stateAfterPatch(readBody(body), live);
    if (sameState(state, live)) return leftToService;
  }
  return undefined;
}

/** The maximum number of commits to compare: each commit starts Git once for each file. */
const MAX_COMMITS = 10;
