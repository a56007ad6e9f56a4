import { FieldError } from './field-page.ts'

/**
 * A path into the structured data of a page: names, indexes, wildcards, descendants and the comparison of a member with a text, of
 * RFC 9535. Such as `$..price` and `$[?@['@type']=='Product'].offers.price`.
 */
export type FindValues = (items: readonly unknown[], step: () => void) => unknown[]

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*`
const QUOTED = `'[^']*'|"[^"]*"`
const FILTER = String.raw`\?\s*@(?:\.(?<member>${NAME})|\[(?<member>${QUOTED})\])\s*(?<operator>==|!=)\s*(?<text>${QUOTED})`
const SEGMENT = new RegExp(
  String.raw`(?:(?<deep>\.\.)|\.)(?:\*|(?<name>${NAME}))|(?<deep>\.\.)?\[\s*(?:\*|(?<index>-?\d{1,6})|(?<name>${QUOTED})|${FILTER})\s*\]`,
  'uy',
)

/** @throws FieldError for a text that is no such path, with the place. */
export function compileJsonPath(path: string): FindValues {
  if (!path.startsWith('$')) throw new FieldError('A JSON path begins with $.')
  const segments: { isDeep: boolean; choose: (value: unknown) => readonly unknown[] }[] = []
  for (let at = 1; at < path.length; at = SEGMENT.lastIndex) {
    SEGMENT.lastIndex = at
    const groups = SEGMENT.exec(path)?.groups
    if (!groups) throw new FieldError(`No JSON path from character ${at + 1}: ${path.slice(at, at + SHOWN)}`)
    segments.push({ isDeep: groups.deep !== undefined, choose: chooserOf(groups) })
  }
  return (items, step) => {
    let values: readonly unknown[] = [items]
    for (const { isDeep, choose } of segments)
      values = (isDeep ? values.flatMap(value => withDescendants(value, step)) : values).flatMap(value => {
        step()
        return choose(value)
      })
    return [...values]
  }
}

const SHOWN = 20

function chooserOf({ name, index, member, operator, text }: Record<string, string | undefined>) {
  if (name !== undefined) return (value: unknown) => memberOf(value, unquoted(name))
  if (index !== undefined)
    return (value: unknown) => (Array.isArray(value) ? [value.at(Number(index))].filter(isThere) : [])
  if (member === undefined) return childrenOf
  const isWanted = (value: unknown) => memberOf(value, unquoted(member)).includes(unquoted(text ?? ''))
  return (value: unknown) => childrenOf(value).filter(child => isWanted(child) === (operator === '=='))
}

const unquoted = (text: string) => text.replace(/^(['"])(.*)\1$/s, '$2')
const isThere = (value: unknown) => value !== undefined

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

function memberOf(value: unknown, name: string): readonly unknown[] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.hasOwn(value, name) ? [Object.getOwnPropertyDescriptor(value, name)?.value] : []
}

/** Without recursion: a value may be nested as deep as its text is long. */
function withDescendants(value: unknown, step: () => void): unknown[] {
  const found: unknown[] = []
  const ahead = [value]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    step()
    found.push(next)
    ahead.push(...childrenOf(next).toReversed())
  }
  return found
}
