/** A seeded random generator: the same seed gives the same values on every machine. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  /** @throws RangeError if the list is empty */
  pick<T>(list: readonly T[]): T
  bytes(count: number): Uint8Array
}

/** Mixes a text into 32 bits (FNV-1a with a final avalanche). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Creates a generator (mulberry32: small, fast and good enough to make up reviews). */
export function randomFrom(seed: string): Random {
  let state = hashOf(seed)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick(list) {
      if (list.length === 0) throw new RangeError('Nothing to pick from.')
      return list[int(0, list.length - 1)] as (typeof list)[number]
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => int(0, 255)),
  }
}
