/** Promotes a live state with its variations to another environment, so indices stay valid. Does not import vscode. */
import { t } from '../core/t.js';
import type { Target } from '../core/protocol.js';
import { sentencesAbout } from './approval/approvalWords.js';
import type { FilePorts } from './push/checkedFile.js';
import { testRefusal } from './push/checkedFile.js';
import type { PushResult } from './push/push.js';
import type { StatePorts } from './push/pushState.js';
import { pushState } from './push/pushState.js';
import type { Failure } from './http/answers/outcome.js';
import type { Access, Service } from './http/service.js';
import { readLive } from './http/service.js';
import { environmentName } from './http/target.js';
import type { State } from '../core/targeting/state/state.js';
import { asObject, completeBody, listIn } from '../core/targeting/state/state.js';
import { sentencesOf } from '../core/targeting/joined.js';

export type Promoted =
  | PushResult
  /** The live version of the source environment could not be read. */
  | { readonly kind: 'not-read'; readonly target: Target; readonly outcome: Failure };

export interface Source {
  readonly target: Target;
  readonly service: Service;
}

export type PromotePorts = StatePorts & Pick<FilePorts, 'failing'>;

export async function promote(ports: PromotePorts, from: Source, to: Access): Promise<Promoted> {
  const reading = await readLive(from.service);
  if (reading.kind === 'failed') return { kind: 'not-read', target: from.target, outcome: reading.outcome };
  const { pending, state, version } = reading.value.live;
  const refused = await testRefusal(ports, to.target, JSON.stringify(completeBody(state)));
  if (refused !== undefined) return refused;
  const environment = environmentName(from.target);
  const waiting =
    pending === undefined
      ? []
      : [
          t('In {0}: {1}', environment, sentencesOf(sentencesAbout(pending))),
          t('This promotes version {0}, which is live there.', version),
        ];
  const asking: StatePorts = {
    ...ports,
    decide: (question) => {
      if (question.kind !== 'read') return ports.decide(question);
      const other = otherVariations(from.target, state, question.target, question.live.state);
      return ports.decide({ ...question, changes: [...question.changes, ...other, ...waiting] });
    },
  };
  return pushState(
    asking,
    to,
    { state, origin: { kind: 'environment', environment } },
    t('Promote from {0} (version {1})', environment, version),
  );
}

function otherVariations(from: Target, promoted: State, to: Target, live: State): readonly string[] {
  if (JSON.stringify(values(promoted)) === JSON.stringify(values(live))) return [];
  return [
    t(
      'The variations of {0} are promoted, too, so that every index keeps its meaning. The variations of {1} differ: its apps may get values that they do not know.',
      environmentName(from),
      environmentName(to),
    ),
  ];
}

function values({ content }: State): readonly unknown[] {
  return listIn(content, 'variations').map((variation) => asObject(variation)?.['value']);
}
