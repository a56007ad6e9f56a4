import { type RobotsFile, typedRobotsFile } from '#crawl/robots/robots-file.ts'
import { pageBatches, skippedBatches } from '#report/batches.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { MAX_ROBOTS_CHANGES_PER_RESPONSE, type RobotsChangesResponse } from '#shared/api/robots.ts'
import { AppError } from '#shared/errors.ts'
import { urlsOfOrigin } from '#shared/robots-test.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import type { Call, Routes } from '../call.ts'
import { inPieces, pacedReading } from '../long-reads.ts'
import { chosenCrawl } from '../own-crawl.ts'
import { computingTurns, requesterOf, websiteTurns } from '../owner-turns.ts'
import type { RouteDeps } from './route-deps.ts'

/** Comparisons of a URL with a rule, in all: some seconds. */
const MAX_MATCHES = 50_000_000

/** The robots.txt tester. */
export function robotsRoutes({
  store,
  control,
  fetchRobots,
}: Pick<RouteDeps, 'store' | 'control' | 'fetchRobots'>): Pick<
  Routes<typeof endpoints>,
  'publishedRobots' | 'testRobots' | 'robotsChanges'
> {
  const requesting = websiteTurns()
  const computing = computingTurns()
  const published = async (origin: string, call: Call): Promise<RobotsFile> => {
    const target = await control.checkTarget(`${origin}/`)
    if (!target.ok) throw new AppError('bad-request', target.message)
    return await requesting(requesterOf(call), () => fetchRobots(origin, call.signal))
  }
  return {
    publishedRobots: async (call, query) => {
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      return fileResponse(await published(await originOf(store.reading, crawl), call))
    },

    testRobots: async call => {
      const { url, urls: lines, agent, robotsTxt } = await call.readBody(endpoints.testRobots.body)
      const parsed = parseStartUrl(url)
      if (!parsed.ok) throw new AppError('bad-request', parsed.message)
      const { origin } = new URL(parsed.url)
      const urls = urlsOfOrigin(lines, origin)
      if (!urls.ok) throw new AppError('bad-request', urls.message)
      const file = robotsTxt === undefined ? await published(origin, call) : typedRobotsFile(origin, robotsTxt)
      refuseTooMany(urls.urls.length * file.ruleCount)
      const results = await computing(requesterOf(call), async () => {
        const tested = []
        const pause = inPieces(call.signal)
        for (const each of urls.urls) {
          await pause()
          tested.push(file.test(each, agent))
        }
        return tested
      })
      return { file: fileResponse(file), agent, results }
    },

    robotsChanges: async (call, query) => {
      const { agent, robotsTxt } = await call.readBody(endpoints.robotsChanges.body)
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      const reading = pacedReading(store.reading, call.signal)
      const origin = await originOf(reading, crawl)
      const now = await published(origin, call)
      const draft = typedRobotsFile(origin, robotsTxt)
      const { offset = 0, limit = MAX_ROBOTS_CHANGES_PER_RESPONSE } = query
      const found: Omit<RobotsChangesResponse, 'file' | 'agent'> = {
        urlCount: 0,
        blockedNow: 0,
        blockedByDraft: 0,
        changedCount: 0,
        changed: [],
      }
      await computing(requesterOf(call), async () => {
        let matches = 0
        const pause = inPieces(call.signal)
        for await (const url of urlsAt(origin, { reading, crawl })) {
          await pause()
          // A URL counts, too: a file may have no rules.
          matches += now.ruleCount + draft.ruleCount + 1
          refuseTooMany(matches)
          const results = { now: now.test(url, agent), draft: draft.test(url, agent) }
          found.urlCount += 1
          if (!results.now.isAllowed) found.blockedNow += 1
          if (!results.draft.isAllowed) found.blockedByDraft += 1
          if (results.now.isAllowed === results.draft.isAllowed) continue
          if (found.changedCount >= offset && found.changed.length < limit) found.changed.push({ url, ...results })
          found.changedCount += 1
        }
      })
      return { file: fileResponse(now), agent, ...found }
    },
  }
}

function fileResponse({ url, statusCode, text, isTruncated, note }: RobotsFile): RobotsChangesResponse['file'] {
  return { url, statusCode, text, isTruncated, note }
}

/** The origin at which the start page ended. */
async function originOf(reading: ReadingStore, crawl: CrawlRow): Promise<string> {
  const [start] = await reading.pages(crawl.id, { limit: 1 })
  return new URL(start?.finalUrl || crawl.seedUrl).origin
}

/** Every URL of the crawl at an origin, crawled or not. */
async function* urlsAt(origin: string, source: { reading: ReadingStore; crawl: CrawlRow }): AsyncGenerator<string> {
  const start = `${origin}/`
  for await (const pages of pageBatches(source, {})) for (const { url } of pages) if (url.startsWith(start)) yield url
  for await (const skipped of skippedBatches(source))
    for (const { url } of skipped) if (url.startsWith(start)) yield url
}

/** @throws AppError when a hostile file has more rules than so many URLs are compared with. */
function refuseTooMany(matches: number): void {
  if (matches <= MAX_MATCHES) return
  throw new AppError('unprocessable', 'The robots.txt has too many rules for so many URLs')
}
