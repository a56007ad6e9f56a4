import type { StartCrawl } from '#shared/api/crawls.ts'
import { parseParameterNames, splitParameterNames } from '#shared/dropped-parameters.ts'
import { parseUrlList } from '#shared/url-list.ts'

/** What the form asks for beyond address and limit, as it stands in its fields. */
export interface AdvancedFields {
  pageSpeedSample: string
  rendersJavaScript: boolean
  readsSitemaps: boolean
  /** Names, with blanks or commas between them. */
  dropParameters: string
  /** One address a line. */
  urls: string
}

export interface AdvancedErrors {
  pageSpeedSample?: string
  dropParameters?: string
  urls?: string
}

/** What the server allows, and does unasked. */
export interface AdvancedLimits {
  maxPageSpeedSample: number
  readsSitemaps: boolean
  dropParameters: readonly string[]
}

export type AskedOptions = Pick<
  StartCrawl,
  'pageSpeedSample' | 'rendersJavaScript' | 'readsSitemaps' | 'dropParameters' | 'urls'
>

export type AdvancedOptions = { ok: true; asked: AskedOptions } | { ok: false; errors: AdvancedErrors }

/** A request of 64 KiB is the largest that a server takes. */
const MAX_LIST_CHARACTERS = 60_000

export function unchangedFields({ readsSitemaps, dropParameters }: AdvancedLimits): AdvancedFields {
  return {
    pageSpeedSample: '0',
    rendersJavaScript: false,
    readsSitemaps,
    dropParameters: dropParameters.join(', '),
    urls: '',
  }
}

/** How many of the fields differ from what a server does unasked. */
export function changedCount(fields: AdvancedFields, limits: AdvancedLimits): number {
  const unchanged = unchangedFields(limits)
  return [
    Number(fields.pageSpeedSample) !== 0,
    fields.rendersJavaScript,
    fields.readsSitemaps !== unchanged.readsSitemaps,
    isChangedList(splitParameterNames(fields.dropParameters), limits.dropParameters),
    fields.urls.trim() !== '',
  ].filter(Boolean).length
}

export interface CrawlOfOptions {
  /** Normalised; null when what was typed is no address. */
  siteUrl: string | null
  crawlLimit: number
}

/** The fields as the server is asked: what it does unasked is left out. Or what is wrong with them. */
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
    asked: {
      ...(pageSpeedSample > 0 && { pageSpeedSample }),
      ...(fields.rendersJavaScript && { rendersJavaScript: true }),
      ...(fields.readsSitemaps !== limits.readsSitemaps && { readsSitemaps: fields.readsSitemaps }),
      ...(isChangedList(names, limits.dropParameters) && { dropParameters: names }),
      // As typed, with blank lines: the server counts the lines as they stand in the field.
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
