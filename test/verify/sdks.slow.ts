/** Checks the claims with real SDKs: `CASES=300 npx vitest run --config test/slow.config.mts verify/sdks`. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Application } from '../serve/applications.js';
import { startProgram } from '../serve/applications.js';
import { programs } from '../serve/builtPrograms.js';
import { decide, valueIn } from './evaluate.js';
import { attributesOf, bucketOf, serving } from './handedOn.js';
import type { Environment, Toggle, User } from './model.js';
import { evaluated, lineOf } from './product.js';
import type { Claim } from './sdkClaims.js';
import { USERS_OF_A_TOGGLE, askedOf, made } from './sdkClaims.js';

const cases = Number(process.env['CASES'] ?? 300);
const seed = Number(process.env['SEED'] ?? 1);

const sdks = {
  ...programs,
  node: () =>
    startProgram('node', process.execPath, join(import.meta.dirname, '../serve/applications/javascript/node.mjs')),
} as const;

describe.each(Object.keys(sdks) as (keyof typeof sdks)[])('The SDK %s', { timeout: 3_600_000 }, (sdk) => {
  it('contradicts no claim', async () => {
    const { toggles, claims, neverServed } = world;
    const application = sdks[sdk]();
    const users = new Map(Array.from(toggles.keys(), (key) => [key, askedOf(key, toggles)] as const));
    const before = await answersIn(application, toggles, [...toggles.keys()], users);
    const counts = {
      sdk,
      pairs: 0,
      asRules: 0,
      named: 0,
      claims: claims.length,
      compared: 0,
      neverServed: neverServed.length,
    };
    const wrong: string[] = [];
    const lines: { readonly line: string; readonly words: string; readonly answer: string }[] = [];
    for (const [key, toggle] of toggles)
      for (const [at, user] of (users.get(key) ?? []).entries()) {
        if (at >= USERS_OF_A_TOGGLE) continue;
        const [name, answer] = [`u${at}`, before.get(key)?.[at] ?? 'no answer'];
        const { serve } = decide(toggle, user, toggles, (other) => bucketOf(name, other));
        const ours = JSON.stringify(valueIn(toggle, serve, bucketOf(name, key))) as string | undefined;
        counts.pairs += 1;
        if ((ours ?? 'code-default') === answer) counts.asRules += 1;
        else
          lines.push({
            line: lineOf({ key, toggle, environment: toggles }, name, user),
            words: `${key} ${name} ${ours}`,
            answer,
          });
      }
    for (const [at, said] of evaluated(lines.map(({ line }) => line)).entries()) {
      const { words = '', answer, line } = lines[at] ?? {};
      const outcome = said.sdks[sdk] ?? said.outcome;
      const value = typeof outcome === 'number' ? JSON.stringify(valueAt(line, outcome)) : outcome;
      if (value === answer || value === 'depends') counts.named += 1;
      else wrong.push(`${words}: the product says ${value}, the SDK ${answer}`);
    }
    for (const { key, value } of neverServed)
      if (before.get(key)?.includes(JSON.stringify(value)) === true) wrong.push(`${key}: ${value} is never served`);
    for (const some of rounds(claims)) {
      const after = new Map([...toggles, ...some.map((each) => [each.key, each.after] as const)]);
      const given = await answersIn(
        application,
        after,
        some.map(({ key }) => key),
        users,
      );
      for (const { key, words } of some)
        for (const [at, answer] of (given.get(key) ?? []).entries()) {
          counts.compared += 1;
          const earlier = before.get(key)?.[at];
          if (answer !== earlier)
            wrong.push(
              `${words}: ${key} gives ${answer}, not ${earlier} to u${at} ${JSON.stringify(attributesOf(users.get(key)?.[at] ?? nobody))}`,
            );
        }
    }
    await application.end();
    process.stdout.write(`${JSON.stringify({ ...counts, wrong: wrong.length })}\n`);
    expect(wrong.slice(0, 10)).toEqual([]);
  });
});

const world = made(cases, seed);

function rounds(claims: readonly Claim[]): readonly (readonly Claim[])[] {
  const all: Claim[][] = [];
  for (const claim of claims) {
    const round = all.find((each) => each.every(({ key }) => key !== claim.key));
    if (round === undefined) all.push([claim]);
    else round.push(claim);
  }
  return all;
}

const nobody: User = { attributes: new Map(), segments: new Set() };

type Answers = ReadonlyMap<string, readonly string[]>;

function answersIn(
  application: Application,
  environment: Environment,
  keys: readonly string[],
  users: ReadonlyMap<string, readonly User[]>,
): Promise<Answers> {
  return serving(environment, async (url) => {
    const answers = new Map<string, readonly string[]>();
    for (const key of keys) {
      const asked = (users.get(key) ?? []).map((user, at) => ({ key: `u${at}`, attributes: attributesOf(user) }));
      if (asked.length === 0) continue;
      const toggles = [{ key, returnType: 'string' as const }];
      const rows = await application.answer({ url, sdkKey: 'server-key', refreshSeconds: 1, toggles, users: asked });
      answers.set(
        key,
        rows.map(([answer = 'no answer']) => answer),
      );
    }
    return answers;
  });
}

function valueAt(line: string | undefined, outcome: number): string | undefined {
  const { targeting } = JSON.parse(line ?? '{}') as { readonly targeting?: Toggle };
  return targeting?.content.variations[outcome]?.value;
}
