/** Official SDKs besides Node, by command: `SDKS='python=python3 sdk.py;java=java -cp … Sdk'` (`test/fuzz/realService/sdks.ts`). */
import type { ReturnType } from '../../server/src/core/evaluation/values/values.js';
import type { Question, Sdk } from '../fuzz/realService/sdks.js';
import { sdkBy } from '../fuzz/realService/sdks.js';
import type { SdkData } from './sdkData.js';
import { jsonOf } from './sdkData.js';

export const otherSdks: readonly Sdk[] = (process.env['SDKS'] ?? '').split(';').filter(Boolean).map(sdkBy);

/** A toggle of an environment with unique keys, and the type it is asked for with. */
export interface Asked {
  readonly data: SdkData;
  readonly key: string;
  readonly asks: ReturnType;
  readonly users: Question['users'];
  readonly isRight: (answer: string) => boolean;
}

const AT_ONCE = 50;

/** Asks for all users, also those of other environments. */
export async function wrongAnswers(sdk: Sdk, asked: readonly Asked[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (let start = 0; start < asked.length && wrong.length < 10; start += AT_ONCE) {
    const some = asked.slice(start, start + AT_ONCE);
    const rows = await sdk.answers({
      data: jsonOf({
        toggles: Object.assign({}, ...some.map(({ data }) => data.toggles)) as SdkData['toggles'],
        segments: Object.assign({}, ...some.map(({ data }) => data.segments)) as SdkData['toggles'],
      }),
      toggles: some.map(({ key, asks }) => ({ key, returnType: asks })),
      users: some.flatMap(({ users }) => users),
    });
    for (const row of rows)
      for (const [index, answer] of row.entries()) {
        const { key, asks, isRight } = some[index] ?? {};
        if (isRight?.(answer) !== true) wrong.push(`${sdk.name} gives ${answer} for ${key} as ${asks}`);
      }
  }
  return wrong.slice(0, 10);
}
