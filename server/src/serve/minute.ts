/** Counts the events in the last minute, by second. */

const SECONDS = 60;

export class MinuteCounter {
  readonly #times = new Float64Array(SECONDS);
  #last = 0;

  /** @param second the time in seconds since 1970 */
  add(second: number, times: number): void {
    this.#moveTo(second);
    this.#times[second % SECONDS] = (this.#times[second % SECONDS] ?? 0) + times;
  }

  until(second: number): number {
    this.#moveTo(second);
    return this.#times.reduce((all, times) => all + times, 0);
  }

  /** Clears the counts that are at least a minute old. */
  #moveTo(second: number): void {
    const first = Math.max(this.#last + 1, second - SECONDS + 1);
    for (let each = first; each <= second; each += 1) this.#times[each % SECONDS] = 0;
    this.#last = Math.max(this.#last, second);
  }
}
