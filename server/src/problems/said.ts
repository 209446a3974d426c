/** What is said of a document: its problems one behind the other, and which segments they are of. */
import { countBefore } from '../document/search.js';
import type { PlacedSegment } from './placed.js';
import type { Problem } from './problem.js';

export class Said {
  problems: Problem[] = [];
  /** The segments that have problems, and where in `problems` those of each begin. */
  private loud: number[] = [];
  private starts: number[] = [];
  private onlyOfSegments = true;

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
   * Says again what was said of the segments from an index up to another, which are where they were.
   * @param by how much higher their indices are now
   * @returns whether it did: not when some of it depends on more than the segment that it is said of
   */
  again(before: Said, from: number, to: number, by: number): boolean {
    if (!before.onlyOfSegments) return false;
    const [first, last] = [indexFrom(before.loud, from), indexFrom(before.loud, to)];
    const start = before.starts[first] ?? before.problems.length;
    const end = before.starts[last] ?? before.problems.length;
    const further = this.problems.length - start;
    this.loud = this.loud.concat(shifted(before.loud.slice(first, last), by));
    this.starts = this.starts.concat(shifted(before.starts.slice(first, last), further));
    this.problems = this.problems.concat(before.problems.slice(start, end));
    return true;
  }
}

/** The first of the numbers, which stand in order, that is not below another. */
function indexFrom(numbers: readonly number[], least: number): number {
  return countBefore(numbers, (number) => number < least);
}

function shifted(numbers: number[], by: number): number[] {
  return by === 0 ? numbers : numbers.map((each) => each + by);
}
