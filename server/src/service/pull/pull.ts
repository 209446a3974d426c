/** Pulls the live version into the file, unsaved. Asks before it replaces local changes. Does not import vscode. */
import { t } from '../../core/t.js';
import type { Target } from '../../core/protocol.js';
import type { LastSeen, Memory, Remembered } from '../push/memory.js';
import type { Conflict } from '../push/push.js';
import type { Targeting } from '../http/answers/answers.js';
import type { Failure } from '../http/answers/outcome.js';
import type { Service } from '../http/service.js';
import { readLive } from '../http/service.js';
import { changes } from '../../core/targeting/state/changes.js';
import type { Plain, State } from '../../core/targeting/state/state.js';
import { stateAfterPatch, readBody, sameState } from '../../core/targeting/state/state.js';

export interface PullPorts extends Memory {
  readonly file: () => Promise<FileNow>;
  /** Writes the state into the document. @returns false if the document's version has changed */
  readonly edit: (state: State, version: number) => Promise<boolean>;
  readonly ask: (question: PullQuestion) => Promise<'merge' | 'replace' | undefined>;
  readonly merge: (conflict: Conflict) => Promise<'merging' | 'merged' | 'changed' | undefined>;
}

export type FileNow =
  | { readonly kind: 'empty'; readonly version: number }
  /** `body` is the JSON text of an object. */
  | { readonly kind: 'object'; readonly version: number; readonly body: string }
  | { readonly kind: 'not-an-object' }
  | { readonly kind: 'changing' }
  /** The language server has not opened the file. */
  | { readonly kind: 'unknown' };

export interface PullQuestion {
  readonly target: Target;
  readonly yours: State;
  readonly live: Targeting;
  /** The changes that the file would get if the live version replaced it. */
  readonly changes: readonly string[];
  /** True if the file's base is known and differs from the live version. */
  readonly canMerge: boolean;
}

export type Pulled =
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly target: Target; readonly outcome: Failure }
  | Told<'nothing-new'>
  | Told<'merging'>
  | (Told<'pulled'> & { readonly changes: readonly string[] });

interface Told<K extends string> {
  readonly kind: K;
  readonly target: Target;
  readonly version: number;
  /** The submitted change, if there is one. */
  readonly pending: Targeting['pending'];
}

export async function pullFile(
  ports: PullPorts,
  target: Target,
  service: Pick<Service, 'read' | 'history'>,
): Promise<Pulled> {
  const reading = await readLive(service);
  if (reading.kind === 'failed') return { kind: 'failed', target, outcome: reading.outcome };
  const { live } = reading.value;
  const { state, version } = live;
  const told = { target, version, pending: live.pending };
  const file = await ports.file();
  if (file.kind === 'not-an-object') return refused(t('the file is not a single JSON object.'));
  if (file.kind === 'changing') return refused(changedMeanwhile());
  if (file.kind === 'unknown') return refused(t('the language server does not know the file. Is its language JSON?'));

  const body = readBody(bodyIn(file));
  const { state: yours, leftToService } = stateAfterPatch(body, state);
  const remembered = await ports.remembered(target);
  const seen: LastSeen = { kind: 'seen', version, state, time: ports.now() };
  if (sameState(yours, state) && leftToService.length === 0) {
    // An earlier pull can still be undone, so the remembered entry stays unconfirmed.
    await ports.remember(target, { ...seen, ...(isUnconfirmed(remembered) && { unconfirmed: true }) });
    return { ...told, kind: 'nothing-new' };
  }
  const base = remembered?.kind === 'seen' ? remembered.state : undefined;
  const differing = changes(yours, state);
  if (differing.length > 0 && hasOwnChanges(body, base)) {
    const canMerge = base !== undefined && !sameState(base, state);
    const answer = await ports.ask({ target, yours, live, changes: differing, canMerge });
    if (answer === undefined) return { kind: 'abandoned' };
    if (answer === 'merge' && base !== undefined) {
      const merged = await ports.merge({
        target,
        base,
        theirs: live,
        ...{ yours, leftToService },
        changes: changes(base, state),
      });
      if (merged === 'merging') return { ...told, kind: 'merging' };
      return merged === 'changed' ? refused(changedMeanwhile()) : { kind: 'abandoned' };
    }
  }
  // Compares bodies, because the editor closes documents without a tab, and reopening restarts the version count.
  const now = await ports.file();
  const isSame = 'version' in now && bodyIn(now) === bodyIn(file);
  if (!isSame || !(await ports.edit(state, now.version))) return refused(changedMeanwhile());
  // After an undo, the next push must not treat the old text as based on this version.
  await ports.remember(target, differing.length > 0 ? { ...seen, unconfirmed: true } : seen);
  return { ...told, kind: 'pulled', changes: differing };
}

function bodyIn(file: Extract<FileNow, { readonly version: number }>): string {
  return file.kind === 'empty' ? '{}' : file.body;
}

function isUnconfirmed(remembered: Remembered | undefined): boolean {
  return remembered?.kind === 'seen' && remembered.unconfirmed === true;
}

function changedMeanwhile(): string {
  return t('the file changed in the meantime. Pull again.');
}

function refused(reason: string): Pulled {
  return { kind: 'refused', reason };
}

/** True if the file differs from its base, or the base is unknown. */
function hasOwnChanges(body: Plain, base: State | undefined): boolean {
  return base === undefined || !sameState(stateAfterPatch(body, base).state, base);
}
