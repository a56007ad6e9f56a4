import { readDeclarations, readLanguages, translationSetResponse } from '#report/languages.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { MAX_SETS_PER_RESPONSE } from '#shared/api/languages.ts'
import { AppError } from '#shared/errors.ts'
import type { Routes } from '../call.ts'
import { translationFilter } from '../list-filters.ts'
import { chosenCrawl } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

/** The language versions of the pages of a crawl. */
export function languageRoutes({
  store,
}: RouteDeps): Pick<Routes<typeof endpoints>, 'languages' | 'listTranslationSets' | 'translationDeclarations'> {
  return {
    languages: async ({ website }, query) => {
      const crawl = await chosenCrawl(store, { website, crawlId: query.crawl })
      return readLanguages(store.reading, crawl)
    },

    listTranslationSets: async (call, query) => {
      const { offset = 0, limit = MAX_SETS_PER_RESPONSE, sort = 'problems', order } = query
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      const filter = translationFilter(query)
      call.setHeader('X-Total-Count', String(await store.reading.countTranslationSets(crawl.id, filter)))
      const isDescending = order === undefined ? sort === 'problems' : order === 'descending'
      const list = { ...filter, order: sort, isDescending, offset, limit }
      const sets = await store.reading.translationSets(crawl.id, list)
      return sets.map(translationSetResponse)
    },

    translationDeclarations: async ({ website }, query) => {
      const crawl = await chosenCrawl(store, { website, crawlId: query.crawl })
      if (query.set === undefined) throw new AppError('bad-request', 'set is required')
      return readDeclarations(store.reading, { crawlId: crawl.id, setNumber: query.set })
    },
  }
}
