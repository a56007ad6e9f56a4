import { setImmediate } from 'node:timers/promises'
import { createGate } from '#accounts/gate.ts'
import { fieldsProblem } from '#crawl/custom-fields.ts'
import { storedFieldsReader } from '#crawl/stored-fields.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { type FieldValue, parseField, parseFields } from '#shared/custom-fields.ts'
import { AppError } from '#shared/errors.ts'
import type { Store } from '#store/store.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

/** Pages are read one by one, so that other requests have their turn; of all visitors, one at a time. */
const AT_ONCE = 1
const MAX_WAITING = 20
/** Pages of one transaction, and how long one call reads. */
const PAGES_AT_ONCE = 25
const MAX_READING_MS = 1_000

/** Custom fields of stored pages: tried on one, or read of all. */
export function fieldRoutes({
  store,
  now,
}: Pick<RouteDeps, 'store' | 'now'>): Pick<Routes<typeof endpoints>, 'testFields' | 'readFields'> {
  const inTurn = createGate({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING })
  return {
    testFields: async (call, query) => {
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      const { fields, url } = await call.readBody(endpoints.testFields.body)
      const page = await store.reading.storedPage(crawl.id, url)
      if (page === null) throw new AppError('not-found', 'The crawl has no HTML of this URL')
      return await inTurn(async () => ({
        fields: fields.map(line => {
          const problem = lineProblem(line)
          if (problem !== null) return failed(line, problem)
          return storedFieldsReader([line])(page)[0] ?? failed(line, 'The page is no HTML.')
        }),
      }))
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
      return await inTurn(() => readSome(store, { crawlId: crawl.id, fields: parsed.values, now }))
    },
  }
}

async function readSome(
  { fields: store }: Store,
  { crawlId, fields, now }: { crawlId: number; fields: readonly string[]; now: () => number },
) {
  await store.begin(crawlId, fields)
  const read = storedFieldsReader(fields)
  const untilMs = now() + MAX_READING_MS
  for (;;) {
    const pages = await store.unread(crawlId, PAGES_AT_ONCE)
    const values = []
    for (const { urlId, page } of pages) {
      values.push({ urlId, fields: page === null ? [] : read(page) })
      await setImmediate()
    }
    const progress = await store.write(crawlId, { fields, pages: values })
    if (progress.isComplete || now() >= untilMs) return progress
  }
}

function lineProblem(line: string): string | null {
  if (parseField(line) === null) return 'A field is a name, = and a selector, such as Price = .price'
  return fieldsProblem([line])
}

function failed(line: string, error: string): FieldValue {
  return { name: parseField(line)?.name ?? line, text: '', number: null, error }
}
