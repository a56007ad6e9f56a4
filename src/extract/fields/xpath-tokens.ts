import { FieldError } from './field-page.ts'

/** The tokens of XPath 1.0, section 3.7. */

export type TokenKind = 'symbol' | 'operator' | 'literal' | 'number' | 'name' | 'star' | 'axis' | 'function' | 'end'

export interface Token {
  kind: TokenKind
  text: string
  /** 1-based character of the expression. */
  place: number
}

const TOKEN =
  /\s*(?:(?<literal>"[^"]*"|'[^']*')|(?<number>\d+(?:\.\d*)?|\.\d+)|(?<symbol>\.\.|::|[().[\]@,])|(?<operator>\/\/|!=|<=|>=|[|/+=<>-])|(?<star>\*)|(?<name>[\p{L}_][\p{L}\p{N}_.-]*(?::(?:\*|[\p{L}_][\p{L}\p{N}_.-]*))?))/uy
const OPERATOR_NAMES: ReadonlySet<string> = new Set(['and', 'or', 'mod', 'div'])
const NODE_TYPES: ReadonlySet<string> = new Set(['comment', 'text', 'processing-instruction', 'node'])
const OPENERS: ReadonlySet<string> = new Set(['@', '::', '(', '[', ','])

/** @throws FieldError with the place of what is no token. */
export function tokenize(expression: string): Token[] {
  const tokens: Token[] = []
  const end = expression.trimEnd().length
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(expression)
    const groups = found?.groups
    if (!found || !groups)
      throw syntaxError(at + 1, `“${expression.slice(at, end).trim().slice(0, SHOWN)}” is no XPath`)
    const [kind = 'name', text = ''] = Object.entries(groups).find(([, value]) => value !== undefined) ?? []
    const place = TOKEN.lastIndex - text.length + 1
    tokens.push({
      kind: kindOf(kind, text, { before: tokens.at(-1), rest: expression.slice(TOKEN.lastIndex) }),
      text,
      place,
    })
  }
  return [...tokens, { kind: 'end', text: 'the end', place: end + 1 }]
}

const SHOWN = 20

/** A name or `*` after a complete operand is an operator; a name is that of a function before `(` and of an axis before `::`. */
function kindOf(kind: string, text: string, { before, rest }: { before: Token | undefined; rest: string }): TokenKind {
  if (kind === 'literal' || kind === 'number' || kind === 'symbol' || kind === 'operator') return kind
  const isAfterOperand = before !== undefined && before.kind !== 'operator' && !OPENERS.has(before.text)
  if (isAfterOperand && (kind === 'star' || OPERATOR_NAMES.has(text))) return 'operator'
  if (kind === 'star') return 'star'
  const next = rest.trimStart()
  if (next.startsWith('::')) return 'axis'
  return next.startsWith('(') && !NODE_TYPES.has(text) ? 'function' : 'name'
}

export function syntaxError(place: number, problem: string): FieldError {
  return new FieldError(`${problem} (character ${place}).`)
}
