import type { StartCrawl } from '#shared/api/start-crawl.ts'
import {
  type CrawlList,
  type CrawlLists,
  type CrawlNumber,
  type CrawlToggle,
  crawlLists,
  crawlNumbers,
  crawlToggles,
  emptyCrawlLists,
  parseCrawlLists,
} from '#shared/crawl-option-rows.ts'
import { type ChosenOptions, type CrawlOptions, isUserAgent } from '#shared/crawl-options.ts'
import { splitParameterNames } from '#shared/dropped-parameters.ts'
import { MAX_USER_AGENT } from '#shared/ownership.ts'
import { parseUrlList } from '#shared/url-list.ts'
import { type CredentialFields, hasCredentials, noCredentialFields, readCredentialFields } from './credential-fields.ts'

/** The values of the form fields. What is absent has its default; a list is one text. */
export interface AdvancedFields
  extends Partial<Record<CrawlToggle, boolean>>,
    Partial<Record<CrawlNumber | CrawlList, string>> {
  /** One URL per line. */
  urls: string
  credentials?: CredentialFields
  userAgent?: string
  /** Name of a proxy of the server. */
  proxy?: string
}

/** The fields that show an error. */
export const errorFields = [
  ...crawlNumbers.map(({ name }) => name),
  ...crawlLists.map(({ name }) => name),
  'urls',
  'credentials',
  'userAgent',
] as const

export type AdvancedErrors = Partial<Record<(typeof errorFields)[number], string>>

/** The limits of the server, and its default options. */
export interface AdvancedLimits {
  /** Of numbers for which the server sets a maximum. */
  maximums: Partial<Record<CrawlNumber, number>>
  defaults: Pick<CrawlOptions, CrawlToggle | CrawlNumber | CrawlList>
}

export type RequestedOptions = ChosenOptions & Pick<StartCrawl, 'urls' | 'credentials'>

export type AdvancedOptions = { ok: true; requested: RequestedOptions } | { ok: false; errors: AdvancedErrors }

/** The server accepts requests of at most 64 KiB. */
const MAX_LIST_CHARACTERS = 60_000

/** All fields with the defaults of the server. */
export const unchangedFields: AdvancedFields = { urls: '' }

const USER_AGENT_INVALID = `At most ${MAX_USER_AGENT} characters, none beyond ASCII`

/** A list as its field shows it. */
export function listText(values: readonly string[], row: (typeof crawlLists)[number]): string {
  return values.join('isOnePerLine' in row ? '\n' : ' ')
}

/** The number of fields that differ from the defaults. */
export function changedCount(fields: AdvancedFields, { defaults }: AdvancedLimits): number {
  const lists = changedLists(typedLists(fields, defaults), defaults)
  const isList = fields.urls.trim() !== ''
  const hasAccess = fields.credentials !== undefined && hasCredentials(fields.credentials)
  const options = { ...changedOptions(fields, defaults), ...userAgentOf(fields), ...proxyOf(fields), ...lists }
  return Object.keys(options).length + Number(isList) + Number(hasAccess)
}

/** The toggles and numbers that differ from the defaults. */
function changedOptions(fields: AdvancedFields, defaults: AdvancedLimits['defaults']): ChosenOptions {
  const values = [
    ...crawlToggles.map(({ name }) => [name, fields[name] ?? defaults[name]] as const),
    ...crawlNumbers.map(({ name }) => [name, Number(fields[name] ?? defaults[name])] as const),
  ]
  return Object.fromEntries(values.filter(([name, value]) => value !== defaults[name]))
}

function userAgentOf({ userAgent = '' }: AdvancedFields): Pick<ChosenOptions, 'userAgent'> {
  return userAgent.trim() === '' ? {} : { userAgent: userAgent.trim() }
}

function proxyOf({ proxy = '' }: AdvancedFields): Pick<ChosenOptions, 'proxy'> {
  return proxy === '' ? {} : { proxy }
}

/** By which the crawl would request the website, as typed. */
export function routeOf(fields: AdvancedFields): Pick<ChosenOptions, 'hostMap' | 'proxy'> {
  const hostMap = splitParameterNames(fields.hostMap ?? '')
  return { ...proxyOf(fields), ...(hostMap.length > 0 && { hostMap }) }
}

function typedLists(fields: AdvancedFields, defaults: AdvancedLimits['defaults']): CrawlLists {
  const entries = crawlLists.map(row => {
    const { name, split } = row
    return [name, split(fields[name] ?? listText(defaults[name], row))] as const
  })
  return { ...emptyCrawlLists, ...Object.fromEntries(entries) }
}

function changedLists(lists: CrawlLists, defaults: AdvancedLimits['defaults']): Partial<CrawlLists> {
  const changed = crawlLists.filter(row => listText(lists[row.name], row) !== listText(defaults[row.name], row))
  return Object.fromEntries(changed.map(({ name }) => [name, lists[name]]))
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
  const lists = typedLists(fields, limits.defaults)
  const list = listError(fields.urls, { ...crawl, hasSubdomains: lists.subdomains.length > 0 })
  const parsed = parseCrawlLists(lists)
  const access = readCredentialFields(fields.credentials ?? noCredentialFields, crawl.siteUrl)
  const errors: AdvancedErrors = {
    ...numberErrors(fields, limits),
    ...(!parsed.ok && { [parsed.name]: parsed.message }),
    ...(list !== undefined && { urls: list }),
    ...(!access.ok && { credentials: access.message }),
    ...(!isUserAgent(fields.userAgent ?? '') && { userAgent: USER_AGENT_INVALID }),
  }
  if (!parsed.ok || !access.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  return {
    ok: true,
    requested: {
      ...changedOptions(fields, limits.defaults),
      ...userAgentOf(fields),
      ...proxyOf(fields),
      ...changedLists(parsed.lists, limits.defaults),
      // As typed, with blank lines: the line numbers of the server match the field.
      ...(fields.urls.trim() !== '' && { urls: linesOf(fields.urls) }),
      ...(access.credentials && { credentials: access.credentials }),
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

/** Which hosts are subdomains, the server knows: with some, it alone checks the list. */
function listError(
  text: string,
  { siteUrl, crawlLimit, hasSubdomains }: CrawlOfOptions & { hasSubdomains: boolean },
): string | undefined {
  if (text.trim() === '') return undefined
  if (text.length > MAX_LIST_CHARACTERS)
    return `The list is too long: at most ${MAX_LIST_CHARACTERS.toLocaleString('en')} characters`
  if (siteUrl === null || !(crawlLimit >= 1) || hasSubdomains) return undefined
  const list = parseUrlList(linesOf(text), { siteUrl, subdomains: [], max: crawlLimit })
  return list.ok ? undefined : list.message
}

function linesOf(text: string): string[] {
  return text.trimEnd().split(/\r?\n/)
}
