import { segmentFigures } from '#report/segment-figures.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { setSegmentsSchema } from '#shared/segments.ts'
import type { Routes } from '../call.ts'
import { pacedReading } from '../long-reads.ts'
import { chosenCrawl, websiteNotFound } from '../own-crawl.ts'
import { computingTurns, requesterOf } from '../owner-turns.ts'
import type { RouteDeps } from './route-deps.ts'

type SegmentRoutes = Pick<Routes<typeof endpoints>, 'websiteSegments' | 'setSegments' | 'segmentFigures'>

/** The named parts of a website. */
export function segmentRoutes({ store }: RouteDeps): SegmentRoutes {
  const inTurn = computingTurns()
  return {
    websiteSegments: async ({ website }) => ({ segments: await store.settings.segments(website.id) }),

    setSegments: async call => {
      const { segments } = await call.readBody(setSegmentsSchema)
      if (!(await store.settings.setSegments(call.website.id, segments))) throw websiteNotFound()
      return { segments }
    },

    segmentFigures: async (call, query) => {
      const { website, signal } = call
      const crawl = await chosenCrawl(store, { website, crawlId: query.crawl })
      const segments = await store.settings.segments(website.id)
      const reading = pacedReading(store.reading, signal)
      return { segments: await inTurn(requesterOf(call), () => segmentFigures(reading, { crawl, segments })) }
    },
  }
}
