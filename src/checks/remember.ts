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
