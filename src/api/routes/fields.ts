import { fieldsProblem } from '#crawl/custom-fields.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { type FieldValue, parseField, parseFields } from '#shared/custom-fields.ts'
import { AppError } from '#shared/errors.ts'
import type { Store } from '#store/store.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl } from '../own-crawl.ts'
import { computingTurns, requesterOf } from '../owner-turns.ts'
import type { RouteDeps } from './route-deps.ts'

/** Pages of one transaction, each of which may be of the largest size, and how long one call reads. */
const PAGES_AT_ONCE = 8
const MAX_READING_MS = 1_000

/** Custom fields of stored pages: tried on one, or read of all. */
export function fieldRoutes({
  store,
  now,
}: Pick<RouteDeps, 'store' | 'now'>): Pick<Routes<typeof endpoints>, 'testFields' | 'readFields'> {
  const inTurn = computingTurns()
  return {
    testFields: async (call, query) => {
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      const { fields, url } = await call.readBody(endpoints.testFields.body)
      return await inTurn(requesterOf(call), async () => {
        const page = await store.reading.storedPage(crawl.id, url)
        if (page === null) throw new AppError('not-found', 'The crawl has no HTML of this URL')
        const lines = fields.map(line => ({ line, problem: lineProblem(line) }))
        const readable = lines.filter(({ problem }) => problem === null).map(({ line }) => line)
        const values = readable.length === 0 ? [] : await store.fields.read(page, readable)
        const ofLines = values?.values()
        return {
          fields: lines.map(({ line, problem }) => {
            if (problem !== null) return failed(line, problem)
            if (ofLines === undefined) return failed(line, 'Reading the page takes too long.')
            return ofLines.next().value ?? failed(line, 'The page is no HTML.')
          }),
        }
      })
    },

    readFields: async (call, query) => {
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      const { fields: typed } = await call.readBody(endpoints.readFields.body)
      const parsed = parseFields(typed)
      if (!parsed.ok) throw new AppError('bad-request', `The custom fields ${parsed.problem}`)
      const problem = fieldsProblem(parsed.values)
      if (problem !== null) throw new AppError('bad-request', problem)
      if (crawl.endedMs === null)
        throw new AppError('conflict', 'Custom fields are read again when the crawl has ended')
      return await inTurn(requesterOf(call), () => readSome(store, { crawlId: crawl.id, fields: parsed.values, now }))
    },
  }
}

async function readSome(
  { fields: store }: Pick<Store, 'fields'>,
  { crawlId, fields, now }: { crawlId: number; fields: readonly string[]; now: () => number },
) {
  await store.begin(crawlId, fields)
  const untilMs = now() + MAX_READING_MS
  let hasMore = true
  while (hasMore) {
    const pages = []
    for (const { urlId, page } of await store.unread(crawlId, PAGES_AT_ONCE)) {
      // A page whose reading takes too long has no values.
      pages.push({ urlId, fields: (page && (await store.read(page, fields))) ?? [] })
      if (now() >= untilMs) break
    }
    hasMore = (await store.write(crawlId, { fields, pages })) && now() < untilMs
  }
  return await store.progress(crawlId)
}

function lineProblem(line: string): string | null {
  if (parseField(line) === null) return 'A field is a name, = and a selector, such as Price = .price'
  return fieldsProblem([line])
}

function failed(line: string, error: string): FieldValue {
  return { name: parseField(line)?.name ?? line, text: '', number: null, error }
}
