import { catalogueOf } from '#checks/index.ts'
import { crawlLists, crawlToggles, reportedOptions } from '#shared/crawl-option-rows.ts'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import { endReasonLabels } from '#shared/model.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'

/** A limit or setting that differs between two crawls, so that part of their difference is not one of the website. */
export interface CrawlDifference {
  label: string
  earlier: string
  later: string
}

/** Options that change nothing of what a crawl finds. */
const withoutEffect: readonly string[] = ['Ownership proved by', 'Requests at once', 'Pause between requests']

const options: readonly { label: string; text(options: CrawlOptions): string }[] = [
  ...reportedOptions.filter(({ label }) => !withoutEffect.includes(label)),
  ...crawlToggles
    .filter(({ name }) => name === 'rendersJavaScript' || name === 'readsSitemaps')
    .map(({ name, label }) => ({ label, text: (of: CrawlOptions) => (of[name] ? 'yes' : 'no') })),
  ...crawlLists
    .filter(({ name }) => name === 'dropParameters')
    .map(({ name, label }) => ({ label, text: (of: CrawlOptions) => of[name].join(', ') || 'none' })),
  { label: 'Only the URLs of a list', text: ({ isListOnly }) => (isListOnly ? 'yes' : 'no') },
  { label: 'Thresholds of checks', text: thresholdsText },
]

/** Checks that are named of those that only one crawl ran. */
const MAX_NAMED_CHECKS = 10

export async function crawlDifferences(
  reading: Pick<ReadingStore, 'checkCounters'>,
  { later, earlier }: { later: CrawlRow; earlier: CrawlRow },
): Promise<CrawlDifference[]> {
  const [ranLater, ranEarlier] = await Promise.all([checksOf(reading, later), checksOf(reading, earlier)])
  const rows: CrawlDifference[] = [
    { label: 'Start URL', earlier: earlier.seedUrl, later: later.seedUrl },
    { label: 'Page limit', earlier: String(earlier.crawlLimit), later: String(later.crawlLimit) },
    { label: 'End of the crawl', earlier: endingOf(earlier), later: endingOf(later) },
    ...options.map(({ label, text }) => ({ label, earlier: text(earlier.options), later: text(later.options) })),
    {
      label: 'Checks that only one crawl ran',
      earlier: namesOf(ranEarlier.difference(ranLater), earlier),
      later: namesOf(ranLater.difference(ranEarlier), later),
    },
  ]
  return rows.filter(row => row.earlier !== row.later)
}

async function checksOf(reading: Pick<ReadingStore, 'checkCounters'>, { id }: CrawlRow): Promise<Set<string>> {
  const counters = await reading.checkCounters(id)
  return new Set(counters.map(({ checkId }) => checkId))
}

function namesOf(checkIds: ReadonlySet<string>, crawl: CrawlRow): string {
  const catalogue = catalogueOf(crawl)
  const names = [...checkIds].map(id => catalogue.get(id)?.title ?? id).sort()
  const more = names.length - MAX_NAMED_CHECKS
  return [...names.slice(0, MAX_NAMED_CHECKS), ...(more > 0 ? [`and ${more} more`] : [])].join(', ') || 'none'
}

function endingOf({ endReason }: CrawlRow): string {
  return endReason === null ? 'Not ended' : endReasonLabels[endReason]
}

function thresholdsText({ thresholds = [] }: CrawlOptions): string {
  const texts = thresholds.map(({ checkId, name, value }) => `${checkId} ${name} ${value}`)
  return texts.sort().join(', ') || 'the defaults'
}
