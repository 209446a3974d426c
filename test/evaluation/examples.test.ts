/** Tests cases whose results were seen on the service and on all five official SDKs. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import type { Evaluator } from '../../server/src/core/evaluation/sdks/sdks.js';
import { evaluators } from '../../server/src/core/evaluation/sdks/sdks.js';
import { User } from '../../server/src/core/evaluation/user.js';
import type { ReturnType } from '../../server/src/core/evaluation/values/values.js';

interface Example {
  readonly id: string;
  readonly note: string;
  readonly toggle: string;
  readonly returnType: ReturnType;
  readonly targeting: unknown;
  readonly toggles: Readonly<Record<string, { readonly returnType: ReturnType; readonly targeting: unknown }>>;
  readonly segments: Readonly<Record<string, unknown>>;
  readonly user: { readonly key: string; readonly attributes: Readonly<Record<string, string>> };
  readonly api: string;
  readonly server: string;
  readonly results?: Readonly<Record<string, { readonly outcome: number | string }>>;
  readonly reference?: number | string;
}

const examples = readFileSync(new URL('examples.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Example);

describe('an example that was run with the service and all SDKs', () => {
  it.each(examples.map((example) => [example.id, example.note, example] as const))('%s: %s', (_, __, example) => {
    const { toggle: key, returnType, targeting, user } = example;
    const toggles = new Map(Object.entries(example.toggles).map(([other, each]) => [other, { key: other, ...each }]));
    const segments = new Map(Object.entries(example.segments));
    const { obstacle, ...arrival } = receivedToggle({ key, returnType, targeting }, { toggles, segments });
    if (obstacle !== undefined) {
      expect(obstacle.status).toBe(example.server.startsWith('rejected') ? 'freezes' : 'vanishes');
      expect(example.reference).toBe(obstacle.status === 'freezes' ? 'frozen' : 'code-default');
      return;
    }
    const now = Date.UTC(2026, 0, 1) / 1_000;
    const asked = new User(user.key, new Map(Object.entries(user.attributes)), now);
    const outcomes = evaluate(arrival.toggle, asked, arrival.environment).map(({ outcome }) => outcome);
    const seen = evaluators.map((each) => (each === 'official' ? example.reference : example.results?.[each]?.outcome));
    // The rules do not define an expression that engines read differently; only SDKs that cannot compile it have a known result.
    const isKnown = (each: Evaluator) => example.reference !== undefined || each === 'rust' || each === 'go';
    expect(outcomes).toEqual(evaluators.map((each, place) => (isKnown(each) ? seen[place] : 'depends')));
  });
});
