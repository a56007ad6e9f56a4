import * as z from 'zod/mini'
import { rulesSchema } from './own-rules.ts'
import { MAX_USER_AGENT, ownershipMethods } from './ownership.ts'

/** The longest pause between two requests, in milliseconds. */
export const MAX_PAUSE_MS = 60_000

/** A number, or its digits as a form field holds them; `notWhole` is said of anything else. */
export function digits(notWhole: string) {
  return z.pipe(
    z.union([z.number(), z.string().check(z.trim(), z.regex(/^-?\d+$/, notWhole))], notWhole),
    z.transform(Number),
  )
}

function count(name: string, max = Number.MAX_SAFE_INTEGER) {
  const notWhole = `${name} must be a whole number`
  return z.pipe(
    digits(notWhole),
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
