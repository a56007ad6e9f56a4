/** Numbers that depend on a purpose and a page alone, so that no page of the bench site depends on another. */
export interface BenchRandom {
  /** From 0 up to, without, `below`. */
  below(below: number): number
  pick<Choice>(choices: readonly [Choice, ...Choice[]]): Choice
  /** True so many times in a thousand. */
  perMille(share: number): boolean
}

/** Mulberry32 over a hash of both. */
export function benchRandom(purpose: string, page: number): BenchRandom {
  let state = Math.imul(page + 1, 0x9e3779b1) >>> 0
  for (const char of purpose) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x85ebca6b) >>> 0
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  return {
    below,
    pick: choices => choices[below(choices.length)] ?? choices[0],
    perMille: share => below(1_000) < share,
  }
}
