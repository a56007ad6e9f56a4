import { crawlsOfTrend, segmentFigures } from '#report/segment-figures.ts'
import { prepareVisits } from '#report/visits/prepare-visits.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { SEGMENT_TREND_CRAWLS } from '#shared/api/segments.ts'
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

    segmentFigures: async (call, { crawl: crawlId, trend = SEGMENT_TREND_CRAWLS }) => {
      const { website, signal } = call
      const crawl = await chosenCrawl(store, { website, crawlId })
      const segments = await store.settings.segments(website.id)
      const reading = pacedReading(store.reading, signal)
      const figures = async () => {
        if (segments.length === 0) return []
        await prepareVisits(store, crawl)
        const earlier = await crawlsOfTrend(reading, { crawl, crawls: trend })
        return await segmentFigures(reading, { crawl, segments, earlier })
      }
      return { segments: await inTurn(requesterOf(call), figures) }
    },
  }
}
