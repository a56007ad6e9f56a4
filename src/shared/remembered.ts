/**
 * A pure function that remembers its last result. Several checks need the same result for one page, and all checks of a page run
 * before the next page, so one result is enough.
 */
export function remembered<Subject extends object | string, Result>(
  compute: (subject: Subject) => Result,
): (subject: Subject) => Result {
  let last: { subject: Subject; result: Result } | null = null
  return subject => {
    if (last?.subject !== subject) last = { subject, result: compute(subject) }
    return last.result
  }
}

/** Texts whose values are kept for one function. */
const MOST_TEXTS = 2_000

/**
 * A pure function that keeps its values, for short texts that are the same on many pages. The caller limits the length of the texts; when
 * there are too many of them, all are forgotten.
 */
export function rememberedOfTexts<Result>(compute: (text: string) => Result): (text: string) => Result {
  return rememberedByText(text => text, compute)
}

/** The same of subjects that a text names. */
export function rememberedByText<Subject, Result>(
  textOf: (subject: Subject) => string,
  compute: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const known = new Map<string, Result>()
  return subject => {
    const text = textOf(subject)
    const found = known.get(text)
    if (found !== undefined) return found
    const made = compute(subject)
    if (known.size >= MOST_TEXTS) known.clear()
    // Not a slice, which would keep the whole text that it was cut from in memory.
    known.set(` ${text}`.slice(1), made)
    return made
  }
}

/** Makes a value when it is first requested, and keeps it. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
