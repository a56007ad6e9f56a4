/** Position and message of a JSON syntax error (RFC 8259). */
export interface JsonError {
  offset: number
  message: string
}

const BLANK = /[ \t\n\r]/
const LITERAL = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const SIMPLE_ESCAPES = '"\\/bfnrt'

/**
 * Finds the first syntax error; null when there is none. The message of JSON.parse() changes with the
 * engine's version. Iterative: nesting may be as deep as the text is long.
 */
export function findJsonError(text: string): JsonError | null {
  const open: ('{' | '[')[] = []
  let expects: 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' = 'value'
  let at = skipBlanks(text, 0)
  if (at === text.length) return { offset: at, message: 'The block is empty' }
  for (;;) {
    at = skipBlanks(text, at)
    const char = text.charAt(at)
    if (expects === 'comma-or-end' && open.length === 0)
      return char === '' ? null : { offset: at, message: `Unexpected ${named(char)} after the end of the value` }
    if (char === '') return { offset: at, message: `Unexpected end: ${missing(open.at(-1))}` }

    const closes = open.at(-1) === '{' ? '}' : ']'
    if (char === closes && open.length > 0 && expects !== 'value' && expects !== 'key' && expects !== 'colon') {
      open.pop()
      expects = 'comma-or-end'
      at++
    } else if (expects === 'comma-or-end') {
      if (char !== ',') return { offset: at, message: `Expected a comma or ${closes} before ${named(char)}` }
      expects = open.at(-1) === '{' ? 'key' : 'value'
      at++
    } else if (expects === 'colon') {
      if (char !== ':') return { offset: at, message: `Expected a colon before ${named(char)}` }
      expects = 'value'
      at++
    } else if (expects === 'key' || expects === 'key-or-end') {
      if (char !== '"') return { offset: at, message: keyProblem(char, expects === 'key') }
      const end = stringEnd(text, at)
      if (typeof end !== 'number') return end
      expects = 'colon'
      at = end
    } else if (char === '{' || char === '[') {
      open.push(char)
      expects = char === '{' ? 'key-or-end' : 'value-or-end'
      at++
    } else {
      const end = scalarEnd(text, at)
      if (typeof end !== 'number') return end
      expects = 'comma-or-end'
      at = end
    }
  }
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && BLANK.test(text.charAt(at))) at++
  return at
}

function keyProblem(char: string, isAfterComma: boolean): string {
  if (char === '}' && isAfterComma) return 'Trailing comma before }'
  return `Expected a property name in double quotes, found ${named(char)}`
}

function missing(open: '{' | '[' | undefined): string {
  if (open === undefined) return 'a value is missing'
  return open === '{' ? 'a } is missing' : 'a ] is missing'
}

function named(char: string): string {
  return char < ' ' ? `a control character (U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')})` : char
}

/** Offset behind a string, number or word. */
function scalarEnd(text: string, at: number): number | JsonError {
  const char = text.charAt(at)
  if (char === '"') return stringEnd(text, at)
  LITERAL.lastIndex = at
  if (LITERAL.test(text)) return LITERAL.lastIndex
  if (char === ']' || char === '}') return { offset: at, message: `A value is missing before ${char}` }
  if (char === '/') return { offset: at, message: 'Comments are not allowed in JSON' }
  return { offset: at, message: `Unexpected ${named(char)}` }
}

function stringEnd(text: string, start: number): number | JsonError {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') return at + 1
    if (char < ' ') return { offset: at, message: 'A line break or control character within a string' }
    if (char !== '\\') continue
    const escaped = text.charAt(++at)
    if (escaped === 'u' && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) at += 4
    else if (escaped === '' || !SIMPLE_ESCAPES.includes(escaped))
      return { offset: at - 1, message: 'Unknown escape in a string' }
  }
  return { offset: start, message: 'A string is not closed' }
}
