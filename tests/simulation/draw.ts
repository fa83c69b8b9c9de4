/**
 * A seeded source of randomness. Forks are named, so that if one part of a program draws more, other parts draw the
 * same.
 */
export type Draw = {
  /** 0 ≤ n < 1 */
  readonly next: () => number
  readonly chance: (probability: number) => boolean
  /** 0 ≤ n < below */
  readonly int: (below: number) => number
  readonly pick: <T>(from: readonly T[]) => T
  readonly weighted: <T extends string>(weights: Readonly<Record<T, number>>) => T
  readonly fork: (name: string) => Draw
}

export function drawsFrom(seed: number): Draw {
  let state = seed | 0
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (from) => {
      const found = from[int(from.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
    weighted: (weights) => {
      const all = Object.entries<number>(weights)
      let left = next() * all.reduce((sum, [, weight]) => sum + weight, 0)
      const found = all.find(([, weight]) => (left -= weight) < 0) ?? all.at(-1)!
      return found[0] as keyof typeof weights // a key of `weights`; Object.entries forgets it
    },
    fork: (name) =>
      drawsFrom(
        [...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), seed ^ 0x811c9dc5),
      ),
  }
}
