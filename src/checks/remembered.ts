/**
 * A pure function that keeps its last answer, for checks that ask the same of one page after another. A page is judged at one go, so
 * one answer is enough, and no more than the facts of one page are kept.
 */
export function remembered<Subject extends object | string, Answer>(
  answer: (subject: Subject) => Answer,
): (subject: Subject) => Answer {
  let last: { subject: Subject; answer: Answer } | null = null
  return subject => {
    if (last?.subject !== subject) last = { subject, answer: answer(subject) }
    return last.answer
  }
}

/** Texts with their answers that are kept of one function. */
const MOST_TEXTS = 2_000

/**
 * A pure function that keeps its answers, for short texts that come again on page after page. Whoever asks bounds the length of the
 * texts; when there are too many of them, all are forgotten.
 */
export function rememberedOfTexts<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>()
  return text => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = answer(text)
    if (known.size >= MOST_TEXTS) known.clear()
    known.set(text, made)
    return made
  }
}
