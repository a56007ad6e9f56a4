import type { StartCrawl } from '#shared/api/crawls.ts'
import { type ChosenOptions, type CrawlOptions, type CrawlToggle, crawlToggles } from '#shared/crawl-options.ts'
import { parseParameterNames, splitParameterNames } from '#shared/dropped-parameters.ts'
import { parseUrlList } from '#shared/url-list.ts'

/** The values of the form fields. */
export interface AdvancedFields extends Record<CrawlToggle, boolean> {
  pageSpeedSample: string
  /** Names, separated by spaces or commas. */
  dropParameters: string
  /** One URL per line. */
  urls: string
}

export interface AdvancedErrors {
  pageSpeedSample?: string
  dropParameters?: string
  urls?: string
}

/** The limits of the server, and its default options. */
export interface AdvancedLimits {
  maxPageSpeedSample: number
  defaults: Pick<CrawlOptions, CrawlToggle | 'dropParameters'>
}

export type RequestedOptions = ChosenOptions & Pick<StartCrawl, 'urls'>

export type AdvancedOptions = { ok: true; requested: RequestedOptions } | { ok: false; errors: AdvancedErrors }

/** The server accepts requests of at most 64 KiB. */
const MAX_LIST_CHARACTERS = 60_000

/** The fields with the defaults of the server. */
export function unchangedFields({ defaults }: AdvancedLimits): AdvancedFields {
  return { ...togglesOf(defaults), pageSpeedSample: '0', dropParameters: defaults.dropParameters.join(', '), urls: '' }
}

/** The number of fields that differ from the defaults. */
export function changedCount(fields: AdvancedFields, { defaults }: AdvancedLimits): number {
  return [
    ...crawlToggles.map(({ name }) => fields[name] !== defaults[name]),
    Number(fields.pageSpeedSample) !== 0,
    isChangedList(splitParameterNames(fields.dropParameters), defaults.dropParameters),
    fields.urls.trim() !== '',
  ].filter(Boolean).length
}

function togglesOf(from: Record<CrawlToggle, boolean>): Record<CrawlToggle, boolean> {
  const { rendersJavaScript, readsSitemaps } = from
  return { rendersJavaScript, readsSitemaps }
}

/** The toggles that differ from the defaults. */
function changedToggles(fields: AdvancedFields, defaults: Record<CrawlToggle, boolean>): ChosenOptions {
  const changed = crawlToggles.filter(({ name }) => fields[name] !== defaults[name])
  return Object.fromEntries(changed.map(({ name }) => [name, fields[name]]))
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
  const sample = sampleError(fields.pageSpeedSample, limits)
  const list = listError(fields.urls, crawl)
  const parameters = parseParameterNames(splitParameterNames(fields.dropParameters))
  if (sample !== undefined || list !== undefined || !parameters.ok)
    return {
      ok: false,
      errors: {
        ...(sample !== undefined && { pageSpeedSample: sample }),
        ...(!parameters.ok && { dropParameters: `The parameters to drop ${parameters.problem}` }),
        ...(list !== undefined && { urls: list }),
      },
    }
  const { names } = parameters
  const pageSpeedSample = Number(fields.pageSpeedSample)
  return {
    ok: true,
    requested: {
      ...changedToggles(fields, limits.defaults),
      ...(pageSpeedSample > 0 && { pageSpeedSample }),
      ...(isChangedList(names, limits.defaults.dropParameters) && { dropParameters: names }),
      // As typed, with blank lines: the line numbers of the server match the field.
      ...(fields.urls.trim() !== '' && { urls: linesOf(fields.urls) }),
    },
  }
}

function sampleError(text: string, { maxPageSpeedSample }: AdvancedLimits): string | undefined {
  const sample = Number(text)
  const isValid = Number.isInteger(sample) && sample >= 0 && sample <= maxPageSpeedSample
  return isValid ? undefined : `Between 0 and ${maxPageSpeedSample}`
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
