import type { StartCrawl } from '#shared/api/crawls.ts'
import {
  type ChosenOptions,
  type CrawlNumber,
  type CrawlOptions,
  type CrawlToggle,
  crawlNumbers,
  crawlToggles,
} from '#shared/crawl-options.ts'
import { parseParameterNames, splitParameterNames } from '#shared/dropped-parameters.ts'
import { parseUrlList } from '#shared/url-list.ts'

/** The values of the form fields. A toggle or number that is absent has its default. */
export interface AdvancedFields extends Partial<Record<CrawlToggle, boolean>>, Partial<Record<CrawlNumber, string>> {
  /** Names, separated by spaces or commas. */
  dropParameters: string
  /** One URL per line. */
  urls: string
}

export type AdvancedErrors = Partial<Record<CrawlNumber | 'dropParameters' | 'urls', string>>

/** The limits of the server, and its default options. */
export interface AdvancedLimits {
  /** Of numbers for which the server sets a maximum. */
  maximums: Partial<Record<CrawlNumber, number>>
  defaults: Pick<CrawlOptions, CrawlToggle | CrawlNumber | 'dropParameters'>
}

export type RequestedOptions = ChosenOptions & Pick<StartCrawl, 'urls'>

export type AdvancedOptions = { ok: true; requested: RequestedOptions } | { ok: false; errors: AdvancedErrors }

/** The server accepts requests of at most 64 KiB. */
const MAX_LIST_CHARACTERS = 60_000

/** The fields with the defaults of the server. */
export function unchangedFields({ defaults }: AdvancedLimits): AdvancedFields {
  return { dropParameters: defaults.dropParameters.join(', '), urls: '' }
}

/** The number of fields that differ from the defaults. */
export function changedCount(fields: AdvancedFields, { defaults }: AdvancedLimits): number {
  const isDropping = isChangedList(splitParameterNames(fields.dropParameters), defaults.dropParameters)
  const isList = fields.urls.trim() !== ''
  return Object.keys(changedOptions(fields, defaults)).length + Number(isDropping) + Number(isList)
}

/** The toggles and numbers that differ from the defaults. */
function changedOptions(fields: AdvancedFields, defaults: AdvancedLimits['defaults']): ChosenOptions {
  const values = [
    ...crawlToggles.map(({ name }) => [name, fields[name] ?? defaults[name]] as const),
    ...crawlNumbers.map(({ name }) => [name, Number(fields[name] ?? defaults[name])] as const),
  ]
  return Object.fromEntries(values.filter(([name, value]) => value !== defaults[name]))
}

/** The largest value that the server allows. */
export function maximumOf({ name, max }: (typeof crawlNumbers)[number], { maximums }: AdvancedLimits): number {
  return Math.min(max, maximums[name] ?? max)
}

export interface CrawlOfOptions {
  /** Normalized; null when the text is not a URL. */
  siteUrl: string | null
  crawlLimit: number
}

/** The options to send, without those that equal the defaults; or the errors of the fields. */
export function readAdvancedFields(
  fields: AdvancedFields,
  { limits, crawl }: { limits: AdvancedLimits; crawl: CrawlOfOptions },
): AdvancedOptions {
  const list = listError(fields.urls, crawl)
  const parameters = parseParameterNames(splitParameterNames(fields.dropParameters))
  const errors: AdvancedErrors = {
    ...numberErrors(fields, limits),
    ...(!parameters.ok && { dropParameters: `The parameters to drop ${parameters.problem}` }),
    ...(list !== undefined && { urls: list }),
  }
  if (!parameters.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  const { names } = parameters
  return {
    ok: true,
    requested: {
      ...changedOptions(fields, limits.defaults),
      ...(isChangedList(names, limits.defaults.dropParameters) && { dropParameters: names }),
      // As typed, with blank lines: the line numbers of the server match the field.
      ...(fields.urls.trim() !== '' && { urls: linesOf(fields.urls) }),
    },
  }
}

function numberErrors(fields: AdvancedFields, limits: AdvancedLimits): AdvancedErrors {
  const invalid = crawlNumbers.filter(row => {
    const value = Number(fields[row.name] ?? limits.defaults[row.name])
    return !Number.isInteger(value) || value < 0 || value > maximumOf(row, limits)
  })
  return Object.fromEntries(invalid.map(row => [row.name, `Between 0 and ${maximumOf(row, limits)}`]))
}

function listError(text: string, { siteUrl, crawlLimit }: CrawlOfOptions): string | undefined {
  if (text.trim() === '') return undefined
  if (text.length > MAX_LIST_CHARACTERS)
    return `The list is too long: at most ${MAX_LIST_CHARACTERS.toLocaleString('en')} characters`
  if (siteUrl === null || !(crawlLimit >= 1)) return undefined
  const list = parseUrlList(linesOf(text), { siteUrl, max: crawlLimit })
  return list.ok ? undefined : list.message
}

function isChangedList(names: readonly string[], before: readonly string[]): boolean {
  return names.join(' ') !== before.join(' ')
}

function linesOf(text: string): string[] {
  return text.trimEnd().split(/\r?\n/)
}
