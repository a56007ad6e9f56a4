import { AppError } from '../errors.ts'
import { MAX_TEXT } from '../limits.ts'
import { normalizeUrl } from '../url.ts'

/**
 * Query parameters as data: handlers read what a table of them declares, and the description of the API lists it. An absent or
 * empty parameter has no value; a bad one is a 400 that names it and says why; of two, the first counts.
 */
export interface Parameter<Value> {
  /** A sentence for the description of the API. */
  about: string
  /** JSON Schema (2020-12) of what is sent; of one part of it for a comma list. */
  schema: ParameterSchema
  isCommaList?: boolean
  /** undefined for a text that says nothing. @throws AppError 400. */
  read(text: string, name: string): Value | undefined
}

export interface ParameterSchema {
  type: 'string' | 'integer' | 'boolean'
  enum?: readonly string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  format?: 'uri'
  default?: string | number | boolean
}

export type ParameterTable = Readonly<Record<string, Parameter<unknown>>>

/** The values of those that were sent; the others are omitted. */
export type ParameterValues<Table extends ParameterTable> = {
  -readonly [Name in keyof Table]?: Table[Name] extends Parameter<infer Value> ? Value : never
}

/** @throws AppError 400 for the first parameter of the table that is bad. */
export function readQuery<Table extends ParameterTable>(query: URLSearchParams, table: Table): ParameterValues<Table> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(table)) {
    const text = query.get(name)
    const value = text ? parameter.read(text, name) : undefined
    if (value !== undefined) values[name] = value
  }
  // Each value was made by the parameter of its name; TypeScript cannot follow a loop over names.
  return values as ParameterValues<Table>
}

interface About {
  about: string
}

/*#__NO_SIDE_EFFECTS__*/
export function whole({
  about,
  min,
  max,
  fallback,
}: About & { min: number; max: number; fallback?: number }): Parameter<number> {
  return {
    about,
    schema: { type: 'integer', minimum: min, maximum: max, ...(fallback !== undefined && { default: fallback }) },
    read(text, name) {
      const value = Number(text)
      if (!/^(?:\d{1,15}|-[1-9]\d{0,14})$/.test(text) || value < min || value > max)
        throw new AppError('bad-request', `${name} must be a whole number from ${min} to ${max}`)
      return value
    },
  }
}

/*#__NO_SIDE_EFFECTS__*/
export function choice<const T extends string>({
  about,
  of,
  fallback,
}: About & { of: readonly T[]; fallback?: T }): Parameter<T> {
  return {
    about,
    schema: { type: 'string', enum: of, ...(fallback !== undefined && { default: fallback }) },
    read: (text, name) => choiceOf(text, name, of),
  }
}

/** A comma list of choices; blanks around them do not count. */
/*#__NO_SIDE_EFFECTS__*/
export function choices<const T extends string>({ about, of }: About & { of: readonly T[] }): Parameter<T[]> {
  return {
    about,
    schema: { type: 'string', enum: of },
    isCommaList: true,
    read(text, name) {
      const parts = text.split(',').map(part => part.trim())
      const given = new Set(parts.filter(part => part !== ''))
      return given.size === 0 ? undefined : [...given].map(part => choiceOf(part, name, of))
    },
  }
}

/** A comma list of ids, each of them once; blanks around them do not count. */
/*#__NO_SIDE_EFFECTS__*/
export function ids({ about, max, atMost }: About & { max: number; atMost: number }): Parameter<number[]> {
  const one = whole({ about, min: 1, max })
  return {
    about,
    schema: one.schema,
    isCommaList: true,
    read(text, name) {
      const parts = text.split(',').map(part => part.trim())
      const given = new Set(parts.filter(part => part !== '').map(part => one.read(part, name)))
      if (given.size > atMost) throw new AppError('bad-request', `${name} must be at most ${atMost} ids`)
      const read = [...given].filter(id => id !== undefined)
      return read.length === 0 ? undefined : read
    },
  }
}

function choiceOf<T extends string>(text: string, name: string, of: readonly T[]): T {
  const found = of.find(each => each === text)
  if (found === undefined) throw new AppError('bad-request', `${name} must be one of ${of.join(', ')}`)
  return found
}

/*#__NO_SIDE_EFFECTS__*/
export function flag({ about }: About): Parameter<boolean> {
  return {
    about,
    schema: { type: 'boolean' },
    read: (text, name) => choiceOf(text, name, ['true', 'false']) === 'true',
  }
}

/*#__NO_SIDE_EFFECTS__*/
export function text({ about }: About): Parameter<string> {
  return {
    about,
    schema: { type: 'string', maxLength: MAX_TEXT },
    read(sent, name) {
      const trimmed = sent.trim()
      if (trimmed.length > MAX_TEXT) throw new AppError('bad-request', `${name} must be at most ${MAX_TEXT} characters`)
      return trimmed || undefined
    },
  }
}

/** A URL, normalized as the URLs of stored pages are. */
/*#__NO_SIDE_EFFECTS__*/
export function url({ about }: About): Parameter<string> {
  return {
    about,
    schema: { type: 'string', format: 'uri' },
    read(sent, name) {
      const trimmed = sent.trim()
      if (trimmed === '') return undefined
      const normalized = normalizeUrl(trimmed)
      if (normalized === null) throw new AppError('bad-request', `${name} must be an http or https URL`)
      return normalized
    },
  }
}
