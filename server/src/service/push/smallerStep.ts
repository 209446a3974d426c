/** Computes the largest step that the rule `max-step` allows, if it refuses a push. The file stays unchanged. */
import { t } from '../../core/t.js';
import { quoted } from '../../core/checks/words.js';
import { parse } from '../../core/json/document.js';
import { applyEdits } from '../../core/json/edit/edits.js';
import type { Serve } from '../../core/targeting/model.js';
import { servesOf, targetingOf } from '../../core/targeting/model.js';
import { isEqual, readBody, stateAfterPatch } from '../../core/targeting/state/state.js';
import type { State } from '../../core/targeting/state/state.js';
import { stepped } from '../../core/targeting/step.js';
import { sharesOfEach, withShares } from '../../core/targeting/values/serveForms.js';
import { percent } from '../../core/targeting/values/shares.js';
import { runPaced } from '../pace.js';
import type { SmallerStep } from './checkedFile.js';
import type { ProspectPorts, Pushed } from './gates.js';
import { prospectOf, refusalIn } from './gates.js';
import type { Read } from './look.js';
import { textFor } from './risk.js';

/** @returns undefined unless exactly one share rises, in one rule or the default, and no gate refuses the step */
export async function smallerStep(
  ports: ProspectPorts,
  looked: Read,
  { body, ...pushed }: Pushed & { readonly body: string },
): Promise<SmallerStep | undefined> {
  const { target, live } = looked;
  const most = Math.floor((target.policy?.maxStep?.percent ?? 0) * 100);
  const step = await runPaced(() => stepTowards(body, live.state, most));
  if (step === undefined) return undefined;
  const after = await runPaced(() => stateAfterPatch(readBody(step.body), live.state));
  const { gates } = await prospectOf(ports, { ...looked, after }, pushed);
  return refusalIn(gates, target) === undefined ? step : undefined;
}

function stepTowards(of: string, live: State, most: number): SmallerStep | undefined {
  const file = parse(of);
  const [from, to] = [targetingOf(parse(textFor(live))), targetingOf(file)];
  const { variations = from.variations ?? [] } = to;
  const sharesIn = (serve: Serve | undefined) => (serve && sharesOfEach(serve, variations.length)) ?? [];
  const [was, now] = [servesOf(from), servesOf(to)];
  const [changed, another] = now.flatMap((serve, index) => {
    const [before, after] = [sharesIn(was[index]), sharesIn(serve)];
    return isEqual(before, after) ? [] : [{ serve, before, after }];
  });
  if (changed === undefined || another !== undefined || was.length !== now.length) return undefined;
  const { serve, before, after } = changed;
  const [raised, other] = variations.filter(({ index }) => (after[index] ?? 0) > (before[index] ?? 0));
  if (raised === undefined || other !== undefined) return undefined;
  const { index, name = String(index) } = raised;
  const share = Math.min((before[index] ?? 0) + most, after[index] ?? 0);
  const shares = stepped(before, index, share);
  const title = t('Push {0} for {1} Now…', quoted(name), percent(share));
  return shares && { of, title, body: applyEdits(of, withShares(file, serve, shares)) };
}
