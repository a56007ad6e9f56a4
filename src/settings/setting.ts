import {
  MAX_DROPPED_PARAMETERS,
  MAX_PARAMETER_NAME,
  parseParameterNames,
  splitParameterNames,
} from '#shared/dropped-parameters.ts'

/** The kinds of settings: how the text of a variable or flag becomes a value, and what to say when it cannot. */

/** A setting that cannot be used as given; the message is one sentence for the operator. */
export class SettingError extends Error {}

export interface Setting<T> {
  /** Flag without dashes; the variable is SITESOUNDER_ and this in capitals with underscores. */
  name: string
  fallback: T
  /** Shown in the table: what kind of value, with unit and bounds. */
  form: string
  sentence: string
  /** Also read from the environment without the prefix. */
  alsoBare?: boolean
  /** Never shown again: neither in an error nor in a log. */
  isSecret?: boolean
  parse(text: string): T
}

type Describe = { name: string; sentence: string; alsoBare?: boolean }

export function whole(
  setting: Describe & { fallback: number; min: number; max: number; unit?: string },
): Setting<number> {
  const { min, max, unit, ...rest } = setting
  const form = `whole number${unit ? `, ${unit}` : ''}, ${min} to ${max}`
  const parse = (text: string) => {
    const value = Number(text)
    if (!/^\d+$/.test(text.trim()) || value < min || value > max) throw new SettingError(`must be a ${form}`)
    return value
  }
  return { ...rest, form, parse }
}

export function text(setting: Describe & { fallback: string; form: string }): Setting<string> {
  return { ...setting, parse: value => value.trim() }
}

export function flag(setting: Describe & { fallback: boolean }): Setting<boolean> {
  const words: Record<string, boolean> = { true: true, yes: true, 1: true, '': true, false: false, no: false, 0: false }
  const parse = (value: string) => {
    const known = words[value.trim().toLowerCase()]
    if (known === undefined) throw new SettingError('must be true or false')
    return known
  }
  return { ...setting, form: 'true or false', parse }
}

export function choice<const T extends string>(setting: Describe & { fallback: T; choices: readonly T[] }): Setting<T> {
  const { choices, ...rest } = setting
  const parse = (value: string) => {
    const found = choices.find(each => each === value.trim())
    if (found === undefined) throw new SettingError(`must be one of ${choices.join(', ')}`)
    return found
  }
  return { ...rest, form: choices.join(' or '), parse }
}

export function list(setting: Describe & { form: string }): Setting<readonly string[]> {
  return { ...setting, fallback: [], parse: value => value.split(/[\s,]+/).filter(Boolean) }
}

/** Names of files may have blanks. */
export function files(setting: Describe): Setting<readonly string[]> {
  const parse = (value: string) =>
    value
      .split(/[\n,]+/)
      .map(each => each.trim())
      .filter(Boolean)
  return { ...setting, fallback: [], form: 'list of files, with commas between them', parse }
}

export function parameterNames(setting: Describe): Setting<readonly string[]> {
  const parse = (value: string) => {
    const parsed = parseParameterNames(splitParameterNames(value))
    if (!parsed.ok) {
      throw new SettingError(
        `must be at most ${MAX_DROPPED_PARAMETERS} names such as sid or utm_*, each of ${MAX_PARAMETER_NAME} characters at most`,
      )
    }
    return parsed.values
  }
  return { ...setting, fallback: [], form: 'list of parameter names, * for any ending', parse }
}

export function webUrl(setting: Describe): Setting<URL | null> {
  const parse = (value: string) => {
    const url = URL.parse(value.trim())
    if (!url || !/^https?:$/.test(url.protocol)) throw new SettingError('must be an http or https URL')
    return url
  }
  return { ...setting, fallback: null, form: 'http or https URL', parse }
}

/** null when it is not set. */
export function secret(setting: Describe & { form: string }): Setting<string | null> {
  const parse = (value: string) => {
    if (value === '') throw new SettingError('must not be empty')
    return value
  }
  return { ...setting, fallback: null, isSecret: true, parse }
}
