import { type NotCrawledResponse, notCrawledSchema } from '#shared/api/not-crawled.ts'
import { ruleMatcher } from '#shared/crawl-scope.ts'
import { skipLabels } from '#shared/model.ts'
import type { SkippedFilter } from '#store/store.ts'
import { skippedBatches } from '../batches.ts'
import { notCrawled } from '../not-crawled-list.ts'
import { type Column, exportTable, type Walk } from './export-table.ts'

const { shape } = notCrawledSchema

const columns: readonly Column<NotCrawledResponse>[] = [
  {
    key: 'url',
    head: 'URL',
    about: 'A URL that the crawl knows and did not visit.',
    schema: shape.url,
    value: row => row.url,
  },
  {
    key: 'reason',
    head: 'Reason code',
    about: 'Why it was not visited.',
    schema: shape.reason,
    value: row => row.reason,
  },
  { head: 'Reason', about: 'Why it was not visited, in words.', value: row => skipLabels[row.reason] },
  {
    key: 'rule',
    head: 'Rule',
    about: 'Of an excluded URL: the rule that excludes it.',
    schema: shape.rule,
    value: row => row.rule,
  },
  {
    key: 'statusCode',
    head: 'Status code',
    about: 'Of the request for its status alone; null when it was not requested or did not respond.',
    schema: shape.statusCode,
    value: row => row.statusCode,
  },
  {
    key: 'foundOn',
    head: 'Found on',
    about: 'The first page that names it; null where only a sitemap or a list does.',
    schema: shape.foundOn,
    value: row => row.foundOn,
  },
  {
    key: 'depth',
    head: 'Crawl depth',
    about: 'Links from the start page; null where no link leads.',
    schema: shape.depth,
    value: row => row.depth,
  },
  {
    key: 'isInSitemap',
    head: 'In a sitemap',
    about: 'Whether a sitemap lists it.',
    schema: shape.isInSitemap,
    value: row => row.isInSitemap,
  },
  { head: 'Named as', about: 'How pages name it.', value: row => row.kinds.join(', ') },
  { key: 'kinds', about: 'How pages name it.', schema: shape.kinds, value: row => row.kinds },
]

/** The URLs that the crawl knows and did not visit, by reason. */
export const notCrawledTable = exportTable<NotCrawledResponse, SkippedFilter>({ columns, batches })

async function* batches({ filter, ...source }: Walk<SkippedFilter>): AsyncIterable<NotCrawledResponse[]> {
  const excludedBy = ruleMatcher(source.crawl.options.exclude)
  for await (const rows of skippedBatches(source, filter)) yield rows.map(row => notCrawled(row, excludedBy))
}
