/** Computes the risks of pushes. All pushes to one environment count as one change. Does not import vscode. */
import type { Impact, OtherToggle, Target, ToggleChange } from '../../core/protocol.js';
import { placeOf } from '../../core/targeting/place.js';
import type { State } from '../../core/targeting/state/state.js';
import { completeBody } from '../../core/targeting/state/state.js';
import { runPaced } from '../pace.js';
import type { Read, Unreadable } from './look.js';
import type { FilesIn } from './dependentsWithoutFile.js';
import { noOthers, othersRequiring } from './dependentsWithoutFile.js';
import type { ImpactOf, Risk } from './risk.js';
import { disables, textFor } from './risk.js';

/** Returns one impact per change, in order; `target` may be the target of any change. Never rejects. */
export type ImpactsOf = (
  target: Target,
  changes: readonly ToggleChange[],
  others: readonly OtherToggle[],
) => Promise<readonly Impact[]>;

export interface RiskPorts {
  readonly impacts: ImpactsOf;
  /** @param uri the URI of any pushed file. Without this port, toggles without a file are ignored */
  readonly filesIn?: (uri: string) => FilesIn;
}

export interface OnePush {
  readonly uri: string;
  readonly looked: Read | Unreadable;
}

export async function computePushRisk(
  { impact, filesIn }: { readonly impact: ImpactOf; readonly filesIn?: FilesIn },
  looked: Read | Unreadable,
): Promise<Risk> {
  const impacts: ImpactsOf = (target, changes, others) =>
    Promise.all(changes.map(({ before, after }) => impact(target, before, after, others)));
  const [risk] = await risksOfPushes({ impacts, ...(filesIn && { filesIn: () => filesIn }) }, [{ uri: '', looked }]);
  if (risk === undefined) throw new Error('There is a risk for each push.');
  return risk;
}

export async function risksOfPushes(ports: RiskPorts, pushes: readonly OnePush[]): Promise<readonly Risk[]> {
  const places = new Map<string, OnePush[]>();
  for (const push of pushes) {
    const place = JSON.stringify(placeOf(push.looked.target));
    const there = places.get(place) ?? [];
    places.set(place, there);
    there.push(push);
  }
  const risks = new Map<OnePush, Risk>();
  for (const there of places.values()) for (const [push, risk] of await risksIn(ports, there)) risks.set(push, risk);
  return pushes.flatMap((push) => risks.get(push) ?? []);
}

async function risksIn(
  { impacts, filesIn }: RiskPorts,
  pushes: readonly OnePush[],
): Promise<readonly (readonly [OnePush, Risk])[]> {
  const reads = pushes.flatMap(({ looked }) => (looked.kind === 'read' ? [looked] : []));
  const [first] = pushes;
  const files = first && filesIn?.(first.uri);
  const { toggles, unlisted } = files === undefined ? noOthers : await othersRequiring(reads, files);
  const states = pushes.map(({ looked }) => statesOf(looked));
  const changes: ToggleChange[] = [];
  for (const [index, { uri, looked }] of pushes.entries()) {
    const [before = '', after = ''] = await runPaced(() => states[index]?.map(textFor) ?? []);
    changes.push({ uri, toggle: looked.target.toggle, before, after });
  }
  const found = first === undefined ? [] : await impacts(first.looked.target, changes, toggles);
  return pushes.flatMap((push, index) => {
    const [impact, said] = [found[index], unlisted.get(push.looked.target.toggle)];
    const [from, to] = states[index] ?? [];
    if (impact === undefined || from === undefined || to === undefined) return [];
    return [
      [push, { disables: disables(from, to), impact: said === undefined ? impact : { ...impact, unlisted: said } }],
    ];
  });
}

/** The states before and after a push, without fields that our pushes to an unreadable service left undefined. */
function statesOf(looked: Read | Unreadable): readonly [from: State, to: State] {
  return looked.kind === 'read'
    ? [completeBody(looked.live.state), completeBody(looked.after.state)]
    : [looked.before, looked.after];
}
