import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { flag, parameterNames, text, whole } from './setting.ts'

/** Running the scripts of pages. */
export const renderingSettings = {
  allowRendering: flag({
    name: 'allow-rendering',
    fallback: true,
    sentence: 'Whether a crawl may run the scripts of its pages, in a Chromium of this machine.',
  }),
  renderTabs: whole({
    name: 'render-tabs',
    fallback: 2,
    min: 1,
    max: 32,
    unit: 'pages',
    sentence: 'Pages whose scripts run at once, of all crawls; each takes about 100 megabytes.',
  }),
  renderTimeoutMs: whole({
    name: 'render-timeout-ms',
    fallback: 15_000,
    min: 500,
    max: 300_000,
    unit: 'milliseconds',
    sentence: 'How long the scripts of a page may run before it is read as it stands.',
  }),
}

/** How far a crawl goes, and what it asks for. */
export const crawlSettings = {
  crawlMinutes: whole({
    name: 'crawl-minutes',
    fallback: 60,
    min: 1,
    max: 100_000,
    unit: 'minutes',
    sentence:
      'How long a crawl may be under way, whatever its limit: an hour for redirects, files and links to other sites. Pauses do not count.',
  }),
  crawlSecondsPerPage: whole({
    name: 'crawl-seconds-per-page',
    fallback: 30,
    min: 0,
    max: 3_600,
    unit: 'seconds',
    sentence:
      'How much longer for each page of the limit: enough for a site that asks for the longest Crawl-delay that is obeyed.',
  }),
  crawlMegabytes: whole({
    name: 'crawl-megabytes',
    fallback: 1_000,
    min: 1,
    max: 100_000_000,
    unit: 'megabytes',
    sentence: 'How much a crawl may receive, whatever its limit, before it ends with what it has.',
  }),
  crawlMegabytesPerPage: whole({
    name: 'crawl-megabytes-per-page',
    fallback: 2,
    min: 0,
    max: 1_000,
    unit: 'megabytes',
    sentence: 'How much more for each page of the limit: many times what pages usually weigh.',
  }),
  crawlsAtOnce: whole({
    name: 'crawls-at-once',
    fallback: 4,
    min: 1,
    max: 64,
    unit: 'crawls',
    sentence: 'Crawls that run at once; others wait their turn.',
  }),
  pageWorkers: whole({
    name: 'page-workers',
    fallback: 0,
    min: 0,
    max: 64,
    unit: 'threads',
    sentence: 'Threads that fetch and read pages; 0 means one per core, less one for the engine.',
  }),
  obeysRobots: flag({
    name: 'obey-robots',
    fallback: defaultCrawlOptions.obeysRobots,
    sentence: 'Whether robots.txt is obeyed.',
  }),
  readsSitemaps: flag({
    name: 'sitemaps',
    fallback: defaultCrawlOptions.readsSitemaps,
    sentence: 'Whether pages that only a sitemap lists are visited, too, once no link is left to follow.',
  }),
  dropParameters: parameterNames({
    name: 'drop-parameters',
    sentence:
      'Parameters that addresses of a crawled site go without, such as sid or utm_*, unless a crawl is asked for with others.',
  }),
  userAgent: text({
    name: 'user-agent',
    fallback: 'Mozilla/5.0 (compatible; Sitesounder/1.0)',
    form: 'text',
    sentence: 'How the crawler introduces itself; robots.txt groups are matched against “sitesounder”.',
  }),
  probesResources: flag({
    name: 'probe-resources',
    fallback: defaultCrawlOptions.probesResources,
    sentence: 'Whether images, scripts, stylesheets and other files are asked for their status.',
  }),
  probesExternal: flag({
    name: 'probe-external',
    fallback: defaultCrawlOptions.probesExternal,
    sentence: 'Whether links to other sites are asked for their status.',
  }),
  resourceProbeFactor: whole({
    name: 'resource-probe-factor',
    fallback: 10,
    min: 0,
    max: 1_000,
    unit: 'times the page limit',
    sentence: 'How many files, and how many addresses beyond the limit, are asked for their status.',
  }),
  externalProbeFactor: whole({
    name: 'external-probe-factor',
    fallback: 10,
    min: 0,
    max: 1_000,
    unit: 'times the page limit',
    sentence: 'How many links to other sites are asked for their status.',
  }),
  externalProbesPerHost: whole({
    name: 'external-probes-per-host',
    fallback: 100,
    min: 0,
    max: 1_000_000,
    unit: 'addresses',
    sentence: 'How many links to one other site are asked for their status; it is asked once a second.',
  }),
  queueFactor: whole({
    name: 'queue-factor',
    fallback: 50,
    min: 1,
    max: 1_000,
    unit: 'times the page limit',
    sentence: 'How many addresses a crawl visits at most, pages or not.',
  }),
}
