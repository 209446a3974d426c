/** Dead targeting of a large file in the editor: how long until all of it is there. */
import { checkRequest } from '../../server/src/core/protocol.js';
import { fileOf } from '../protocol/sameFindings.js';
import { milliseconds, table } from './figures.js';
import type { Peer } from './servers.js';
import type { Session } from './session.js';
import { startSession } from './session.js';

const start = { line: 0, character: 0 };
const { method } = checkRequest;
const whole = [{ method, params: { uri: 'file:///bench/dead.targeting.json' } }];

/** @param rules of which every tenth is dead */
export async function deadInEditor(peer: Peer, rules: number, rounds: number): Promise<string> {
  const [opened, edited]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const session = await startSession(peer);
    const text = fileOf(rules, round);
    opened.push(await untilAllAreThere(session, rules / 10, () => session.open('dead', text)));
    edited.push(
      await untilAllAreThere(session, rules / 10, () =>
        session.type('dead', [{ range: { start, end: start }, text: ' ' }]),
      ),
    );
    await session.stop();
  }
  return table(
    [`${rules} rules, of which ${rules / 10} are dead`, 'wanted', 'ms'],
    [
      ['all of them after the file is opened', '≤ 1500 ms', milliseconds(opened)],
      ['all of them after a letter', '≤ 300 ms', milliseconds(edited)],
    ],
  );
}

/**
 * Milliseconds; NaN where some are not found. The list for an editor is cut, so that the whole one is asked for, which waits until the
 * search is over.
 */
async function untilAllAreThere(session: Session, wanted: number, change: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await change();
  const { [method]: checked } = await session.results('dead', whole);
  const { problems = [] } = checked as { readonly problems?: readonly { readonly code?: unknown }[] };
  const found = problems.filter(({ code }) => code === 'shadowed-rule').length;
  return found === wanted ? performance.now() - began : NaN;
}
