import { PAGE_SPEED_SAMPLE_MAX } from './constants.ts'
import { type ChosenOptions, type CrawlOptions, MAX_PAUSE_MS } from './crawl-options.ts'
import { parseScopeRules, splitScopeRules } from './crawl-scope.ts'
import { parseFields, splitFields } from './custom-fields.ts'
import { parseParameterNames, splitParameterNames } from './dropped-parameters.ts'
import { parseHostMap } from './host-map.ts'
import { ownershipLabels } from './ownership.ts'
import { parseSubdomains } from './site-hosts.ts'
import { MAX_START_PAGES, parseStartPages } from './start-pages.ts'
import { parseTextSearches, splitTextSearches } from './text-searches.ts'
import type { TypedList } from './typed-list.ts'

/** The options of a crawl as forms show them, as flags of `audit`, and as reports name them. */

/** No host gets more requests at once, whatever the operator allows. */
const MAX_REQUESTS_AT_ONCE = 256
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

/** The form has rows of its own for them. */
export const fieldsRow = {
  name: 'fields',
  label: 'Custom fields',
  group: 'checks',
  subject: 'The custom fields',
  hint: 'One a line, a name and a CSS selector, XPath or JSON path: Price = .price, Author = //meta[@name="author"]/@content, Brand = $..brand.name',
  isOnePerLine: true,
  split: splitFields,
  parse: parseFields,
  flag: { name: 'fields', help: 'read these of each page, one a line: "Price = .price", "Author = //meta/@content"' },
} as const

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
  fieldsRow,
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
