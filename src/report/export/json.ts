import { type RuleMatcher, ruleMatcher } from '#shared/crawl-scope.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { PageSpeedSample } from '#shared/page-speed-sample.ts'
import type { CrawlRow, SkippedUrl } from '#store/store.ts'
import { REPORT_VERSION } from '../baseline/baseline-schema.ts'
import { skippedBatches } from '../batches.ts'
import { crawlHealth } from '../crawl-health.ts'
import type { ExportOptions } from './export-format.ts'
import type { Entry, ExportTable, Walk } from './export-table.ts'
import { issueTable, mutedTable } from './issue-table.ts'
import { jsonText } from './json-text.ts'
import { pageTable } from './page-table.ts'

/**
 * The whole report of a crawl as one JSON object: `format`, `version`, `crawl`, `counts`, `health` (null where no page was read),
 * `pageSpeedSample` (null where none was requested), and the lists `pages` (by frontier number), `issues` (as the list orders them)
 * and `skipped` (URLs seen and not crawled, by reason) and `muted` (issues that the settings of the website keep out of the report,
 * with the reason). One list entry a line. It holds no generated id; the stable form holds no time and no duration either. Every
 * field is described in report-schema.ts.
 */
export async function* jsonExport(options: ExportOptions): AsyncIterable<string> {
  const { crawl, isStable, reading } = options
  const walk = { ...options, filter: {} }
  yield `{\n"format": "sitesounder-report",\n"version": ${REPORT_VERSION},\n`
  yield `"crawl": ${jsonText(crawlPart(crawl, isStable))},\n"counts": ${jsonText(countsPart(crawl))},\n`
  yield `"health": ${jsonText(await healthPart(options))},\n`
  yield `"pageSpeedSample": ${jsonText(samplePart(await reading.pageSpeedSample(crawl.id), isStable))},\n`
  yield '"pages": ['
  yield* lines(pageTable([]).entries(walk))
  yield '],\n"issues": ['
  yield* lines(issueTable.entries(walk))
  yield '],\n"skipped": ['
  yield* lines(skippedEntries(options))
  yield '],\n"muted": ['
  yield* lines(mutedTable.entries(walk))
  yield ']\n}\n'
}

/**
 * One list of a crawl as a JSON object: `format` (with the name of the part), `version`, `crawl`, `filter` (what was requested,
 * empty for all) and the list, with the entries of the whole report. One entry a line.
 */
export async function* jsonTable<Filter>(
  { part, list, table }: { part: string; list: string; table: ExportTable<Filter> },
  walk: Walk<Filter>,
): AsyncIterable<string> {
  yield `{\n"format": ${jsonText(`sitesounder-${part}`)},\n"version": ${REPORT_VERSION},\n`
  yield `"crawl": ${jsonText(crawlPart(walk.crawl, walk.isStable))},\n"filter": ${jsonText(walk.filter)},\n`
  yield `${jsonText(list)}: [`
  yield* lines(table.entries(walk))
  yield ']\n}\n'
}

/** Characters of text that are gathered before they are passed on. */
const ENOUGH_CHARACTERS = 64 * 1024

async function* lines(batches: AsyncIterable<Entry[]>): AsyncIterable<string> {
  let text = '\n'
  let isEmpty = true
  for await (const entries of batches) {
    for (const { value, further } of entries) {
      if (!isEmpty) text += ',\n'
      isEmpty = false
      text += jsonText(value)
      if (further) {
        // The entry stays one line, and its long list is never held.
        yield text.slice(0, -LIST_END.length)
        for await (const items of further) yield items.map(item => `,${jsonText(item)}`).join('')
        text = LIST_END
      }
      if (text.length < ENOUGH_CHARACTERS) continue
      yield text
      text = ''
    }
  }
  if (!isEmpty) yield `${text}\n`
}

/** Of the list within the last member of an entry. */
const LIST_END = ']}}'

async function* skippedEntries(source: ExportOptions): AsyncIterable<Entry[]> {
  const excludedBy = ruleMatcher(source.crawl.options.exclude)
  for await (const rows of skippedBatches(source)) yield rows.map(row => ({ value: skippedPart(row, excludedBy) }))
}

function crawlPart(crawl: CrawlRow, isStable: boolean) {
  const { seedUrl, status, crawlLimit, options, endReason, endSentence, notes } = crawl
  const part = { url: seedUrl, status, crawlLimit, options, endReason, endSentence, notes }
  if (isStable) return part
  return { ...part, startedAt: isoTime(crawl.startedMs), endedAt: isoTime(crawl.endedMs) }
}

function countsPart({ counts }: CrawlRow) {
  return {
    pagesCrawled: counts.pagesCrawled,
    pagesListed: counts.pagesListed,
    urlsFound: counts.urlsFound,
    urlsProbed: counts.urlsProbed,
    passed: counts.passed,
    errors: counts.bySeverity.error,
    warnings: counts.bySeverity.warning,
    infos: counts.bySeverity.info,
    redirects: counts.byCategory.redirects,
    duplicates: counts.byCategory.duplicates,
    byCategory: counts.byCategory,
  }
}

/** The file is about one crawl: nothing of the one before. */
async function healthPart({ reading, crawl }: ExportOptions) {
  const health = await crawlHealth(reading, crawl)
  if (health === null) return null
  const { previousScore: _, ...ofThisCrawl } = health
  return ofThisCrawl
}

/** The stable form says which pages were measured, and nothing of what a second measurement would find otherwise. */
function samplePart(sample: PageSpeedSample | null, isStable: boolean) {
  if (sample === null || !isStable) return sample
  const groups = sample.groups.map(group => ({
    ...group,
    measured: group.measured.map(({ url, provider, device, runCount }) => ({ url, provider, device, runCount })),
  }))
  return { ...sample, groups }
}

function skippedPart({ url, reason, kinds }: SkippedUrl, excludedBy: RuleMatcher) {
  const rule = reason === 'excluded' ? excludedBy(url) : null
  return { url, reason, ...(rule !== null && { rule }), kinds }
}
