const SPACE = 0x20
const NO_BREAK_SPACE = 0xa0
const OTHER_SPACES: ReadonlySet<number> = new Set([
  NO_BREAK_SPACE,
  0x1680,
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x3000,
  0xfeff,
])

/** Whether a UTF-16 code is what a regular expression's `\s` stands for. */
export function isWhiteSpace(code: number): boolean {
  if (code < NO_BREAK_SPACE) return code === SPACE || (code >= 0x09 && code <= 0x0d)
  return (code >= 0x2000 && code <= 0x200a) || OTHER_SPACES.has(code)
}
