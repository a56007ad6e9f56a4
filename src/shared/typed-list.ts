/** A list of short texts as a person typed it, read. `problem` goes on after the name of the list. */
export type TypedList = { ok: true; values: string[] } | { ok: false; problem: string }

export interface TypedListRules {
  maxCount: number
  /** Characters of one text. */
  maxLength: number
  isValid(text: string): boolean
  problems: { tooMany: string; tooLong: string; invalid(text: string): string }
}

/** Reads a list: its texts without the blanks around them, each once. */
export function parseTypedList(typed: readonly string[], rules: TypedListRules): TypedList {
  const { maxCount, maxLength, isValid, problems } = rules
  const values = new Set<string>()
  for (const each of typed) {
    const text = each.trim()
    if (text === '') continue
    if (text.length > maxLength) return { ok: false, problem: problems.tooLong }
    if (!isValid(text)) return { ok: false, problem: problems.invalid(text) }
    values.add(text)
    if (values.size > maxCount) return { ok: false, problem: problems.tooMany }
  }
  return { ok: true, values: [...values] }
}
