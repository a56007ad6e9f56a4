import { CRAWL_LIMIT_MAX, PAGE_SPEED_SAMPLE_MAX } from '#shared/constants.ts'
import { choice, list, whole } from './setting.ts'

const DAY_SECONDS = 86_400

/** What visitors may start, and how much of it is kept. */
export const visitorSettings = {
  targets: choice({
    name: 'targets',
    fallback: 'auto',
    choices: ['auto', 'public', 'any'],
    sentence:
      'Which targets a crawl may reach: public ones only, any, or (auto) any while the server listens on loopback only.',
  }),
  allowTargets: list({
    name: 'allow-targets',
    form: 'list of host, host:port or CIDR range',
    sentence: 'Private targets that may be crawled all the same when only public ones are allowed.',
  }),
  maxCrawlLimit: whole({
    name: 'max-crawl-limit',
    fallback: CRAWL_LIMIT_MAX,
    min: 1,
    max: 1_000_000,
    unit: 'pages',
    sentence: 'The largest page limit that a visitor may set.',
  }),
  maxPageSpeedSample: whole({
    name: 'max-page-speed-sample',
    fallback: 10,
    min: 0,
    max: PAGE_SPEED_SAMPLE_MAX,
    unit: 'pages',
    sentence: 'Of how many pages of a crawl a visitor may have the speed measured; 0 allows none.',
  }),
  ephemeralSeconds: whole({
    name: 'ephemeral-seconds',
    fallback: 1_800,
    min: 1,
    max: 30 * DAY_SECONDS,
    unit: 'seconds',
    sentence: 'How long the data of an inactive visitor are kept.',
  }),
  maxActiveCrawls: whole({
    name: 'max-active-crawls',
    fallback: 200,
    min: 1,
    max: 100_000,
    unit: 'crawls',
    sentence: 'Crawls that may run or wait at once, of all visitors.',
  }),
  maxActiveCrawlsPerVisitor: whole({
    name: 'max-active-crawls-per-visitor',
    fallback: 10,
    min: 1,
    max: 100_000,
    unit: 'crawls',
    sentence: 'Crawls that one visitor may have running or waiting at once.',
  }),
  maxActiveCrawlsPerAddress: whole({
    name: 'max-active-crawls-per-address',
    fallback: 20,
    min: 1,
    max: 100_000,
    unit: 'crawls',
    sentence: 'Crawls that all visitors of one IP address may have running or waiting at once.',
  }),
  dayMegabytesPerVisitor: whole({
    name: 'day-megabytes-per-visitor',
    fallback: 20_000,
    min: 1,
    max: 100_000_000,
    unit: 'megabytes',
    sentence: 'What the crawls of one visitor that began within 24 hours may receive together on a public server.',
  }),
  dayMegabytesPerAddress: whole({
    name: 'day-megabytes-per-address',
    fallback: 60_000,
    min: 1,
    max: 100_000_000,
    unit: 'megabytes',
    sentence:
      'What the crawls of all visitors of one IP address that began within 24 hours may receive together on a public server.',
  }),
  dayHoursPerVisitor: whole({
    name: 'day-hours-per-visitor',
    fallback: 48,
    min: 1,
    max: 100_000,
    unit: 'hours',
    sentence:
      'How long the crawls of one visitor that began within 24 hours may make requests together on a public server.',
  }),
  dayHoursPerAddress: whole({
    name: 'day-hours-per-address',
    fallback: 144,
    min: 1,
    max: 100_000,
    unit: 'hours',
    sentence:
      'How long the crawls of all visitors of one IP address that began within 24 hours may make requests together on a public server.',
  }),
  keptCrawls: whole({
    name: 'kept-crawls',
    fallback: 10,
    min: 1,
    max: 1_000,
    unit: 'crawls',
    sentence:
      'Ended crawls that are kept of a website, the newest ones. Of websites of users, all of 30 days, one a week of half a year, and one a month are kept as well.',
  }),
  maxUploadMegabytes: whole({
    name: 'max-upload-megabytes',
    fallback: 500,
    min: 1,
    max: 100_000,
    unit: 'megabytes',
    sentence: 'The largest file of visits (access log or export) that a user may add; packed files count as they are.',
  }),
  maxStorageMegabytes: whole({
    name: 'max-storage-megabytes',
    fallback: 20_000,
    min: 1,
    max: 100_000_000,
    unit: 'megabytes',
    sentence: 'Storage that all crawls together may use; at the limit no crawl starts, and running crawls end early.',
  }),
}
