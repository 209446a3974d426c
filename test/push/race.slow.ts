/**
 * Tests that two editors that push to one toggle, in turns, at once, or amid the other's push, lose no change unseen.
 *
 * Each change is a unique mark: the name of a rule, or the shares of the default. A person merges well or badly, pushes
 * their own side, or cancels, and some answers are lost on the way back. Runs against a real service if
 * TARGETING_CONTRACT_URL names one (raceWorld.ts).
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { LastSeen, Remembered } from '../../server/src/service/push/memory.js';
import { seenNow } from '../../server/src/service/push/memory.js';
import type { PushResult } from '../../server/src/service/push/push.js';
import type { Plain, State } from '../../server/src/core/targeting/state/state.js';
import { asObject, listIn } from '../../server/src/core/targeting/state/state.js';
import type { Plan } from '../../server/src/cli/deploy/plan/planFile.js';
import { tokenVariable } from '../../server/src/cli/deploy/access.js';
import { runInProcess } from '../support/commandLine.js';
import { temporaryFolder } from '../support/folder.js';
import { rounds } from '../support/rounds.js';
import { memoryOf, pushFrom } from './pushTrial.js';
import { withoutProxyVariables } from './proxyVariables.js';
import type { Name, RaceWorld } from './raceWorld.js';
import { embedded, startRace } from './raceWorld.js';
import { rule } from './state/states.js';

withoutProxyVariables();

/** Returns whole numbers from 0 up to a limit. */
type Dice = (limit: number) => number;

function diceOf(seed: number): Dice {
  const thrown = fc.sample(fc.noBias(fc.nat(999_999)), { seed, numRuns: 20_000 });
  let next = 0;
  return (limit) => (thrown[next++ % thrown.length] ?? 0) % limit;
}

/** Marks that only one change can have put into a state. */
function marksOf({ content }: State): ReadonlySet<string> {
  const names = listIn(content, 'rules').map((item) => String(asObject(item)?.['name']));
  const [share] = listIn(asObject(content['defaultServe']), 'split');
  return new Set([...names, ...(share === undefined ? [] : [`share ${JSON.stringify(share)}`])]);
}

class Colleague {
  /** The version in which this person last saw each mark in a diff. */
  readonly seen = new Map<string, number>();
  readonly made = new Set<string>();
  readonly results: PushResult['kind'][] = [];
  readonly memory = new Map<string, Remembered>();
  merges = 0;
  #file: { readonly rules: readonly Plain[]; readonly share: number } = { rules: [], share: 0 };
  #reconciled: ReadonlySet<string> = new Set();

  constructor(
    readonly name: Name,
    readonly world: RaceWorld,
    readonly dice: Dice,
    /** Returns another number each time, for all people. */
    readonly fresh: () => number,
  ) {}

  /** Adds a rule, drops one of their own, or splits the default differently. */
  edit(): void {
    const { rules, share } = this.#file;
    const number = this.fresh();
    const action = this.dice(3);
    const own = rules.findIndex((one) => this.made.has(String(one['name'])));
    if (action === 0) this.#file = { rules, share: number };
    else if (action === 1 && rules.length > 4 && own >= 0) this.#file = { rules: rules.toSpliced(own, 1), share };
    else
      this.#file = { rules: rules.toSpliced(this.dice(rules.length + 1), 0, rule(`${this.name} ${number}`, 1)), share };
    for (const mark of [`share ${number}`, `${this.name} ${number}`]) this.made.add(mark);
  }

  async push(meanwhile?: () => Promise<void>): Promise<void> {
    this.#reconciled = new Set();
    const { kind } = await pushFrom({
      target: this.world.target,
      token: this.world.tokens[this.name],
      body: () => this.#body(),
      memory: memoryOf(this.memory),
      person: {
        reconcile: async ({ target, theirs, base }) => {
          expect(theirs.state).not.toEqual(base);
          this.#look(theirs);
          this.#reconciled = marksOf(theirs.state);
          await this.#dawdle(meanwhile);
          const choice = this.dice(5);
          if (choice === 0) return undefined;
          if (choice === 1) return 'push';
          this.merges += 1;
          // One in six closes the merge editor without a decision.
          if (this.dice(6) === 0) return 'merging';
          // One in four accepts their own side of everything.
          if (this.dice(4) > 0) this.#takeOver(theirs.state);
          await memoryOf(this.memory).remember(target, { ...seenNow({ now: Date.now }, theirs), unconfirmed: true });
          return 'merging';
        },
        decide: async ({ live, after }) => {
          this.#mustHaveBeenOfferedAMerge(live.state, after.state);
          this.#look(live);
          await this.#dawdle(meanwhile);
          return this.dice(6) === 0 ? undefined : 'push';
        },
      },
      beforeSending: () => this.#dawdle(meanwhile),
      received: (exchanged) =>
        this.dice(10) === 0 ? { outcome: { kind: 'interrupted', cause: 'lost' }, milliseconds: 1 } : exchanged,
    });
    this.results.push(kind);
  }

  #body(): string {
    const { rules, share } = this.#file;
    const content = { rules, defaultServe: { split: [share, 10_000 - share] } };
    // Some files leave out one of the two fields.
    const silent = this.dice(5);
    const said = silent === 0 ? { rules } : silent === 1 ? { defaultServe: content.defaultServe } : content;
    return JSON.stringify({ disabled: false, content: said });
  }

  /** The colleague's whole turn, in the middle of this one. */
  async #dawdle(meanwhile: (() => Promise<void>) | undefined): Promise<void> {
    if (meanwhile !== undefined && this.dice(4) === 0) await meanwhile();
  }

  #look({ state, version }: { readonly state: State; readonly version: number }): void {
    for (const mark of marksOf(state)) this.seen.set(mark, version);
  }

  /** Checks that each change that the push would remove was offered for a merge. */
  #mustHaveBeenOfferedAMerge(live: State, after: State): void {
    const base = this.memory.get('dev') as LastSeen | undefined;
    if (base === undefined) return;
    const [known, kept] = [marksOf(base.state), marksOf(after)];
    const lost = [...marksOf(live)].filter((mark) => !known.has(mark) && !kept.has(mark));
    expect(lost.filter((mark) => !this.#reconciled.has(mark))).toEqual([]);
  }

  #takeOver({ content }: State): void {
    const theirs = listIn(content, 'rules').map((item) => asObject(item) ?? {});
    const names = new Set(theirs.map((one) => one['name']));
    const own = this.#file.rules.filter((one) => this.made.has(String(one['name'])) && !names.has(one['name']));
    const [share] = listIn(asObject(content['defaultServe']), 'split');
    this.#file = { rules: [...theirs, ...own].slice(-8), share: typeof share === 'number' ? share : 0 };
  }
}

/** A repository with the file of the toggle, whose pipeline plans and applies it with the command line. */
class Pipeline {
  readonly seen = new Map<string, number>();
  readonly codes: (number | undefined)[] = [];
  readonly #folder = temporaryFolder();
  #rules: readonly Plain[] = [];

  constructor(
    readonly name: Name,
    readonly world: RaceWorld,
    readonly dice: Dice,
    readonly fresh: () => number,
  ) {
    const { baseUrl, project } = world.target;
    const environments = { dev: { api: 'featureprobe' } };
    this.#folder.write('targeting.config.json', JSON.stringify({ baseUrl, project, environments }));
    onTestFinished(() => {
      this.#folder.dispose();
    });
  }

  async plan(): Promise<boolean> {
    const kept = this.#rules.slice(this.dice(2));
    this.#rules = [...kept, rule(`${this.name} ${this.fresh()}`, 1)].slice(-6);
    const text = JSON.stringify({ comment: 'c', disabled: false, content: { rules: this.#rules } });
    this.#folder.write('T.targeting.json', text);
    if ((await this.#run('plan', '--env', 'dev', '--out', 'plan.json')) !== 0) return false;
    const planned = JSON.parse(readFileSync(fileURLToPath(this.#folder.uri('plan.json')), 'utf8')) as Plan;
    const version = planned.toggles[0]?.live?.version ?? 0;
    const { state } = (await this.world.versions()).find((each) => each.version === version) ?? {};
    if (state !== undefined) for (const mark of marksOf(state)) this.seen.set(mark, version);
    return true;
  }

  async apply(): Promise<void> {
    this.codes.push(await this.#run('apply', 'plan.json', '--allow-warnings'));
  }

  async #run(...args: readonly string[]): Promise<number> {
    const { target, tokens } = this.world;
    const variable = tokenVariable(target.baseUrl);
    const folder = fileURLToPath(this.#folder.uri('.'));
    return (await runInProcess(args, { folder, environment: { [variable]: tokens[this.name] }, input: '' })).code;
  }
}

interface Loss {
  readonly mark: string;
  readonly by: Name;
  /** The version that added the mark, and its author. */
  readonly since: number;
  readonly author: Name;
}

/** Each change that is in one version and not in the next. */
async function lossesOf(world: RaceWorld): Promise<readonly Loss[]> {
  const origins = new Map<string, { readonly since: number; readonly author: Name }>();
  return (await world.versions()).flatMap(({ version, state, by }) => {
    const marks = marksOf(state);
    const lost = [...origins].filter(([mark]) => !marks.has(mark));
    for (const [mark] of lost) origins.delete(mark);
    for (const mark of marks) if (!origins.has(mark)) origins.set(mark, { since: version, author: by });
    return lost.map(([mark, origin]): Loss => ({ mark, by, ...origin }));
  });
}

const seeds = Array.from({ length: rounds(10) }, (_, index) => index + 1);

test.each(seeds)('No accepted change is lost unnoticed in 120 rounds with seed %i', async (seed) => {
  const world = await startRace();
  const dice = diceOf(seed);
  let count = 0;
  const fresh = () => ++count;
  const [anna, rob] = [new Colleague('anna', world, dice, fresh), new Colleague('rob', world, dice, fresh)];
  const turn = async (one: Colleague, meanwhile?: () => Promise<void>) => {
    one.edit();
    await one.push(meanwhile);
  };

  for (let round = 0; round < 120; round += 1) {
    const [first, second] = dice(2) === 0 ? [anna, rob] : [rob, anna];
    const manner = dice(3);
    if (manner === 0) await turn(first).then(() => turn(second));
    else if (manner === 1) await Promise.all([turn(first), turn(second)]);
    else await turn(first, () => turn(second));
  }

  const losses = (await lossesOf(world)).filter(({ by, author }) => by !== author);
  const unseen = losses.filter(({ mark, by, since }) => ((by === 'anna' ? anna : rob).seen.get(mark) ?? 0) < since);
  expect(unseen).toEqual([]);

  // Otherwise the rounds have tested nothing.
  expect(losses.length).toBeGreaterThan(20);
  for (const { results, merges } of [anna, rob]) {
    expect(merges).toBeGreaterThan(5);
    expect(results).toEqual(expect.arrayContaining(['outcome', 'merging', 'abandoned']));
  }
  expect((await world.versions()).length).toBeGreaterThan(60);
});

test('Two pipelines and an editor lose no change unnoticed in 100 rounds', async () => {
  const world = await embedded();
  const dice = diceOf(4);
  let count = 0;
  const fresh = () => ++count;
  const anna = new Colleague('anna', world, dice, fresh);
  const pipelines = (['rob', 'wei'] as const).map((name) => new Pipeline(name, world, dice, fresh));
  const editor = async () => {
    anna.edit();
    await anna.push();
  };

  for (let round = 0; round < 100; round += 1) {
    const planned = await Promise.all(pipelines.map(async (pipeline) => (await pipeline.plan()) && pipeline));
    if (dice(2) === 0) await editor();
    const ready = planned.filter((pipeline) => pipeline !== false);
    const applying = (dice(2) === 0 ? ready : ready.toReversed()).map((pipeline) => pipeline.apply());
    await Promise.all(dice(2) === 0 ? [...applying, editor()] : applying);
  }

  const people: Readonly<Record<string, Pick<Colleague, 'seen'>>> = Object.fromEntries(
    [anna, ...pipelines].map((each) => [each.name, each]),
  );
  const losses = (await lossesOf(world)).filter(({ by, author }) => by !== author);
  expect(losses.filter(({ mark, by, since }) => (people[by]?.seen.get(mark) ?? 0) < since)).toEqual([]);
  expect(losses.length).toBeGreaterThan(20);
  // Each was applied often, and refused often because of another.
  for (const { codes } of pipelines)
    for (const code of [0, 4] as const) expect(codes.filter((each) => each === code).length).toBeGreaterThan(10);
});
