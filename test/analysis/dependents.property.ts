/** Checks the impact on dependents with the official SDK for Node, and shares with our evaluator for all combinations of buckets. */
import { Budget } from '../../server/src/core/budget.js';
import { impactOnDependent } from '../../server/src/core/analysis/impact/impact.js';
import type { Change, Impact, Place } from '../../server/src/core/analysis/impact/impact.js';
import type { Side } from '../../server/src/core/analysis/dead/required.js';
import type { Move } from '../../server/src/core/analysis/impact/placeMoves.js';
import type { Witness } from '../../server/src/core/analysis/impact/witness.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import { none } from '../../server/src/core/evaluation/sdks/sdks.js';
import { User } from '../../server/src/core/evaluation/user.js';
import { Random } from './contents.js';
import type { Changed } from './environmentChanges.js';
import { NOW, changeIn, isChanged, requiredBy, sideOf } from './environmentChanges.js';
import { attributesIn } from './environments.js';
import type { Given } from './nodeByTheRules.js';
import { NodeByTheRules, sdkUser } from './nodeByTheRules.js';

export class DependentsTally {
  environments = 0;
  /** The number of changes by the number of changed toggles. */
  changed: Record<number, number> = {};
  byWho: Record<string, number> = {};
  complete = 0;
  changes = 0;
  witnesses = 0;
  witnessesInNode = 0;
  /** How often all changes are reported, but no user is found to show one. */
  unshown = 0;
  users = 0;
  changedUsers = 0;
  /** Users whose share was counted, and those whose share is neither nothing nor everything. */
  counted = 0;
  partial = 0;
  severalSplits = 0;
  oneByOne = 0;
  /** Reported least and most shares, and those that a user shows. */
  bounds = 0;
  boundsShown = 0;
  cutShort = 0;
}

const WHOLE = 10_000;
const LIMITS = { combinations: 2_000, combinationsInAll: 600, questions: 1_500 };

/** @returns false claims */
export function falseImpactsOnDependents(seed: number, tally: DependentsTally): readonly string[] {
  const random = new Random(seed);
  return new Check(changeIn(random), random, tally).falseClaims();
}

class Check {
  readonly #sides: readonly [Side, Side];
  readonly #sdks: readonly [NodeByTheRules, NodeByTheRules];
  readonly #impact: Impact;
  readonly #wrong: string[] = [];
  readonly #totals: number[] = [];
  #questions = 0;

  constructor(
    private readonly change: Changed,
    private readonly random: Random,
    private readonly tally: DependentsTally,
  ) {
    const { before, after, dependent, keys } = change;
    this.tally.changed[keys.length] = (this.tally.changed[keys.length] ?? 0) + 1;
    this.#sides = [sideOf(before, dependent), sideOf(after, dependent)];
    this.#sdks = [new NodeByTheRules(before), new NodeByTheRules(after)];
    this.#impact = this.#impactWithin(LIMITS.questions);
  }

  #impactWithin(questions: number): Impact {
    this.#questions = 0;
    const budget = new Budget(questions);
    const spend = budget.spend.bind(budget);
    budget.spend = (steps) => {
      this.#questions += steps ?? 1;
      return spend(steps);
    };
    return impactOnDependent(...this.#sides, this.change.keys[0] ?? '', NOW, budget);
  }

  falseClaims(): readonly string[] {
    const { who, isComplete, changes, sdks } = this.#impact;
    const witness = changes.find((change) => change.isShown)?.witness;
    this.tally.environments += 1;
    this.tally.byWho[who] = (this.tally.byWho[who] ?? 0) + 1;
    this.tally.complete += isComplete ? 1 : 0;
    this.tally.changes += changes.length;
    if ((who === 'somebody') !== (witness !== undefined)) this.#wrong.push(`${who} without or with a witness`);
    if (who === 'nobody' && (changes.length > 0 || !isComplete)) this.#wrong.push('nobody, and yet there are changes');
    this.tally.unshown += isComplete && who === 'unknown' && sdks === none ? 1 : 0;
    const shown = witness === undefined ? [] : [this.#checkWitness(witness)];
    this.#checkUsers(shown);
    this.#countBounds();
    this.#checkCutShort();
    return this.#wrong;
  }

  /** The claims of a search that is cut short must agree with those of the full search. */
  #checkCutShort(): void {
    const cut = this.#impactWithin(this.random.below(this.#questions));
    if (cut.who === 'nobody' && this.#impact.who !== 'nobody') this.#wrong.push('cut short, nobody is said to change');
    this.tally.cutShort += cut.isComplete ? 0 : 1;
    for (const { from, to, moves, share } of cut.changes) {
      const whole = this.#impact.changes.find((each) => isSamePlace(each.from, from) && isSamePlace(each.to, to));
      const isSo = whole !== undefined && !isMore(whole.share, share);
      if (!isSo || (moves !== undefined && JSON.stringify(moves) !== JSON.stringify(whole.moves)))
        this.#wrong.push(
          `cut short, ${JSON.stringify({ from, to, moves, share })} is told, not ${JSON.stringify(whole)}`,
        );
    }
  }

  #countBounds(): void {
    const { isComplete, changes, least, most } = this.#impact;
    if (!isComplete || changes.length === 0) return;
    const bounds = [least, most];
    this.tally.bounds += bounds.length;
    this.tally.boundsShown += bounds.filter((bound) => this.#totals.some((total) => isSame(total, bound))).length;
  }

  #checkWitness({ key, attributes, segments: isIn, bucket, now }: Witness) {
    this.tally.witnesses += 1;
    const all = new Map([...attributes, ...(isIn ?? []).map((segment) => [segment, 'yes'] as const)]);
    const inBuckets = bucket === undefined ? undefined : new Map([[this.change.dependent, bucket]]);
    const user = new User(key, attributes, now ?? NOW, isIn && new Set(isIn), inBuckets);
    const [from, to] = this.#evaluated(user);
    if (this.#valueOf(from, 0) === this.#valueOf(to, 1)) this.#wrong.push(`the witness gets ${from} and then ${to}`);
    if (bucket !== undefined || !Array.from(attributes.values()).every(isReadAlike)) return all;
    this.tally.witnessesInNode += 1;
    const [one, other] = this.#given(key ?? 'anybody', all);
    if (!isChanged(one, other))
      this.#wrong.push(`from Node, the witness gets ${textOf(one)} and then ${textOf(other)}`);
    return all;
  }

  #checkUsers(shown: readonly ReadonlyMap<string, string>[]): void {
    const { who } = this.#impact;
    const usersTried = who === 'nobody' ? 60 : 40;
    let left = LIMITS.combinationsInAll;
    for (let index = 0; index < usersTried; index += 1) {
      const attributes = shown[index] ?? (index < 6 ? shown[0] : undefined) ?? attributesIn(this.random);
      if (!Array.from(attributes.values()).every(isReadAlike)) continue;
      this.#checkUser(`k${this.random.below(1_000_000)}`, attributes);
      if (left > 0 && index % 3 === 0) left -= this.#checkShares(attributes);
    }
  }

  #checkUser(key: string, attributes: ReadonlyMap<string, string>): void {
    this.tally.users += 1;
    const [from, to] = this.#given(key, attributes);
    const user = new User(key, attributes, NOW);
    const [one, other] = this.#evaluated(user);
    const name = `${key} ${JSON.stringify([...attributes])}`;
    if (textOf(from) !== one || textOf(to) !== other)
      this.#wrong.push(`${name} gets ${textOf(from)}, ${textOf(to)} from Node, ${one}, ${other} from the evaluator`);
    if (!isChanged(from, to)) return;
    this.tally.changedUsers += 1;
    if (this.#impact.who === 'nobody') this.#wrong.push(`${name} changes, and nobody is said to`);
    if (!this.#impact.isComplete) return;
    const found = this.#changeAt(attributes);
    if (found === undefined) this.#wrong.push(`${name} changes, and no change is told there`);
    else if (found.moves?.every((move) => moveOf(move) !== `${textOf(from)} → ${textOf(to)}`) === true)
      this.#wrong.push(`${name} changes from ${textOf(from)} to ${textOf(to)}, which is not among the moves`);
  }

  #checkShares(attributes: ReadonlyMap<string, string>): number {
    const isOneByOne = this.random.chance(0.01);
    const cells = this.#cellsFor(attributes, isOneByOne);
    const count = cells.reduce((product, { starts }) => product * starts.length, 1);
    if (count > (isOneByOne ? WHOLE : LIMITS.combinations)) return 0;
    const shares = this.#countedShares(attributes, cells);
    const total = sum([...shares.values()]);
    this.#totals.push(total);
    this.tally.counted += 1;
    this.tally.partial += total > 0 && total < WHOLE ? 1 : 0;
    this.tally.severalSplits += cells.length > 1 ? 1 : 0;
    this.tally.oneByOne += isOneByOne && cells.length > 0 ? 1 : 0;
    const { isComplete, least, most } = this.#impact;
    const change = this.#changeAt(attributes);
    const told = `of ${JSON.stringify([...attributes])}, ${JSON.stringify([...shares])} change`;
    if (isMore(least, total) || isMore(total, most)) this.#wrong.push(`${told}, not ${least} to ${most}`);
    if (change === undefined) {
      if (isComplete && total > 0) this.#wrong.push(`${told}, and no change is told there`);
    } else if (isMore(total, change.share)) {
      this.#wrong.push(`${told}, not at most ${change.share}`);
    } else if (change.moves !== undefined) {
      const moves = new Map(change.moves.map((move) => [moveOf(move), move.share]));
      const names = new Set([...moves.keys(), ...shares.keys()]);
      const areSame = [...names].every((name) => isSame(moves.get(name) ?? 0, shares.get(name) ?? 0));
      if (!areSame) this.#wrong.push(`${told}, not ${JSON.stringify([...moves])}`);
      if (!isSame(total, change.share)) this.#wrong.push(`${told}, not exactly ${change.share}`);
    }
    return count;
  }

  /** For each toggle that splits these users, the buckets at which the result may differ from the bucket before. */
  #cellsFor(attributes: ReadonlyMap<string, string>, isOneByOne: boolean): readonly Cell[] {
    const cuts = new Map<string, Set<number>>();
    const { before, after, dependent } = this.change;
    for (const [index, environment] of [before, after].entries()) {
      for (const key of requiredBy(dependent, environment)) {
        const { disabled = true, content } = environment[key]?.targeting ?? {};
        const place = this.#placeOf(key, attributes, index);
        const serve = place?.by === 'rule' ? content?.rules[place.index ?? 0]?.serve : content?.defaultServe;
        for (const each of [content?.disabledServe, disabled ? undefined : serve]) {
          let end = 0;
          for (const share of each?.split ?? []) {
            end += share;
            if (end > 0 && end < WHOLE) cuts.set(key, (cuts.get(key) ?? new Set([0])).add(end));
          }
        }
      }
    }
    const cells = Array.from(cuts, ([key, starts]) => ({ key, starts: [...starts].sort((a, b) => a - b) }));
    const [first, ...others] = cells;
    return isOneByOne && first !== undefined
      ? [{ ...first, starts: Array.from({ length: WHOLE }, (_, bucket) => bucket) }, ...others]
      : cells;
  }

  #countedShares(attributes: ReadonlyMap<string, string>, cells: readonly Cell[]): ReadonlyMap<string, number> {
    const shares = new Map<string, number>();
    const count = (at: number, buckets: ReadonlyMap<string, number>, share: number): void => {
      const cell = cells[at];
      if (cell !== undefined) {
        for (const [index, start] of cell.starts.entries()) {
          const size = (cell.starts[index + 1] ?? WHOLE) - start;
          count(at + 1, new Map([...buckets, [cell.key, start]]), share * (size / WHOLE));
        }
        return;
      }
      const [from, to] = this.#evaluated(new User('k', attributes, NOW, undefined, buckets));
      if (this.#valueOf(from, 0) === this.#valueOf(to, 1)) return;
      const name = `${from} → ${to}`;
      shares.set(name, (shares.get(name) ?? 0) + share);
    };
    count(0, new Map(), WHOLE);
    return shares;
  }

  /** The value of a variation; several variations may have the same. */
  #valueOf(index: string, side: 0 | 1): string {
    const value = this.#sides[side].toggle.variations[Number(index)];
    return value === undefined ? index : JSON.stringify(value);
  }

  #changeAt(attributes: ReadonlyMap<string, string>): Change | undefined {
    const changed = this.change.keys[0] ?? '';
    const [from, to] = [this.#placeOf(changed, attributes, 0), this.#placeOf(changed, attributes, 1)];
    return this.#impact.changes.find((change) => isSamePlace(change.from, from) && isSamePlace(change.to, to));
  }

  /** undefined if the dependent does not require the toggle */
  #placeOf(key: string, attributes: ReadonlyMap<string, string>, index: number): Place | undefined {
    const environment = index === 0 ? this.change.before : this.change.after;
    if (!requiredBy(this.change.dependent, environment).includes(key)) return undefined;
    return this.#sdks[index]?.placeOf(key, sdkUser('k', attributes, NOW));
  }

  #given(key: string, attributes: ReadonlyMap<string, string>): readonly [Given, Given] {
    const user = sdkUser(key, attributes, NOW);
    const [before, after] = this.#sdks;
    return [before.give(this.change.dependent, user), after.give(this.change.dependent, user)];
  }

  #evaluated(user: User): readonly [string, string] {
    const [from = '', to = ''] = this.#sides.map(({ toggle, environment }) =>
      String(evaluate(toggle, user, environment)[0]?.outcome),
    );
    return [from, to];
  }
}

interface Cell {
  readonly key: string;
  readonly starts: readonly number[];
}

function isSamePlace(a: Place | undefined, b: Place | undefined): boolean {
  return a?.by === b?.by && a?.index === b?.index;
}

function textOf({ index }: Given): string {
  return String(index ?? 'code-default');
}

function moveOf({ from, to }: Pick<Move, 'from' | 'to'>): string {
  return [from, to].map((each) => (each.kind === 'variation' ? each.index : each.kind)).join(' → ');
}

/** Texts that Node reads like the rules in any comparison (evaluation.md 8, rows 7 to 24c). */
export function isReadAlike(text: string): boolean {
  return /^(?:-?\d+(?:\.\d+)?|\d+\.\d+\.\d+(?:-[a-z]+(?:\.\d)?)?|[a-z]+)$/.test(text) && !text.startsWith('v');
}

/** Equal except for rounding. */
function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-6;
}

function isMore(a: number, b: number): boolean {
  return a > b && !isSame(a, b);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
