import { setImmediate } from 'node:timers/promises'
import { hiddenKinds } from '#shared/api/website-settings.ts'
import { AppError } from '#shared/errors.ts'
import type { TranslationSet } from '#shared/languages.ts'
import type {
  CrawlRow,
  FactsOfPage,
  IssueQuery,
  IssueRow,
  PageLinks,
  PageQuery,
  PageRow,
  ReadingStore,
  SetQuery,
  SkippedFilter,
  SkippedUrl,
  SuppressedIssueRow,
} from '#store/store.ts'
import { type CountedIssue, withSegmentCounts } from './segment-pages.ts'

/** Rows held at once by an export. */
const BATCH_ROWS = 500
/** A page may have ten thousand links, and its facts some megabytes. */
const BATCH_PAGES = 10

/** Which issues or pages; in which order and which part of them is no business of an export. */
export type IssueFilter = Omit<IssueQuery, 'afterId' | 'offset' | 'limit'>
export type PageFilter = Omit<PageQuery, 'afterUrl' | 'offset' | 'limit'>

interface Source {
  reading: ReadingStore
  crawl: Pick<CrawlRow, 'id'>
}

/** Issues of a crawl in the order of the list. */
export function issueBatches(source: Source, filter: IssueFilter): AsyncIterable<IssueRow[]> {
  return batches(source, {
    size: BATCH_ROWS,
    read: (after: number | undefined, limit) =>
      source.reading.issues(source.crawl.id, { ...filter, limit, ...(after !== undefined && { afterId: after }) }),
    keyOf: issue => issue.id,
  })
}

/** The same, with how many of their pages are in the segment that the filter has the conditions of. */
export async function* countedIssueBatches(
  { reading, crawl }: Source,
  filter: IssueFilter,
): AsyncGenerator<CountedIssue[]> {
  const { conditions } = filter
  for await (const issues of issueBatches({ reading, crawl }, filter))
    yield conditions ? await withSegmentCounts(reading, { crawl, conditions, issues }) : issues
}

/**
 * Affected pages of an issue besides those that are named already, in the order of its list: its details hold the first of many. No
 * query where none is missing.
 */
export async function* furtherPages(
  { reading, crawl }: Source,
  issue: IssueRow,
  named: ReadonlySet<string>,
): AsyncGenerator<string[]> {
  if (named.size >= issue.affectedCount) return
  let after: string | undefined
  for (;;) {
    const { urls } = await reading.issuePages(crawl.id, { issue, after, limit: BATCH_ROWS })
    const further = urls.filter(url => !named.has(url))
    if (further.length > 0) yield further
    after = urls.at(-1)
    if (after === undefined || urls.length < BATCH_ROWS) return
    await setImmediate()
  }
}

/** Issues that the settings of the website keep out of the report: those that are muted, then those of checks switched off. */
export async function* mutedBatches(source: Source): AsyncGenerator<SuppressedIssueRow[]> {
  for (const kind of hiddenKinds)
    yield* batches(source, {
      size: BATCH_ROWS,
      read: (after: number | undefined, limit) =>
        source.reading.suppressedIssues(source.crawl.id, {
          kind,
          limit,
          ...(after !== undefined && { afterId: after }),
        }),
      keyOf: issue => issue.id,
    })
}

/** Rows of the pages list in its order. */
export function pageBatches(source: Source, filter: PageFilter): AsyncIterable<PageRow[]> {
  return batches(source, {
    size: BATCH_ROWS,
    read: (after: string | undefined, limit) =>
      source.reading.pages(source.crawl.id, { ...filter, limit, ...(after !== undefined && { afterUrl: after }) }),
    keyOf: page => page.url,
  })
}

/** Pages with their links, in the order of the pages list. */
export function pageLinksBatches(source: Source): AsyncIterable<PageLinks[]> {
  return batches(source, {
    size: BATCH_PAGES,
    read: (after: string | undefined, limit) =>
      source.reading.linksOfPages(source.crawl.id, { limit, ...(after !== undefined && { afterUrl: after }) }),
    keyOf: page => page.url,
  })
}

/** Pages with their facts, in the order of the pages list. */
export function factsBatches(source: Source): AsyncIterable<FactsOfPage[]> {
  return batches(source, {
    size: BATCH_PAGES,
    read: (after: string | undefined, limit) =>
      source.reading.factsOfPages(source.crawl.id, { limit, ...(after !== undefined && { afterUrl: after }) }),
    keyOf: page => page.url,
  })
}

/** URLs that were seen and not crawled. */
export function skippedBatches(source: Source, filter: SkippedFilter = {}): AsyncIterable<SkippedUrl[]> {
  return batches(source, {
    size: BATCH_ROWS,
    read: (after: SkippedUrl | undefined, limit) =>
      source.reading.skippedUrls(source.crawl.id, { ...filter, limit, ...(after !== undefined && { after }) }),
    keyOf: skipped => skipped,
  })
}

/** Language versions of pages in the order of the crawl. */
export function setBatches(source: Source, filter: SetQuery): AsyncIterable<TranslationSet[]> {
  return batches(source, {
    size: BATCH_ROWS,
    read: (after: number | undefined, limit) =>
      source.reading.translationSetsAfter(source.crawl.id, { ...filter, limit, after: after ?? 0 }),
    keyOf: set => set.number,
  })
}

/**
 * Batch by batch, each continued after the last key of the one before. A crawl that is cleared meanwhile has no rows any more:
 * then the walk throws, since a file that ends too early must not look like a whole one.
 */
async function* batches<Row, Key>(
  { reading, crawl }: Source,
  list: { size: number; read(after: Key | undefined, limit: number): Promise<Row[]>; keyOf(row: Row): Key },
): AsyncGenerator<Row[]> {
  let after: Key | undefined
  for (;;) {
    const rows = await list.read(after, list.size)
    const last = rows.at(-1)
    if (last !== undefined) yield rows
    if (last === undefined || rows.length < list.size) break
    after = list.keyOf(last)
    // An embedded database responds without ever leaving the event loop, and others want to be served between two batches.
    await setImmediate()
  }
  if ((await reading.crawl(crawl.id)) === null)
    throw new AppError('not-found', 'The crawl was cleared while it was being exported')
}
