/**
 * One coordinate of the space that users are points of: what they have in one attribute, the segments they are in, or whether a
 * prerequisite is met. It is divided into cells: what lies in one, all conditions treat alike. There may be more cells than users can be
 * in, never fewer, so that what is in no cell is nobody's.
 */
import { resultOf } from '../../json/steps.js';
import type { Condition } from '../../evaluation/toggles.js';
import type { Verdict } from '../../evaluation/verdict.js';
import type { User } from '../../evaluation/user.js';
import type { Evaluators } from '../../evaluation/sdks/sdks.js';
import { official } from '../../evaluation/sdks/sdks.js';
import type { Cells } from './cells.js';
import { hasCell } from './cells.js';

/** Of a condition, by the rules. `maybe`: it cannot be known. */
export type Truth = 'yes' | 'maybe' | 'no';

/** What a condition says of those in a cell. */
export type Ask = (condition: Condition) => Truth;

/** Who is in a cell. */
export interface Cell {
  readonly truthOf: Ask;
  /** The text of the attribute, or the segments; undefined where the attribute is absent, or no user can be made of it. */
  readonly holds: string | ReadonlySet<string> | undefined;
  /** Whether a user can be made of it. Otherwise it stands for texts that nobody has looked for, and perhaps there are none. */
  readonly isReal: boolean;
  /** Whether the file itself names the value. */
  readonly isNamed: boolean;
  /** Unix seconds: from when to before when it is the cell of those who leave the present time to the SDK. */
  readonly during?: readonly [start: number, end: number];
  /** The SDKs for whose users alone it is there (sdkCells.ts). */
  readonly sdks?: Evaluators;
}

/** Types whose values are in an order: their cells are the objects of conditions and what lies between them. */
export type OrderedType = 'number' | 'datetime' | 'semver';

/** One that no user is made of. */
export function unrealCell(truthOf: Ask): Cell {
  return { truthOf, holds: undefined, isReal: false, isNamed: false };
}

/** The cells in which a condition surely holds, and those in which perhaps it does, too. */
export interface Sets {
  readonly surely: Cells;
  readonly perhaps: Cells;
}

/** What a user has there. */
export type Kind =
  | { readonly of: 'attribute'; readonly name: string }
  | { readonly of: 'segments' }
  | { readonly of: 'prerequisite'; readonly key: string };

export class Axis {
  readonly #byCondition = new Map<Condition, Sets>();
  /** Many conditions stand in several rules. */
  readonly #sets = new Map<string, Sets>();
  #asked: number;
  #real: { readonly now: number; readonly cells: Cells } | undefined;

  /**
   * @param free how many cells, the first ones, are of users who have nothing there
   * @param changesOf the cells, in ascending order, from which on the truth of a condition may be another; undefined for all
   * @param asked how much was done to find the cells, as if the evaluator had been asked
   * @param order the type in whose order the cells of texts are, where there is one
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

  /** Of cells, users can best be shown one with the lowest rank: its value is in the file. */
  rankOf(cell: number): number {
    const { isReal, isNamed } = this.cells[cell] ?? {};
    return isReal !== true ? 2 : isNamed === true ? 0 : 1;
  }

  /** How often the evaluator was asked about a cell. */
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

  /** The same in steps of some milliseconds. */
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

  /**
   * Whether another condition surely holds in these cells and in no other.
   * @param condition whose answers change wherever those of the other do
   */
  holdsIn(cells: Cells, other: Condition, condition: Condition): boolean {
    for (const at of this.changesOf(condition) ?? this.cells.keys()) {
      this.#asked += 1;
      const truth = this.cells[at]?.truthOf(other);
      if (truth === 'maybe' || (truth === 'yes') !== hasCell(cells, at)) return false;
    }
    return true;
  }

  /** Cells that users can be made of at a time. */
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

/** Makes runs of what is told from cell to cell, in ascending order. */
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

/** What conditions say of a user, by the rules or to another evaluator. Definitions of segments are not known. */
export function askAbout(user: User, evaluator: Evaluators = official): Ask {
  return (condition) =>
    truthTo(
      evaluator,
      condition.of(user, () => 'unknown'),
    );
}

/** What a verdict says to a single evaluator. */
export function truthTo(evaluator: Evaluators, { holds, depends }: Verdict): Truth {
  if ((holds & evaluator) !== 0) return 'yes';
  return (depends & evaluator) !== 0 ? 'maybe' : 'no';
}
