import { AppError } from '#shared/errors.ts'
import { MAX_TEXT } from '#shared/limits.ts'
import { normalizeUrl } from '#shared/url.ts'

/** Readers of query parameters. An absent or empty parameter is undefined; a bad one is a 400 that names it and says why. */

export function wholeParameter(
  query: URLSearchParams,
  name: string,
  bounds: { min: number; max: number },
): number | undefined {
  const text = query.get(name)
  if (!text) return undefined
  const value = Number(text)
  if (!/^\d{1,15}$/.test(text) || value < bounds.min || value > bounds.max)
    throw new AppError('bad-request', `${name} must be a whole number from ${bounds.min} to ${bounds.max}`)
  return value
}

export function choiceParameter<const T extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly T[],
): T | undefined {
  const text = query.get(name)
  return text ? choiceOf(text, name, choices) : undefined
}

/** A comma list of choices; blanks around them do not count. */
export function choicesParameter<const T extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly T[],
): T[] | undefined {
  const parts = (query.get(name) ?? '').split(',').map(part => part.trim())
  const given = new Set(parts.filter(part => part !== ''))
  return given.size === 0 ? undefined : [...given].map(part => choiceOf(part, name, choices))
}

function choiceOf<T extends string>(text: string, name: string, choices: readonly T[]): T {
  const found = choices.find(choice => choice === text)
  if (found === undefined) throw new AppError('bad-request', `${name} must be one of ${choices.join(', ')}`)
  return found
}

export function flagParameter(query: URLSearchParams, name: string): boolean | undefined {
  const text = choiceParameter(query, name, ['true', 'false'])
  return text === undefined ? undefined : text === 'true'
}

export function textParameter(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name)?.trim()
  if (!text) return undefined
  if (text.length > MAX_TEXT) throw new AppError('bad-request', `${name} must be at most ${MAX_TEXT} characters`)
  return text
}

/** An address in the form in which pages are stored. */
export function addressParameter(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name)?.trim()
  if (!text) return undefined
  const url = normalizeUrl(text)
  if (url === null) throw new AppError('bad-request', `${name} must be an http or https address`)
  return url
}
