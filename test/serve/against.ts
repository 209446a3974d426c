/** Asks an application with an official SDK about served environments. */
import { isDeepStrictEqual } from 'node:util';
import { t } from '../../server/src/core/t.js';
import type { LocalServer } from '../../server/src/serve/contract.js';
import { startLocalServer } from '../../server/src/serve/main.js';
import type { LocalEnvironment } from '../../server/src/workspace/local/localEnvironment.js';
import { localSource } from '../../server/src/workspace/local/localSource.js';
import type { Application, Question } from './applications.js';
import type { Served } from './served.js';

export interface Counts {
  readonly pairs: number;
  readonly recorded: number;
  readonly equal: number;
  readonly unknown: number;
  readonly differences: readonly string[];
}

export function serve(local: LocalEnvironment, { origins }: Application): Promise<LocalServer> {
  return startLocalServer({
    source: localSource(local, () => Math.floor(Date.now() / 1_000)),
    port: 0,
    sdkKey: undefined,
    allowedOrigins: origins,
    clock: Date.now,
    onTally: () => undefined,
    t,
  });
}

export function questionOf({ toggles, users }: Served, url: string, refreshSeconds: number): Question {
  const asked = toggles.map(({ key, returnType }) => ({ key, returnType }));
  return { url, sdkKey: 'server-key', refreshSeconds, toggles: asked, users };
}

export async function compared(application: Application, environments: readonly Served[]): Promise<Counts> {
  const counts = { pairs: 0, recorded: 0, equal: 0, unknown: 0 };
  const differences: string[] = [];
  for (const served of environments) {
    const server = await serve(served.local, application);
    const answers = await application.answer(questionOf(served, server.url, 1));
    await server.close();
    for (const [row, user] of served.users.entries())
      for (const [column, toggle] of served.toggles.entries()) {
        const { answer, isRecorded } = toggle.given(application.sdk, user);
        const theirs = answers[row]?.[column] ?? 'no answer';
        counts.pairs += 1;
        if (isRecorded) counts.recorded += 1;
        if (answer === undefined) counts.unknown += 1;
        else if (isSame(answer, theirs)) counts.equal += 1;
        else differences.push(`${toggle.key} gives ${theirs} for ${JSON.stringify(user)}, not ${answer}`);
      }
  }
  return { ...counts, differences };
}

function isSame(ours: string, theirs: string): boolean {
  return ours === theirs || isDeepStrictEqual(valueIn(ours), valueIn(theirs));
}

function valueIn(json: string): unknown {
  return json === 'code-default' || json === 'throws' ? Symbol(json) : (JSON.parse(json) as unknown);
}
