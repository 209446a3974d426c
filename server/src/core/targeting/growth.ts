/**
 * How a variation gets more of a split. The ranges of a split stand one behind the other in the order of the variations, so those that stand between
 * the one that grows and the one that gives are pushed along, and part of their users get another variation. Nobody who has the growing one loses it.
 */

export interface Growth {
  /** The variation that gives. It keeps something: to end a variation is another decision. */
  readonly from: number;
  /** How many of 10,000 buckets get another variation; at least as many as the growing one gets. */
  readonly moved: number;
}

/**
 * The way that moves the fewest, so a neighbour gives where one has enough; of two, the one with the larger share.
 * @param shares sound ones, which add up to all
 */
export function growthOf(shares: readonly number[], to: number, by: number): Growth | undefined {
  const ways = shares.flatMap((share, from) => (from !== to && share > by ? [{ from, moved: movedBy(from) }] : []));
  return ways.sort((a, b) => a.moved - b.moved || (shares[b.from] ?? 0) - (shares[a.from] ?? 0))[0];

  /** Whoever stands between the two and has more would give instead; so those who do have no more than that, and all of it moves. */
  function movedBy(from: number): number {
    const between = shares.slice(Math.min(from, to) + 1, Math.max(from, to));
    return between.reduce((sum, share) => sum + share, by);
  }
}
