import { pageAnswer } from '#report/page-list.ts'
import type { endpoints } from '#shared/api.ts'
import type { PageQuery } from '#store/store.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl } from '../own-crawl.ts'
import { addressParameter, choiceParameter, flagParameter, textParameter, wholeParameter } from '../query.ts'
import type { RouteDeps } from './route-deps.ts'

/** Rows of one answer, asked for or not: far above what the default crawl limits give, and still sent within a second. */
const MAX_PAGES_PER_ANSWER = 10_000
const MAX_OFFSET = 1e9

/** The pages list: a plain array, with the number of all rows that match beside it in a header. */
export function pageRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'listPages'> {
  return {
    listPages: async call => {
      const offset = wholeParameter(call.query, 'offset', { min: 0, max: MAX_OFFSET }) ?? 0
      const limit = wholeParameter(call.query, 'limit', { min: 1, max: MAX_PAGES_PER_ANSWER }) ?? MAX_PAGES_PER_ANSWER
      const filter = pageFilter(call.query)
      const crawl = await chosenCrawl(store, call)
      call.setHeader('X-Total-Count', String(await store.reading.countPages(crawl.id, filter)))
      const rows = await store.reading.pages(crawl.id, { ...filter, offset, limit })
      return rows.map(row => pageAnswer(row, crawl.websiteId))
    },
  }
}

function pageFilter(parameters: URLSearchParams): PageQuery {
  const statusClass = choiceParameter(parameters, 'status', ['2xx', '3xx', '4xx', '5xx'])
  const search = textParameter(parameters, 'search')
  const url = addressParameter(parameters, 'url')
  const isPassed = flagParameter(parameters, 'passed')
  return {
    ...(statusClass && { statusClass }),
    ...(search && { search }),
    ...(url && { url }),
    ...(isPassed && { isPassed }),
  }
}
