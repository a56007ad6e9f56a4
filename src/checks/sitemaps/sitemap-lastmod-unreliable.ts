import type { SitemapFacts } from '#shared/host-facts.ts'
import { isoDay } from '#shared/iso-time.ts'
import type { KeptFacts, SiteFacts } from '#shared/site-facts.ts'
import { parseW3cDatetime } from '#shared/w3c-datetime.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted, roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'
import { lineCells, SITEMAPS_NOT_FETCHED } from '../host-file-messages.ts'
import { structuredNodes, valuesOf } from '../structured-data/structured-nodes.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  minDated: {
    label: 'Minimum URLs with lastmod',
    unit: 'pages',
    default: 20,
    min: 2,
    max: 50_000,
    explanation: 'A sitemap with fewer dates is not checked for dates that are all alike.',
  },
  maxStampedDays: {
    label: 'Maximum different days',
    unit: 'days',
    default: 2,
    min: 1,
    max: 31,
    explanation: 'Dates on more different days count as real dates of the pages.',
  },
  stampedWithinDays: {
    label: 'Maximum age of the newest date',
    unit: 'days',
    default: 2,
    min: 0,
    max: 365,
    explanation: 'If the newest date is older, the dates do not count as generation dates of the file.',
  },
  driftDays: {
    label: 'Maximum difference',
    unit: 'days',
    default: 7,
    min: 0,
    max: 3_650,
    explanation: 'A page whose own modification date is more days after its lastmod is reported.',
  },
})

export const sitemapLastmodUnreliable: SiteCheck<typeof thresholds> = {
  id: 'sitemap-lastmod-unreliable',
  scope: 'site',
  type: 'sitemap_issue',
  severity: 'info',
  title: 'Unreliable lastmod dates in a sitemap',
  passedTitle: 'lastmod dates in sitemaps are reliable',
  why: 'Search engines use lastmod to decide which pages to crawl again. If the dates turn out to be wrong, they ignore them.',
  fix: 'Write the time of the last significant change, as 2026-01-31 or 2026-01-31T10:00:00+01:00, or omit lastmod. Do not write the time at which the file was generated.',
  example: { before: '<lastmod>31.01.2026</lastmod>', after: '<lastmod>2026-01-31</lastmod>' },
  sources: [
    { title: 'sitemaps.org: XML tag definitions', url: 'https://www.sitemaps.org/protocol.html#xmlTagDefinitions' },
    {
      title: 'Google: Build and submit a sitemap',
      url: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
    },
    { title: 'W3C: Date and Time Formats', url: 'https://www.w3.org/TR/NOTE-datetime' },
  ],
  thresholds,
  check(site, values) {
    const { sitemaps } = site.crawl
    return sitemaps === undefined
      ? { skipped: SITEMAPS_NOT_FETCHED }
      : findings(site, { files: sitemaps.files, values })
  },
}

const DAY_MS = 24 * 60 * 60 * 1_000

async function* findings(
  site: SiteFacts,
  { files, values }: { files: readonly SitemapFacts[]; values: (typeof thresholds)['values'] },
): AsyncGenerator<SiteFinding, void, undefined> {
  const checked = files.filter(file => !file.isNews)
  for (const file of checked) {
    const base = { url: file.url, affectedUrls: [file.url], isHostWide: true }
    const { invalid, future } = file.lastModified
    const columns = ['Line', 'Date']
    if (invalid.total > 0) {
      yield {
        ...base,
        severity: 'warning',
        message: `The sitemap ${file.url} has ${counted(invalid.total, 'date')} in an invalid format`,
        evidence: [tableEvidence({ label: 'Examples', columns, items: invalid.samples, row: lineCells })],
      }
    }
    if (future.total > 0) {
      yield {
        ...base,
        severity: 'warning',
        message: `The sitemap ${file.url} has ${counted(future.total, 'date')} in the future`,
        evidence: [tableEvidence({ label: 'Examples', columns, items: future.samples, row: lineCells })],
      }
    }
  }
  yield* stamped(
    checked.filter(file => file.kind === 'urls'),
    values,
  )
  yield* drifting(site, { files, driftDays: values.driftDays })
}

/** All files taken together: one part of a large site may well have been made anew in a day. */
async function* stamped(
  files: readonly SitemapFacts[],
  { minDated, maxStampedDays, stampedWithinDays }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const dated = files.filter(file => file.lastModified.dated > 0)
  const [first] = dated
  const entries = dated.reduce((sum, file) => sum + file.lastModified.dated, 0)
  const days = [...new Set(dated.flatMap(file => file.lastModified.days))].sort()
  const newest =
    dated
      .map(file => file.lastModified.newest)
      .sort()
      .at(-1) ?? ''
  if (!first || entries < minDated || days.length > maxStampedDays) return
  if (!isRecent(newest, { nowMs: requestedAtMs(first), withinDays: stampedWithinDays })) return
  yield {
    url: first.url,
    message: `${counted(entries, 'URL')} of the sitemap share ${counted(days.length, 'lastmod day')}, ${days.join(' and ')}: the dates seem to be the generation date of the file`,
    affectedUrls: dated.map(file => file.url),
    isHostWide: true,
    evidence: [textEvidence('Days', days.join(', '))],
  }
}

function requestedAtMs({ attempts }: SitemapFacts): number {
  return attempts.at(-1)?.atMs ?? 0
}

function isRecent(day: string, { nowMs, withinDays }: { nowMs: number; withinDays: number }): boolean {
  const startMs = Date.parse(day)
  return nowMs - startMs < (withinDays + 1) * DAY_MS
}

/** Pages whose facts are read for this, each of some ten kilobytes. */
const MAX_PAGES_READ = 2_000

interface Drift {
  url: string
  listed: string
  modified: string
}

/** Pages that say themselves that they were changed long after the sitemap says so. */
async function* drifting(
  site: SiteFacts,
  { files, driftDays }: { files: readonly SitemapFacts[]; driftDays: number },
): AsyncGenerator<SiteFinding, void, undefined> {
  const drifts = new Map<SitemapFacts, Drift[]>()
  let read = 0
  for await (const { url, number, sitemapNumber, listedDay } of each(site.hostFileTargets('listed'))) {
    const file = files[sitemapNumber - 1]
    if (!file || file.isNews || number === null || listedDay === 0) continue
    if (++read > MAX_PAGES_READ) break
    const facts = await site.factsOf(url)
    const modifiedMs = facts === null ? null : modifiedMsOf(facts)
    if (modifiedMs === null || modifiedMs > requestedAtMs(file)) continue
    if (Math.floor(modifiedMs / DAY_MS) - listedDay <= driftDays) continue
    const group = drifts.get(file) ?? []
    drifts.set(file, group)
    group.push({ url, listed: isoDay(listedDay * DAY_MS), modified: isoDay(modifiedMs) })
  }
  for (const [file, group] of drifts) {
    const [first] = group
    if (!first) continue
    yield {
      url: file.url,
      message: `The sitemap ${file.url} has a lastmod more than ${driftDays} days before the modification date of ${roughCount(group.length, 'page')}, such as ${first.url}`,
      affectedUrls: group.map(drift => drift.url),
      affectedCount: group.length,
      evidence: [
        tableEvidence({
          label: 'Pages',
          columns: ['URL', 'lastmod in the sitemap', 'Modified on the page'],
          items: group,
          row: drift => [drift.url, drift.listed, drift.modified],
        }),
      ],
    }
  }
}

/** Objects that are the page, or its content as a whole; a comment or a file on it is none. */
const PAGE_TYPE = /^(?:WebPage|[A-Za-z]*Page|[A-Za-z]*Article|BlogPosting|Report)$/

/** When the page itself says that it was changed last (dateModified of its JSON-LD), epoch milliseconds; null where it does not. */
function modifiedMsOf({ jsonLd }: Pick<KeptFacts, 'jsonLd'>): number | null {
  const dates = structuredNodes({ jsonLd })
    .filter(node => node.isTop && node.types.some(type => PAGE_TYPE.test(type)))
    .flatMap(node => valuesOf(node, 'dateModified'))
    .flatMap(value => (typeof value === 'string' ? (parseW3cDatetime(value.trim()) ?? []) : []))
  return dates.length === 0 ? null : Math.max(...dates)
}
