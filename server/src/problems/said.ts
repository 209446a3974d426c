/** What is said of a document: its problems one behind the other, and which segments they are of. */
import { countBefore } from '../document/search.js';
import type { PlacedSegment } from './placed.js';
import type { Problem } from './problem.js';

export class Said {
  problems: Problem[] = [];
  /** The segments that have problems, and where in `problems` those of each begin. */
  private loud: number[] = [];
  private starts: number[] = [];
  /** None of it depends on more than the segment that it is said of. */
  onlyOfSegments = true;

  /** Of one segment; in their order. */
  say(index: number, { problems, fleeting, named }: PlacedSegment): void {
    if (problems.length === 0) return;
    this.loud.push(index);
    this.starts.push(this.problems.length);
    this.onlyOfSegments &&= !fleeting && named === undefined;
    // No spread: there may be a hundred thousand.
    for (const problem of problems) this.problems.push(problem);
  }

  /** Of those from an index up to another, the segments that have problems. */
  loudIn(from: number, to: number): readonly number[] {
    return this.loud.slice(indexFrom(this.loud, from), indexFrom(this.loud, to));
  }

  /**
   * What is said when some segments have made way for others and all the rest is where it was, with the same outline.
   * @param own what is said of the others
   * @param from the first of those that made way, and `to` the one behind them
   * @param by how much higher the indices behind them are now
   */
  with(own: Said, from: number, to: number, by: number): Said {
    const [first, last] = [indexFrom(this.loud, from), indexFrom(this.loud, to)];
    if (by === 0 && first === last && own.loud.length === 0) return this;
    const [start, end] = [this.startOf(first), this.startOf(last)];
    const further = start + own.problems.length - end;
    const said = new Said();
    said.loud = this.loud.slice(0, first).concat(own.loud, shifted(this.loud.slice(last), by));
    said.starts = this.starts
      .slice(0, first)
      .concat(shifted(own.starts, start), shifted(this.starts.slice(last), further));
    said.problems = this.problems.slice(0, start).concat(own.problems, this.problems.slice(end));
    said.onlyOfSegments = own.onlyOfSegments;
    return said;
  }

  private startOf(loud: number): number {
    return this.starts[loud] ?? this.problems.length;
  }
}

/** The first of the numbers, which stand in order, that is not below another. */
function indexFrom(numbers: readonly number[], least: number): number {
  return countBefore(numbers, (number) => number < least);
}

function shifted(numbers: number[], by: number): number[] {
  return by === 0 ? numbers : numbers.map((each) => each + by);
}
