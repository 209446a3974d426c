/**
 * What differs between two texts, line by line, with a few lines around it: for texts of which the editor's own diff would
 * keep it busy. It looks at one stretch after the other and ends when there is enough to read, so it takes a moment however
 * long they are, and the differences that it finds are not always the fewest. Pure.
 */

export interface LineDiff {
  /** Lines that only the earlier text has begin with `-`, those that only the later one has with `+`. */
  readonly lines: readonly string[];
  /** Whether more differs than they show. */
  readonly hasMore: boolean;
}

/** @param most so many lines at most */
export function lineDiff(before: string, after: string, most: number): LineDiff {
  const [was, now] = [before.split('\n'), after.split('\n')];
  const found: Difference[] = [];
  let from = behindEqual(was, now, { left: 0, right: 0 });
  let length = 0;
  while (length < most && (from.left < was.length || from.right < now.length)) {
    for (const to of placesToMeet(was, now, from)) {
      const difference = trimmed(was, now, from, to);
      if (difference !== undefined) {
        found.push(difference);
        length += to.left - from.left + to.right - from.right;
      }
      from = to;
    }
    from = behindEqual(was, now, from);
  }
  const lines = written(was, now, found);
  const hasMore = lines.length > most || from.left < was.length || from.right < now.length;
  return { lines: lines.slice(0, most), hasMore };
}

/** A line of each text, from 0. */
interface Place {
  readonly left: number;
  readonly right: number;
}

/** Lines that one of the texts has in the place of the other's. `end` is the line behind the last. */
interface Difference {
  readonly start: Place;
  readonly end: Place;
}

function behind({ left, right }: Place): Place {
  return { left: left + 1, right: right + 1 };
}

/** The next place where the texts are not the same. */
function behindEqual(was: readonly string[], now: readonly string[], from: Place): Place {
  let place = from;
  while (place.left < was.length && was[place.left] === now[place.right]) place = behind(place);
  return place;
}

/** Where both texts are the same again, in the next stretch; at least its end. */
function placesToMeet(was: readonly string[], now: readonly string[], from: Place): readonly Place[] {
  const end = { left: Math.min(from.left + stretch, was.length), right: Math.min(from.right + stretch, now.length) };
  const [places, others] = [onceIn(was, from.left, end.left), onceIn(now, from.right, end.right)];
  const shared: Place[] = [];
  for (const [line, left] of places) {
    const right = others.get(line) ?? -1;
    if (left >= 0 && right >= 0) shared.push({ left, right });
  }
  const found = longestInOrder(shared);
  const isLast = end.left === was.length && end.right === now.length;
  return isLast || found.length === 0 ? [...found, end] : found;
}

/** Lines of each text that are compared at once: more than the rules have that someone moves. */
const stretch = 20_000;

/** Where each line stands; -1 where it stands more than once. */
function onceIn(lines: readonly string[], start: number, end: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let index = start; index < end; index += 1) {
    const line = lines[index] ?? '';
    places.set(line, places.has(line) ? -1 : index);
  }
  return places;
}

/** Of places in the order of the left text, the most that are in the order of the right one, too. */
function longestInOrder(places: readonly Place[]): readonly Place[] {
  interface Chain extends Place {
    readonly before: Chain | undefined;
  }
  /** For each length, the chain whose last place comes first on the right. */
  const chains: Chain[] = [];
  for (const place of places) {
    let [low, high] = [0, chains.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((chains[middle]?.right ?? 0) < place.right) low = middle + 1;
      else high = middle;
    }
    chains[low] = { ...place, before: chains[low - 1] };
  }
  const found: Place[] = [];
  for (let chain = chains.at(-1); chain !== undefined; chain = chain.before) found.push(chain);
  return found.reverse();
}

/** Without the lines that are the same at the start and the end; undefined where all are. */
function trimmed(was: readonly string[], now: readonly string[], from: Place, to: Place): Difference | undefined {
  let start = from;
  while (start.left < to.left && start.right < to.right && was[start.left] === now[start.right]) start = behind(start);
  let { left, right } = to;
  while (left > start.left && right > start.right && was[left - 1] === now[right - 1])
    [left, right] = [left - 1, right - 1];
  return start.left === left && start.right === right ? undefined : { start, end: { left, right } };
}

function written(was: readonly string[], now: readonly string[], found: readonly Difference[]): readonly string[] {
  const lines: string[] = [];
  const add = (mark: string, text: readonly string[], start: number, end: number) => {
    for (let index = start; index < end; index += 1) lines.push(mark + (text[index] ?? ''));
  };
  /** The first line of the earlier text that is not written yet. */
  let next = 0;
  found.forEach(({ start, end }, index) => {
    const first = Math.max(next, start.left - around);
    // As patches say where they are.
    if (index === 0 || first > next) lines.push(`@@ -${first + 1} +${first + 1 + start.right - start.left} @@`);
    add(' ', was, first, start.left);
    add('-', was, start.left, end.left);
    add('+', now, start.right, end.right);
    next = Math.min(end.left + around, found[index + 1]?.start.left ?? was.length);
    add(' ', was, end.left, next);
  });
  return lines;
}

/** Lines that are the same, before and behind each difference. */
const around = 3;
