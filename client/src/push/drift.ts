/** How a file stands to what is live in an environment, in the few words of a lens and the sentences behind it. Pure. */
import { t } from '@vscode/l10n';
import type { Target } from '../../../server/src/protocol.js';
import { timeOf } from '../timeOf.js';
import { apart, otherOrder } from './apart.js';
import type { Remembered } from './base.js';
import { changes } from './changes.js';
import { inAWord } from './inAWord.js';
import type { Live } from './live.js';
import type { Seen, Sight } from './lookout.js';
import { oneLine, withoutIcons } from './oneLine.js';
import type { Failure } from './outcome.js';
import { timeIn } from './sending.js';
import type { Plain } from './state.js';
import { effective, sameState } from './state.js';
import { originOf, placeName } from './target.js';

export interface Drift {
  readonly title: string;
  readonly tooltip: string;
  readonly click: 'show-diff' | 'set-token';
}

export interface View {
  readonly target: Target;
  /** Undefined as long as nothing is known. */
  readonly sight: Sight | undefined;
  readonly remembered: Remembered | undefined;
  /** What a push of the file would send. */
  readonly body: Plain;
}

export function driftOf(view: View): Drift {
  const { target, sight } = view;
  const { environment } = target;
  const place = placeName(target);
  switch (sight?.kind) {
    case undefined:
      return { title: withoutIcons(oneLine(`${environment}: …`)), tooltip: place, click: 'show-diff' };
    case 'no-token':
      return {
        title: titled(target, [t('set token')]),
        tooltip: t('No access token for {0} is stored here.', originOf(target)),
        click: 'set-token',
      };
    case 'seen': {
      const { words, warns, sentences } = standing(view, sight.seen);
      return { title: titled(target, [words], warns), tooltip: [place, ...sentences].join('\n'), click: 'show-diff' };
    }
    case 'failed':
      return blind(view, sight);
  }
}

/** What was known before stays, with its time. */
function blind(view: View, { outcome, seen }: Extract<Sight, { kind: 'failed' }>): Drift {
  const { target } = view;
  const failure = outcome.kind === 'unreachable' ? t('offline') : inAWord(outcome.kind);
  const known = seen && standing(view, seen);
  const words = known === undefined ? [failure] : [failure, known.words, timeOf(known.time)];
  return {
    title: titled(target, words, known?.warns),
    tooltip: [placeName(target), ...causeOf(outcome), ...(known?.sentences ?? [])].join('\n'),
    click: outcome.kind === 'unauthorized' ? 'set-token' : 'show-diff',
  };
}

function titled({ environment }: Target, words: readonly string[], warns = false): string {
  const title = withoutIcons(oneLine(t('{0}: {1}', environment, words.join(' · '))));
  return warns ? `$(warning) ${title}` : title;
}

function causeOf(outcome: Failure): readonly string[] {
  if ('cause' in outcome) return [outcome.cause];
  return 'message' in outcome && outcome.message.length < shortMessage ? [outcome.message] : [];
}

/** What is longer is a page rather than a message. */
const shortMessage = 300;

interface Standing {
  readonly words: string;
  readonly warns?: true;
  readonly sentences: readonly string[];
  /** Of which moment this is true, in milliseconds since 1970. */
  readonly time: number;
}

function standing({ body, remembered }: View, seen: Seen): Standing {
  const base = remembered?.kind === 'seen' ? remembered : undefined;
  // A push or a pull from here may have seen it later.
  const { state, version, pending, time } =
    base !== undefined && base.time > seen.time ? { ...base, pending: undefined } : { ...seen.live, time: seen.time };
  const read = t('Version {0}, read {1}.', version, timeOf(time));
  if (pending !== undefined) return { words: t('pending approval'), sentences: [pendingSentence(pending), read], time };
  const after = effective(body, state).state;
  if (sameState(after, state)) return { words: t('same · version {0}', version), sentences: [read], time };
  const moved = base !== undefined && !sameState(base.state, state);
  const isBehind = moved && sameState(effective(body, base.state).state, base.state);
  const sentences = [
    ...(moved ? [t('It has changed since your file was made from it:'), ...few(changes(base.state, state))] : []),
    ...(isBehind ? [] : [t('A push would change:'), ...few(changes(state, after))]),
    read,
  ];
  if (otherOrder(after.content, state.content)) {
    const warning = t('The service has the variations in another order, so their numbers mean others there.');
    return { words: t('other order of variations'), warns: true, sentences: [warning, ...sentences], time };
  }
  const words = isBehind ? t('behind') : t('differs in {0}', apart(state, after).join(', '));
  return { words, sentences, time };
}

export function pendingSentence({ by = t('somebody'), since }: NonNullable<Live['pending']>): string {
  return since === undefined
    ? t('A change by {0} waits for approval.', by)
    : t('A change by {0} waits for approval since {1}.', by, timeIn(since));
}

function few(sentences: readonly string[]): readonly string[] {
  return sentences.length > 8 ? [...sentences.slice(0, 7), '…'] : sentences;
}
