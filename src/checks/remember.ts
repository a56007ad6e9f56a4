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
