/** The command that makes files of the toggles that are ticked in the list of a service. */
import type { PushContext } from '../pushPorts.js';
import { chooseToggles } from '../questions/chooseToggles.js';
import { notify } from '../say.js';
import { pullInto } from './pullInto.js';

export async function pullTogglesCommand(context: PushContext): Promise<void> {
  const wanted = await chooseToggles(context);
  if (wanted === undefined) return;
  if ('reason' in wanted) void notify('error', wanted.reason);
  else await pullInto(context, wanted);
}
