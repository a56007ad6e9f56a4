import * as z from 'zod/mini'
import { PAGE_SPEED_SAMPLE_MAX } from './constants.ts'
import { parseScopeRules, splitScopeRules } from './crawl-scope.ts'
import { parseFields, splitFields } from './custom-fields.ts'
import { parseParameterNames, splitParameterNames } from './dropped-parameters.ts'
import { parseHostMap } from './host-map.ts'
import { rulesSchema } from './own-rules.ts'
import { MAX_USER_AGENT, ownershipLabels, ownershipMethods } from './ownership.ts'
import { parseSubdomains } from './site-hosts.ts'
import { MAX_START_PAGES, parseStartPages } from './start-pages.ts'
import { parseTextSearches, splitTextSearches } from './text-searches.ts'
import type { TypedList } from './typed-list.ts'

/** The longest pause between two requests, in milliseconds. */
const MAX_PAUSE_MS = 60_000
/** No host gets more requests at once, whatever the operator allows. */
const MAX_REQUESTS_AT_ONCE = 256

/** A number, or its digits as a form field holds them. */
function count(name: string, max = Number.MAX_SAFE_INTEGER) {
  const notWhole = `${name} must be a whole number`
  return z.pipe(
    z.pipe(
      z.union([z.number(), z.string().check(z.trim(), z.regex(/^-?\d+$/, notWhole))], notWhole),
      z.transform(Number),
    ),
    z
      .number(notWhole)
      .check(
        z.int(notWhole),
        z.minimum(0, `${name} must be 0 or more`),
        z.maximum(max, `${name} must be at most ${max}`),
      ),
  )
}

function texts(name: string) {
  const notTexts = `${name} must be a list of texts`
  return z.array(z.string(notTexts), notTexts)
}

/** Whether a text can be a User-Agent header: visible characters of one line (RFC 9110 §10.1.5). */
export function isUserAgent(text: string): boolean {
  return userAgent.safeParse(text).success
}

const userAgent = z
  .string('The user agent must be a text')
  .check(
    z.trim(),
    z.maxLength(MAX_USER_AGENT, `The user agent must have at most ${MAX_USER_AGENT} characters`),
    z.regex(/^[\x20-\x7e]*$/, 'The user agent must have no characters beyond ASCII'),
  )

const toggle = (name: string) => z.boolean(`${name} must be true or false`)

/** What a visitor may choose for a crawl. What is not named is as the operator has set it. */
export const chosenOptionsSchema = z.object({
  /** Pages that only sitemaps list are crawled, too. */
  readsSitemaps: z.exactOptional(toggle('readsSitemaps')),
  /** Beside the start page, only pages that sitemaps list are visited; links are not followed. */
  isSitemapOnly: z.exactOptional(toggle('isSitemapOnly')),
  /** Pages are downloaded where they have changed since the crawl before. */
  reusesUnchanged: z.exactOptional(toggle('reusesUnchanged')),
  /** Paths or URLs of the site that are visited first, beside the start page. */
  startPages: z.exactOptional(texts('The start pages')),
  /** Subdomains that belong to the site: `shop`, `shop.example.com`, or `*` for all of its registrable domain. */
  subdomains: z.exactOptional(texts('The subdomains')),
  /** Pages are read in a browser, after their scripts have run. */
  rendersJavaScript: z.exactOptional(toggle('rendersJavaScript')),
  /** Parameters that are removed from URLs of the site, such as `sid` or `utm_*`. */
  dropParameters: z.exactOptional(texts('The parameters to drop')),
  /** Rules of which a page matches one, and rules of what is not requested: see `ScopeOptions`. */
  include: z.exactOptional(texts('The URLs to include')),
  exclude: z.exactOptional(texts('The URLs to exclude')),
  /** Custom search: what pages must, and must not, contain (`text-searches.ts`). */
  requiredTexts: z.exactOptional(texts('The required texts')),
  unwantedTexts: z.exactOptional(texts('The unwanted texts')),
  /** Custom fields: what is read of each page beside its facts (`custom-fields.ts`). */
  fields: z.exactOptional(texts('The custom fields')),
  /** Own rules: checks without code (`own-rules.ts`). */
  rules: z.exactOptional(rulesSchema),
  /** Only pages below the folder of the start URL are visited. */
  isFolderOnly: z.exactOptional(toggle('isFolderOnly')),
  /** Links from the start page to a visited page, at most; 0: any number. */
  maxDepth: z.exactOptional(count('The crawl depth')),
  /** User-Agent header of requests to the site; that of the server where it is empty. */
  userAgent: z.exactOptional(userAgent),
  /** Whether robots.txt is obeyed. */
  obeysRobots: z.exactOptional(toggle('obeysRobots')),
  /** Hosts with the IP address that their requests go to: `www.example.com=10.0.0.5`. */
  hostMap: z.exactOptional(texts('The IP addresses of hosts')),
  /** Name of a proxy of the server; '': the usual way. */
  proxy: z.exactOptional(z.string('The proxy must be a text')),
  /** Requests to one host at once; 0: as many as the operator allows, which is the most. */
  requestsAtOnce: z.exactOptional(count('The requests at once')),
  /** Milliseconds between two requests to the website. */
  pauseMs: z.exactOptional(count('The pause', MAX_PAUSE_MS)),
  /** Maximum number of pages whose speed is measured. */
  pageSpeedSample: z.exactOptional(count('The page speed sample')),
})
export type ChosenOptions = z.infer<typeof chosenOptionsSchema>

/**
 * Everything that decides how a crawl proceeds, beside its URL and limit. Stored with the crawl, so that it goes on in the same way
 * after a restart, and part of its report.
 */
export const crawlOptionsSchema = z.object({
  isHttpsAssumed: z
    .boolean()
    .check(z.describe('The URL was given without a scheme: http is tried when https does not respond.')),
  obeysRobots: z.boolean().check(z.describe('robots.txt is obeyed.')),
  userAgent: z.string().check(z.describe('User-Agent header of requests to the site; that of the server when empty.')),
  ownership: z.optional(
    z
      .object({ method: z.enum(ownershipMethods), host: z.string(), atMs: z.number() })
      .check(z.describe('How the website was proved to belong to who crawls it, where the options need that.')),
  ),
  probesResources: z
    .boolean()
    .check(z.describe('Images, scripts, style sheets and other files are requested for their status.')),
  probesExternal: z.boolean().check(z.describe('Links to other sites are requested for their status.')),
  readsSitemaps: z.boolean().check(z.describe('Pages that only sitemaps list are crawled, too.')),
  isSitemapOnly: z
    .boolean()
    .check(z.describe('Beside the start page, only pages that sitemaps list are visited; links are not followed.')),
  reusesUnchanged: z
    .boolean()
    .check(
      z.describe(
        'Pages that have not changed since the crawl before, by what the server says, are read from what it stored.',
      ),
    ),
  startPages: z
    .array(z.string())
    .check(z.describe('Paths or URLs of the site that are visited first, beside the start page.')),
  subdomains: z
    .array(z.string())
    .check(z.describe('Subdomains that belong to the site; `*.example.com` for all of a domain, none when empty.')),
  rendersJavaScript: z.boolean().check(z.describe('Pages are read in a browser, after their scripts have run.')),
  isListOnly: z.boolean().check(z.describe('Only the URLs of a list are crawled; no link is followed.')),
  dropParameters: z.array(z.string()).check(z.describe('Parameters that are removed from URLs of the site.')),
  include: z
    .array(z.string())
    .check(
      z.describe(
        'Rules of which a visited page matches one: paths as in robots.txt, whole URLs, or texts in URLs; all pages where empty.',
      ),
    ),
  exclude: z.array(z.string()).check(z.describe('Rules of the URLs that are not requested.')),
  requiredTexts: z.array(z.string()).check(z.describe('Texts that every page must contain.')),
  unwantedTexts: z.array(z.string()).check(z.describe('Texts that no page may contain.')),
  fields: z
    .array(z.string())
    .check(z.describe('Custom fields that are read of each page: lines such as `Price = .price`.')),
  rules: rulesSchema.check(z.describe('Own rules: checks without code.')),
  isFolderOnly: z.boolean().check(z.describe('Only pages below the folder of the start URL are visited.')),
  maxDepth: z
    .int()
    .check(z.nonnegative(), z.describe('Links from the start page to a visited page, at most; 0 for any number.')),
  hostMap: z
    .array(z.string())
    .check(z.describe('Hosts whose requests go to an IP address in place of those that DNS has, `host=address`.')),
  proxy: z
    .string()
    .check(z.describe('Name of the proxy that the crawl has chosen; that of all requests, or none, when empty.')),
  requestsAtOnce: z
    .int()
    .check(
      z.nonnegative(),
      z.describe('Requests to one host at once; 0 for as many as the operator allows, which is the most.'),
    ),
  pauseMs: z.int().check(z.nonnegative(), z.describe('Milliseconds between two requests to the website.')),
  pageSpeedSample: z.int().check(z.nonnegative(), z.describe('Maximum number of pages whose speed is measured.')),
  hasCredentials: z.optional(
    z.boolean().check(z.describe('Credentials are sent to the origins that the user listed; false when absent.')),
  ),
  thresholds: z.optional(
    z
      .array(z.object({ checkId: z.string(), name: z.string(), value: z.number() }))
      .check(z.describe('Thresholds of checks that differ from their defaults; none when absent.')),
  ),
})

export interface CrawlOptions extends z.infer<typeof crawlOptionsSchema> {
  /** For a crawl that checks a few URLs again; absent for a crawl of a whole site. */
  narrowed?: NarrowedCrawl
}

/** What a crawl that checks a few URLs again requests beside them. */
export interface NarrowedCrawl {
  /** The only URLs that are requested for their status, beside redirect targets and canonicals of listed pages. */
  probes: readonly string[]
  /** Whether the host is checked, too: its variants, icon, certificate, robots.txt and sitemaps. */
  checksHost: boolean
}

/** The options without what only the engine needs. */
export function publicOptions({ narrowed: _, ...options }: CrawlOptions): z.infer<typeof crawlOptionsSchema> {
  return options
}

/** How a crawl proceeds where neither operator nor visitor says otherwise. */
export const defaultCrawlOptions: CrawlOptions = {
  isHttpsAssumed: false,
  obeysRobots: true,
  userAgent: '',
  probesResources: true,
  probesExternal: true,
  readsSitemaps: true,
  isSitemapOnly: false,
  reusesUnchanged: false,
  startPages: [],
  subdomains: [],
  rendersJavaScript: false,
  isListOnly: false,
  dropParameters: [],
  include: [],
  exclude: [],
  requiredTexts: [],
  unwantedTexts: [],
  fields: [],
  rules: [],
  isFolderOnly: false,
  maxDepth: 0,
  hostMap: [],
  proxy: '',
  requestsAtOnce: 0,
  pauseMs: 0,
  pageSpeedSample: 0,
}

/** Deeper crawls have no limit of depth. */
const MAX_CRAWL_DEPTH = 1_000

/** A flag of the command line, without its dashes. */
export interface CrawlFlag {
  name: string
  help: string
}

/** Under which heading a form shows an option. */
export type OptionGroup = 'sources' | 'scope' | 'requests' | 'checks'

/** Options that are on or off and that a visitor may choose, as forms show them. One without an operator's setting names its flag of `audit`. */
export const crawlToggles = [
  {
    name: 'obeysRobots',
    label: 'Obey robots.txt',
    group: 'requests',
    hint: 'To crawl without it, prove that the website is yours.',
  },
  {
    name: 'rendersJavaScript',
    label: 'Run JavaScript (slower)',
    group: 'requests',
    hint: 'Pages are read in a browser, after their scripts have run.',
    flag: { name: 'render', help: 'run the scripts of pages in Chromium and check the result (slower)' },
  },
  {
    name: 'readsSitemaps',
    label: 'Also visit pages that only sitemaps list',
    group: 'sources',
    hint: 'They come after the pages that links lead to, within the crawl limit.',
  },
  {
    name: 'isSitemapOnly',
    label: 'Only pages that sitemaps list',
    group: 'sources',
    hint: 'Links are not followed; those that lead elsewhere on the website are checked for their status.',
    flag: { name: 'sitemap-only', help: 'visit only the pages that sitemaps list, and the start page' },
  },
  {
    name: 'reusesUnchanged',
    label: 'Download only what changed',
    group: 'requests',
    hint: 'Pages are requested with the ETag or date that they had in the last crawl. A sample is downloaded in full all the same.',
    flag: {
      name: 'only-changed',
      help: 'with --data: download only the pages that changed since the crawl before (ETag, Last-Modified)',
    },
  },
  {
    name: 'isFolderOnly',
    label: 'Only the folder of the start URL',
    group: 'scope',
    hint: 'With example.com/docs/, only pages below /docs are visited. Links to other pages are checked for their status.',
    flag: { name: 'folder-only', help: 'visit only pages below the folder of the URL' },
  },
] as const satisfies readonly {
  name: keyof ChosenOptions
  label: string
  group: OptionGroup
  hint: string
  flag?: CrawlFlag
}[]
export type CrawlToggle = (typeof crawlToggles)[number]['name']

/** Options that are whole numbers, as forms show them and `audit` takes them. The server may allow less than `max`. */
export const crawlNumbers = [
  {
    name: 'maxDepth',
    label: 'Crawl depth',
    group: 'scope',
    max: MAX_CRAWL_DEPTH,
    hint: () => 'Links from the start page to a page, at most. 0: any number.',
    flag: { name: 'max-depth', help: 'visit pages at most N links from the start page (0, any number)' },
  },
  {
    name: 'requestsAtOnce',
    label: 'Requests at once',
    group: 'requests',
    max: MAX_REQUESTS_AT_ONCE,
    hint: () => 'To one host, at most as many as the server allows. 0: as many as the server allows.',
    flag: { name: 'requests-at-once', help: 'send at most N requests to one host at once (0, as the settings say)' },
  },
  {
    name: 'pauseMs',
    label: 'Pause between requests',
    group: 'requests',
    max: MAX_PAUSE_MS,
    hint: () =>
      'Milliseconds between two requests to the website. A Crawl-delay of robots.txt counts where it is longer.',
    flag: { name: 'pause-ms', help: 'wait N milliseconds between two requests to the site (0)' },
  },
  {
    name: 'pageSpeedSample',
    label: 'Page speed sample',
    group: 'checks',
    max: PAGE_SPEED_SAMPLE_MAX,
    hint: max => `Number of pages to measure, at most ${max}. Each takes up to two minutes.`,
    flag: {
      name: 'page-speed',
      help: `also measure the speed of N pages, one of each template first: at most ${PAGE_SPEED_SAMPLE_MAX} (0, none)`,
    },
  },
] as const satisfies readonly {
  name: keyof ChosenOptions
  label: string
  group: OptionGroup
  max: number
  hint: (max: number) => string
  flag: CrawlFlag
}[]
export type CrawlNumber = (typeof crawlNumbers)[number]['name']

/** Options that are lists of short texts, as forms show them and `audit` takes them. One without a flag has an operator's setting. */
export const crawlLists = [
  {
    name: 'startPages',
    label: 'More start pages',
    group: 'sources',
    subject: 'The start pages',
    hint: `Paths such as /shop/, or URLs of the website, visited right after the start URL. At most ${MAX_START_PAGES}.`,
    split: splitScopeRules,
    parse: parseStartPages,
    flag: { name: 'start-pages', help: 'also begin with these: paths such as "/shop/ /blog/", or URLs of the site' },
  },
  {
    name: 'subdomains',
    label: 'Subdomains',
    group: 'scope',
    subject: 'The subdomains',
    hint: 'Such as shop or shop.example.com: their pages belong to the website, too. * for all subdomains of the domain.',
    split: splitParameterNames,
    parse: parseSubdomains,
    flag: { name: 'subdomains', help: 'these belong to the site, too: "shop blog.example.com", or "*" for all' },
  },
  {
    name: 'include',
    label: 'Include only',
    group: 'scope',
    subject: 'The URLs to include',
    hint: 'Paths such as /blog/* or /*.html$, whole URLs, or texts in URLs. Only pages that match one are visited.',
    split: splitScopeRules,
    parse: parseScopeRules,
    flag: { name: 'include', help: 'visit only pages that match one of these: "/blog/* /*.html$", whole URLs, texts' },
  },
  {
    name: 'exclude',
    label: 'Exclude',
    group: 'scope',
    subject: 'The URLs to exclude',
    hint: 'In the same form. What matches one is not requested at all.',
    split: splitScopeRules,
    parse: parseScopeRules,
    flag: { name: 'exclude', help: 'request no URL that matches one of these, in the same form' },
  },
  {
    name: 'dropParameters',
    label: 'Parameters to drop',
    group: 'scope',
    subject: 'The parameters to drop',
    hint: 'Such as sid or utm_*: URLs of the website are requested without them.',
    split: splitParameterNames,
    parse: parseParameterNames,
  },
  {
    name: 'hostMap',
    label: 'IP addresses of hosts',
    group: 'requests',
    subject: 'The IP addresses of hosts',
    hint: 'Such as www.example.com=10.0.0.5: requests for the host go to that address, in place of those that DNS has.',
    split: splitParameterNames,
    parse: parseHostMap,
    flag: { name: 'host-map', help: 'send requests for a host to an IP address: "www.example.com=10.0.0.5"' },
  },
  {
    name: 'requiredTexts',
    label: 'Texts that pages must contain',
    group: 'checks',
    subject: 'The required texts',
    hint: 'One a line, searched in the source, or in the visible text after “text:”. * stands for anything within a line.',
    isOnePerLine: true,
    split: splitTextSearches,
    parse: parseTextSearches,
    flag: {
      name: 'require-texts',
      help: 'report pages that lack one of these texts, one a line: "gtag(*G-", "text: imprint"',
    },
  },
  {
    name: 'unwantedTexts',
    label: 'Texts that pages must not contain',
    group: 'checks',
    subject: 'The unwanted texts',
    hint: 'In the same form, such as UA- or an old name.',
    isOnePerLine: true,
    split: splitTextSearches,
    parse: parseTextSearches,
    flag: { name: 'unwanted-texts', help: 'report pages that contain one of these texts, in the same form' },
  },
  {
    name: 'fields',
    label: 'Custom fields',
    group: 'checks',
    subject: 'The custom fields',
    hint: 'One a line, a name and a CSS selector, XPath or JSON path: Price = .price, Author = //meta[@name="author"]/@content, Brand = $..brand.name',
    isOnePerLine: true,
    split: splitFields,
    parse: parseFields,
    flag: { name: 'fields', help: 'read these of each page, one a line: "Price = .price", "Author = //meta/@content"' },
  },
] as const satisfies readonly {
  name: keyof ChosenOptions
  label: string
  group: OptionGroup
  subject: string
  hint: string
  split(text: string): string[]
  parse(typed: readonly string[]): TypedList
  /** Its texts may have blanks. */
  isOnePerLine?: true
  flag?: CrawlFlag
}[]
export type CrawlList = (typeof crawlLists)[number]['name']
export type CrawlLists = Record<CrawlList, string[]>
export const emptyCrawlLists: Readonly<CrawlLists> = {
  dropParameters: [],
  startPages: [],
  subdomains: [],
  include: [],
  exclude: [],
  hostMap: [],
  requiredTexts: [],
  unwantedTexts: [],
  fields: [],
}

/** The lists of a crawl's options as typed, read; or a sentence for the first that is none. */
export function parseCrawlLists(
  typed: Record<CrawlList, readonly string[]>,
): { ok: true; lists: CrawlLists } | { ok: false; name: CrawlList; message: string } {
  const lists = { ...emptyCrawlLists }
  for (const { name, subject, parse } of crawlLists) {
    const parsed = parse(typed[name])
    if (!parsed.ok) return { ok: false, name, message: `${subject} ${parsed.problem}` }
    lists[name] = parsed.values
  }
  return { ok: true, lists }
}

/** Options as the client report names them, in its order. */
export const reportedOptions: readonly { label: string; text(options: CrawlOptions): string }[] = [
  { label: 'robots.txt obeyed', text: ({ obeysRobots }) => yesOrNo(obeysRobots) },
  { label: 'User agent', text: ({ userAgent }) => userAgent || 'that of the server' },
  {
    label: 'Ownership proved by',
    text: ({ ownership }) => (ownership ? ownershipLabels[ownership.method] : 'nothing, as it was not needed'),
  },
  { label: 'Images, scripts and style sheets requested', text: ({ probesResources }) => yesOrNo(probesResources) },
  { label: 'Links to other sites checked', text: ({ probesExternal }) => yesOrNo(probesExternal) },
  { label: 'Crawled with credentials', text: ({ hasCredentials = false }) => yesOrNo(hasCredentials) },
  { label: 'Only the folder of the start URL', text: ({ isFolderOnly }) => yesOrNo(isFolderOnly) },
  { label: 'Only pages that sitemaps list', text: ({ isSitemapOnly }) => yesOrNo(isSitemapOnly) },
  { label: 'More start pages', text: ({ startPages }) => startPages.join(', ') || 'none' },
  { label: 'Subdomains', text: ({ subdomains }) => subdomains.join(', ') || 'none' },
  { label: 'Crawl depth', text: ({ maxDepth }) => (maxDepth === 0 ? 'any' : `at most ${maxDepth}`) },
  {
    label: 'Requests at once',
    text: ({ requestsAtOnce }) => (requestsAtOnce === 0 ? 'any' : `at most ${requestsAtOnce}`),
  },
  { label: 'Pause between requests', text: ({ pauseMs }) => (pauseMs === 0 ? 'none' : `${pauseMs} ms`) },
  { label: 'Included', text: ({ include }) => include.join(', ') || 'everything' },
  { label: 'Excluded', text: ({ exclude }) => exclude.join(', ') || 'nothing' },
  { label: 'IP addresses of hosts', text: ({ hostMap }) => hostMap.join(', ') || 'those of DNS' },
  { label: 'Proxy', text: ({ proxy }) => proxy || 'that of the server, if any' },
  { label: 'Texts that pages must contain', text: ({ requiredTexts }) => requiredTexts.join(', ') || 'none' },
  { label: 'Texts that pages must not contain', text: ({ unwantedTexts }) => unwantedTexts.join(', ') || 'none' },
  { label: 'Custom fields', text: ({ fields }) => fields.join(', ') || 'none' },
  { label: 'Own rules', text: ({ rules }) => rules.map(({ title }) => title).join(', ') || 'none' },
]

function yesOrNo(isSo: boolean): string {
  return isSo ? 'yes' : 'no'
}
