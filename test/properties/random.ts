/** Whole numbers from 0 up to, without, `below`: the same sequence for the same seed. */
export type Random = (below: number) => number

/** Seed and rounds of a property test; `FUZZ_SEED` and `FUZZ_ROUNDS` repeat or prolong it. */
export function seeded(rounds: number): { seed: number; rounds: number; random: Random } {
  const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
  return { seed, rounds: Number(process.env.FUZZ_ROUNDS ?? rounds), random: createRandom(seed) }
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export function pick(random: Random, choices: readonly string[]): string {
  return choices[random(choices.length)] ?? ''
}

/** Up to `most` choices in a row. */
export function joined(random: Random, choices: readonly string[], most: number): string {
  return Array.from({ length: random(most + 1) }, () => pick(random, choices)).join('')
}
