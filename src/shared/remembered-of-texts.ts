/** Texts whose values are kept for one function. */
const MOST_TEXTS = 2_000

/**
 * A pure function that keeps its values, for short texts that come again on page after page. The caller bounds the length of the
 * texts; when there are too many of them, all are forgotten.
 */
export function rememberedOfTexts<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return text => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = compute(text)
    if (known.size >= MOST_TEXTS) known.clear()
    // Not a slice, which would keep the whole text that it was cut from in memory.
    known.set(` ${text}`.slice(1), made)
    return made
  }
}
