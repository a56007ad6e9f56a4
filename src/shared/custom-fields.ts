import { parseTypedList, type TypedList } from './typed-list.ts'

/**
 * Custom fields: what a crawl reads of each page beside its facts, such as a price or an author. A field is one line: a name, `=`, a selector
 * and, after ` -> `, what is taken of it; see docs/custom-extraction.md. Selectors are compiled in `extract/fields`.
 */
export const MAX_FIELDS = 20
export const MAX_FIELD_NAME = 40
/** Characters of one line. */
export const MAX_FIELD_LENGTH = 500
/** Characters of the value of one field of a page, and values of a field that takes all. */
export const MAX_FIELD_VALUE = 2_000
export const MAX_FIELD_VALUES = 100
/** Between the values of a field that takes all. */
export const VALUE_SEPARATOR = ' | '

export type FieldLanguage = 'css' | 'xpath' | 'json'
export interface CustomField {
  name: string
  language: FieldLanguage
  selector: string
  /** `@name` is an attribute. */
  takes: 'text' | 'html' | 'count' | `@${string}`
  /** Of all matches, not only of the first. */
  isAll: boolean
}

/** What a page has of a field: '' where it has nothing. */
export interface FieldValue {
  name: string
  text: string
  /** Where the text is one number, with or without a currency. */
  number: number | null
  /** Why there is no value, as a sentence; absent otherwise. */
  error?: string
}

const LINE =
  /^(?<name>[\p{L}\p{N}][\p{L}\p{N} _.-]*?)\s*=\s*(?:(?<language>css|xpath|json):)?\s*(?<selector>\S.*?)(?:\s+->\s+(?<all>all\s+)?(?<takes>text|html|count|@[\w:.-]+))?$/isu

const ATTRIBUTE = /^@[\w:.-]+$/
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} _.-]*$/u

export function isFieldName(text: string): boolean {
  return text.length <= MAX_FIELD_NAME && NAME.test(text) && text === text.trim()
}

/** null for a line that is no field. */
export function parseField(line: string): CustomField | null {
  const { name, language, selector, all, takes } = LINE.exec(line.trim())?.groups ?? {}
  if (name === undefined || selector === undefined || name.length > MAX_FIELD_NAME) return null
  return {
    name,
    language: languages.find(each => each === language?.toLowerCase()) ?? languageOf(selector),
    selector,
    takes: takenOf(takes?.toLowerCase()),
    isAll: all !== undefined,
  }
}

const languages: readonly FieldLanguage[] = ['css', 'xpath', 'json']

/** By its beginning; where that is not enough, the line names the language. */
function languageOf(selector: string): FieldLanguage {
  if (selector.startsWith('$')) return 'json'
  return /^(?:\(|\.{0,2}\/|[a-z-]+\()/.test(selector) ? 'xpath' : 'css'
}

function takenOf(word = 'text'): CustomField['takes'] {
  if (word === 'html' || word === 'count') return word
  return word.startsWith('@') ? `@${word.slice(1)}` : 'text'
}

/** The line of a field, of which `parseField` reads the same field. */
export function writeField({ name, language, selector, takes, isAll }: CustomField): string {
  const prefix = languageOf(selector) === language ? '' : `${language}: `
  const suffix = takes === 'text' && !isAll ? '' : ` -> ${isAll ? 'all ' : ''}${takes}`
  return `${name} = ${prefix}${selector}${suffix}`
}

/** What is wrong with a field, and with which part of it. */
export interface FieldMistake {
  part: 'name' | 'selector' | 'takes'
  message: string
}

/** Why the field at `index` is none; null where its line can be read. Whether its selector is one, the server knows. */
export function fieldMistake(fields: readonly CustomField[], index: number): FieldMistake | null {
  const field = fields[index]
  if (!field) return null
  const { name, selector, takes } = field
  const isTaken = fields.slice(0, index).some(each => each.name.toLowerCase() === name.toLowerCase())
  if (name === '') return { part: 'name', message: 'Name the field' }
  if (!isFieldName(name))
    return { part: 'name', message: `At most ${MAX_FIELD_NAME} letters, digits, spaces, dots, hyphens and underscores` }
  if (isTaken) return { part: 'name', message: 'Another field has this name' }
  if (selector === '') return { part: 'selector', message: 'Enter a selector' }
  if (takes.startsWith('@') && !ATTRIBUTE.test(takes))
    return { part: 'takes', message: 'Enter the name of an attribute' }
  const line = writeField(field)
  if (line.length > MAX_FIELD_LENGTH)
    return { part: 'selector', message: `A field has at most ${MAX_FIELD_LENGTH} characters` }
  return parseFields([line]).ok ? null : { part: 'selector', message: 'This is no selector' }
}

/** What is said of a field whose selector is none: `problem` has the place of the mistake. */
export function unreadableField(name: string, problem: string): string {
  return `The custom field “${name}” cannot be read. ${problem}`
}

/** Fields as typed, each once; none has the name of another. */
export function parseFields(typed: readonly string[]): TypedList {
  const names = new Set<string>()
  const isNew = (name: string | undefined) => {
    if (name === undefined) return false
    const isKnown = names.has(name.toLowerCase())
    names.add(name.toLowerCase())
    return !isKnown
  }
  return parseTypedList([...new Set(typed.map(line => line.trim()))], {
    maxCount: MAX_FIELDS,
    maxLength: MAX_FIELD_LENGTH,
    isValid: line => !/\p{Cc}/u.test(line) && isNew(parseField(line)?.name),
    problems: {
      tooMany: `must be at most ${MAX_FIELDS}`,
      tooLong: `must have at most ${MAX_FIELD_LENGTH} characters each`,
      invalid: line => `must be lines such as “Price = .price”, each with a name of its own: “${line}” is none`,
    },
  })
}

/** The fields of one text, one a line. */
export function splitFields(text: string): string[] {
  return text.split(/[\r\n]+/).filter(line => line.trim() !== '')
}

/** The fields of a crawl, of lines that are known to be fields. */
export function fieldsOf(lines: readonly string[]): CustomField[] {
  return lines.flatMap(line => parseField(line) ?? [])
}

/** A sign and digits, between them separators, before or after them a few signs such as a currency. */
const NUMBER = /^[^\d\p{L}+-]{0,3}\s*(?:\p{Lu}{3}\s*)?([+-]?\d[\d.,'’\s]{0,30})\s*(?:\p{Lu}{3}|%)?[^\d\p{L}]{0,3}$/u

/**
 * The number that a text is, such as `1.299,00 €`; null for any other text. Of two kinds of separators the last one begins the fraction; one
 * that stands alone before three digits separates thousands.
 */
export function numberOf(text: string): number | null {
  const digits = NUMBER.exec(text.trim())?.[1]?.replaceAll(/[\s'’]/g, '')
  if (digits === undefined) return null
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const separators = digits.replaceAll(/[^.,]/g, '')
  const isMixed = separators.includes('.') && separators.includes(',')
  const isFraction = isMixed || (separators.length === 1 && !/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(digits))
  const plain = isFraction
    ? `${digits.slice(0, last).replaceAll(/[.,]/g, '')}.${digits.slice(last + 1)}`
    : digits.replaceAll(/[.,]/g, '')
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}
