/**
 * An axis of the space: an attribute, the segments, or whether a prerequisite is met. An axis is divided into cells: a
 * condition has a single answer for all users in a cell. Every user is in a cell, but a cell may have no users.
 */
import { resultOf } from '../../json/steps.js';
import type { Condition } from '../../evaluation/toggles.js';
import type { Verdict } from '../../evaluation/verdict.js';
import type { User } from '../../evaluation/user.js';
import type { Evaluators } from '../../evaluation/sdks/sdks.js';
import { official } from '../../evaluation/sdks/sdks.js';
import type { Cells } from './cells.js';
import { hasCell } from './cells.js';

/** Whether a condition holds; `maybe` if the answer is unknown. */
export type Truth = 'yes' | 'maybe' | 'no';

/** Returns whether a condition holds for the users in a cell. */
export type Ask = (condition: Condition) => Truth;

export interface Cell {
  readonly truthOf: Ask;
  /** The attribute's text, or the user's segments; undefined if the attribute is absent or the cell is not real. */
  readonly holds: string | ReadonlySet<string> | undefined;
  /** Whether a user in this cell can be constructed. Otherwise, the cell represents texts that may not exist. */
  readonly isReal: boolean;
  /** Whether the file names the value of this cell. */
  readonly isNamed: boolean;
  /** The present times, in Unix seconds, that the cell covers. Set only in cells for an absent datetime. */
  readonly during?: readonly [start: number, end: number];
  /** If present, the cell exists only for users of these SDKs (sdkCells.ts). */
  readonly sdks?: Evaluators;
}

/** Types with ordered values. Their cells are the objects of conditions and the gaps between these objects. */
export type OrderedType = 'number' | 'datetime' | 'semver';

export function unrealCell(truthOf: Ask): Cell {
  return { truthOf, holds: undefined, isReal: false, isNamed: false };
}

/** The cells in which a condition definitely holds, and the cells in which it possibly or definitely holds. */
export interface Sets {
  readonly surely: Cells;
  readonly perhaps: Cells;
}

/** The property of users that an axis represents. */
export type Kind =
  | { readonly of: 'attribute'; readonly name: string }
  | { readonly of: 'segments' }
  | { readonly of: 'prerequisite'; readonly key: string };

export class Axis {
  readonly #byCondition = new Map<Condition, Sets>();
  /** Sets shared by equal conditions, because many conditions appear in several rules. */
  readonly #sets = new Map<string, Sets>();
  #asked: number;
  #real: { readonly now: number; readonly cells: Cells } | undefined;

  /**
   * @param free number of cells at the start whose users have no value on this axis.
   * @param changesOf returns the sorted cells at which a condition's answer may change; undefined means all cells.
   * @param asked cost of finding the cells, counted in questions to the evaluator.
   * @param order the type whose order sorts the cells with texts; undefined if these cells are not sorted.
   */
  constructor(
    readonly kind: Kind,
    readonly cells: readonly Cell[],
    readonly free: number,
    private readonly changesOf: (condition: Condition) => readonly number[] | undefined = () => undefined,
    asked = 0,
    readonly order?: OrderedType,
  ) {
    this.#asked = asked;
  }

  /** Low ranks are good examples: 0 if the file names the cell's value, 2 if no user can be constructed, else 1. */
  rankOf(cell: number): number {
    const { isReal, isNamed } = this.cells[cell] ?? {};
    return isReal !== true ? 2 : isNamed === true ? 0 : 1;
  }

  get asked(): number {
    return this.#asked;
  }

  get all(): Cells {
    return [0, this.cells.length];
  }

  isAll(cells: Cells): boolean {
    return cells.length === 2 && cells[0] === 0 && cells[1] === this.cells.length;
  }

  setsOf(condition: Condition): Sets {
    return resultOf(this.setsInSteps(condition));
  }

  *setsInSteps(condition: Condition): Generator<readonly never[], Sets> {
    const known = this.#byCondition.get(condition);
    if (known !== undefined) return known;
    const { type, predicate, objects } = condition;
    const name = `${type} ${predicate} ${JSON.stringify(objects)}`;
    const sets = this.#sets.get(name) ?? (yield* this.#setsOf(condition));
    this.#sets.set(name, sets);
    this.#byCondition.set(condition, sets);
    return sets;
  }

  /** Whether `other` definitely holds in exactly these cells. `other` may change only where `condition` may change. */
  holdsIn(cells: Cells, other: Condition, condition: Condition): boolean {
    for (const at of this.changesOf(condition) ?? this.cells.keys()) {
      this.#asked += 1;
      const truth = this.cells[at]?.truthOf(other);
      if (truth === 'maybe' || (truth === 'yes') !== hasCell(cells, at)) return false;
    }
    return true;
  }

  /** Cells in which a user can be constructed at the given time. */
  realAt(now: number): Cells {
    if (this.#real?.now === now) return this.#real.cells;
    const borders = new Borders();
    for (const [at, { isReal, during = always }] of this.cells.entries())
      borders.add(at, isReal && now >= during[0] && now < during[1]);
    const cells = borders.upTo(this.cells.length);
    this.#real = { now, cells };
    return cells;
  }

  *#setsOf(condition: Condition): Generator<readonly never[], Sets> {
    const [surely, perhaps] = [new Borders(), new Borders()];
    const end = this.cells.length;
    let [isCertain, last] = [true, -1];
    for (const at of this.changesOf(condition) ?? this.cells.keys()) {
      if (at === last) continue;
      last = at;
      this.#asked += 1;
      if (this.#asked % CELLS_IN_A_STEP === 0) yield [];
      const truth = this.cells[at]?.truthOf(condition);
      surely.add(at, truth === 'yes');
      perhaps.add(at, truth !== 'no');
      if (truth === 'maybe') isCertain = false;
    }
    const cells = surely.upTo(end);
    return { surely: cells, perhaps: isCertain ? cells : perhaps.upTo(end) };
  }
}

const always = [-Infinity, Infinity] as const;
const CELLS_IN_A_STEP = 10_000;

class Borders {
  readonly #borders: number[] = [];

  add(cell: number, isIn: boolean): void {
    if (isIn !== ((this.#borders.length & 1) === 1)) this.#borders.push(cell);
  }

  upTo(end: number): Cells {
    this.add(end, false);
    return this.#borders;
  }
}

/** Returns the evaluator's answers to conditions for a user. Segment definitions count as unknown. */
export function askAbout(user: User, evaluator: Evaluators = official): Ask {
  return (condition) =>
    truthTo(
      evaluator,
      condition.of(user, () => 'unknown'),
    );
}

export function truthTo(evaluator: Evaluators, { holds, depends }: Verdict): Truth {
  if ((holds & evaluator) !== 0) return 'yes';
  return (depends & evaluator) !== 0 ? 'maybe' : 'no';
}
