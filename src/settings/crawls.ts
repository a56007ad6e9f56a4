import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { crawlerChoices } from '#shared/ownership.ts'
import { choice, files, flag, parameterNames, text, whole } from './setting.ts'

/** Running the scripts of pages. */
export const renderingSettings = {
  allowRendering: flag({
    name: 'allow-rendering',
    fallback: true,
    sentence: 'Whether a crawl may run the scripts of its pages in a Chromium on this machine.',
  }),
  visitorsMayRender: choice({
    name: 'visitors-may-render',
    fallback: 'auto',
    choices: ['auto', 'true', 'false'],
    sentence:
      'Whether visitors who are not signed in may have scripts run; auto: only while the server listens on loopback only.',
  }),
  renderTabs: whole({
    name: 'render-tabs',
    fallback: 2,
    min: 1,
    max: 32,
    unit: 'pages',
    sentence: 'Pages rendered at once, of all crawls; each takes about 100 megabytes of memory.',
  }),
  renderTimeoutMs: whole({
    name: 'render-timeout-ms',
    fallback: 15_000,
    min: 500,
    max: 300_000,
    unit: 'milliseconds',
    sentence: 'How long the scripts of a page may run before the page is read as it is.',
  }),
}

/** Limits and options of crawls. */
export const crawlSettings = {
  crawlMinutes: whole({
    name: 'crawl-minutes',
    fallback: 60,
    min: 1,
    max: 100_000,
    unit: 'minutes',
    sentence:
      'How long a crawl may run, whatever its page limit: an hour for redirects, files and links to other sites. Pauses do not count.',
  }),
  crawlSecondsPerPage: whole({
    name: 'crawl-seconds-per-page',
    fallback: 30,
    min: 0,
    max: 3_600,
    unit: 'seconds',
    sentence: 'Additional time for each page of the limit, unless robots.txt has a long Crawl-delay.',
  }),
  crawlMegabytes: whole({
    name: 'crawl-megabytes',
    fallback: 1_000,
    min: 1,
    max: 100_000_000,
    unit: 'megabytes',
    sentence: 'How much a crawl may download, whatever its page limit, before it ends early.',
  }),
  crawlMegabytesPerPage: whole({
    name: 'crawl-megabytes-per-page',
    fallback: 2,
    min: 0,
    max: 1_000,
    unit: 'megabytes',
    sentence: 'Additional download for each page of the limit: many times the usual size of a page.',
  }),
  crawlsAtOnce: whole({
    name: 'crawls-at-once',
    fallback: 4,
    min: 1,
    max: 64,
    unit: 'crawls',
    sentence: 'Crawls that run at once; others wait in the queue.',
  }),
  checkFiles: files({
    name: 'check-files',
    sentence: 'JavaScript or TypeScript files with checks of your own. They are trusted code: see docs/own-checks.md.',
  }),
  ownChecksTimeoutMs: whole({
    name: 'own-checks-timeout-ms',
    fallback: 2_000,
    min: 10,
    max: 60_000,
    unit: 'milliseconds',
    sentence:
      'How long the own checks may take on one page together; the one that runs then is switched off for the crawl.',
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
    sentence: 'Whether URLs that only a sitemap lists are crawled, too, once no link is left to follow.',
  }),
  dropParameters: parameterNames({
    name: 'drop-parameters',
    sentence:
      'Query parameters removed from URLs of a crawled site, such as sid or utm_*, unless a crawl sets its own.',
  }),
  userAgent: text({
    name: 'user-agent',
    fallback: 'Mozilla/5.0 (compatible; Sitesounder/1.0)',
    form: 'text',
    sentence: 'User-Agent header of the crawler; groups of robots.txt are matched against “sitesounder”.',
  }),
  crawlerChoice: choice({
    name: 'crawler-choice',
    fallback: 'proved',
    choices: crawlerChoices,
    sentence:
      'For which websites visitors may choose the user agent and whether robots.txt is obeyed: none, those proved to be theirs, or all.',
  }),
  allowsAnyUserAgent: flag({
    name: 'any-user-agent',
    fallback: false,
    sentence: 'Whether a user agent that a visitor chooses may lack the name Sitesounder.',
  }),
  probesResources: flag({
    name: 'probe-resources',
    fallback: defaultCrawlOptions.probesResources,
    sentence: 'Whether the status of images, scripts, stylesheets and other files is checked.',
  }),
  probesExternal: flag({
    name: 'probe-external',
    fallback: defaultCrawlOptions.probesExternal,
    sentence: 'Whether the status of links to other sites is checked.',
  }),
  resourceProbeFactor: whole({
    name: 'resource-probe-factor',
    fallback: 10,
    min: 0,
    max: 1_000,
    unit: 'times the page limit',
    sentence: 'How many files, and how many URLs beyond the page limit, have their status checked.',
  }),
  externalProbeFactor: whole({
    name: 'external-probe-factor',
    fallback: 10,
    min: 0,
    max: 1_000,
    unit: 'times the page limit',
    sentence: 'How many links to other sites have their status checked.',
  }),
  externalProbesPerHost: whole({
    name: 'external-probes-per-host',
    fallback: 100,
    min: 0,
    max: 1_000_000,
    unit: 'URLs',
    sentence: 'How many links to one other site have their status checked, at one request a second.',
  }),
  queueFactor: whole({
    name: 'queue-factor',
    fallback: 50,
    min: 1,
    max: 1_000,
    unit: 'times the page limit',
    sentence: 'How many URLs a crawl fetches at most, pages or not.',
  }),
}
