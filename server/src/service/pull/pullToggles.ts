/** Creates missing toggle files from live versions. Existing files stay unchanged. Does not import vscode. */
import type { FileFor, Target } from '../../core/protocol.js';
import { mapConcurrently } from '../pace.js';
import type { LastSeen } from '../push/memory.js';
import type { Failure } from '../http/answers/outcome.js';
import type { Reading } from '../http/answers/reading.js';
import type { LiveAnswer } from '../http/service.js';
import type { State } from '../../core/targeting/state/state.js';

export interface TogglePorts {
  readonly exists: (uri: string) => Promise<boolean>;
  readonly read: (target: Target) => Promise<Reading<LiveAnswer>>;
  /** Creates a file if none exists. @returns the reason if writing fails */
  readonly create: (uri: string, state: State) => Promise<'created' | 'exists' | { readonly reason: string }>;
  readonly remember: (uri: string, target: Target, base: LastSeen) => Promise<unknown>;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  readonly isCanceled: () => boolean;
  /** Called after each file has been handled. */
  readonly done: () => void;
}

export type ToggleResult = { readonly toggle: string } & (
  | { readonly kind: 'created'; readonly uri: string }
  | { readonly kind: 'exists'; readonly uri: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly target: Target; readonly outcome: Failure }
  /** The pull was canceled, or the service throttles requests. */
  | { readonly kind: 'not-tried' }
);

/** Returns one result for each file, in order. @param place the environment to read */
export async function pullToggles(
  ports: TogglePorts,
  place: Target,
  files: readonly FileFor[],
): Promise<readonly ToggleResult[]> {
  let isThrottled = false;
  return mapConcurrently(atOnce, files, async (file): Promise<ToggleResult> => {
    if (isThrottled || ports.isCanceled()) return { kind: 'not-tried', toggle: file.toggle };
    const result = await pullToggle(ports, place, file);
    isThrottled ||= result.kind === 'failed' && result.outcome.kind === 'throttled';
    ports.done();
    return result;
  });
}

/** The distinct keys in a list that is separated by commas, spaces or line breaks. */
export function keysIn(typed: string): readonly string[] {
  return [
    ...new Set(
      typed
        .normalize()
        .split(/[\s,]+/)
        .filter((key) => key !== ''),
    ),
  ];
}

async function pullToggle(ports: TogglePorts, place: Target, file: FileFor): Promise<ToggleResult> {
  const { toggle } = file;
  if ('reason' in file) return { kind: 'refused', toggle, reason: file.reason };
  const { uri } = file;
  if (await ports.exists(uri)) return { kind: 'exists', toggle, uri };
  const target = { ...place, toggle };
  const reading = await ports.read(target);
  if (reading.kind === 'failed') return { kind: 'failed', toggle, target, outcome: reading.outcome };
  const { state, version } = reading.value.live;
  const written = await ports.create(uri, state);
  if (typeof written !== 'string') return { kind: 'refused', toggle, reason: written.reason };
  if (written === 'created') await ports.remember(uri, target, { kind: 'seen', version, state, time: ports.now() });
  return { kind: written, toggle, uri };
}

const atOnce = 4;
