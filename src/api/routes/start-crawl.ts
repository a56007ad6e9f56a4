import { crawlListsOfSite } from '#crawl/subdomains.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/errors.ts'
import { rulesProblem } from '#shared/rule-mistakes.ts'
import { allows } from '#shared/sharing.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { parseUrlList, type UrlListOf } from '#shared/url-list.ts'
import type { ReadingStore } from '#store/store.ts'
import type { Call, Routes, SeenWebsite } from '../call.ts'
import type { DayShares } from '../day-shares.ts'
import { findWebsite, websiteNotFound } from '../own-crawl.ts'
import type { ApiSettings } from '../settings.ts'
import { refuseCrawlBeyondShare } from '../storage-shares.ts'
import { refuseRoute, refuseVisitors } from './credentials.ts'
import type { Ownership } from './ownership.ts'
import type { RouteDeps } from './route-deps.ts'

/** A list that is sent whole needs an end. */
const MAX_WEBSITES_PER_VISITOR = 1_000

/**
 * Starts a crawl. Everything is validated before anything is made: the fields, the target, the limits. Starts take turns, because
 * a hundred at once would each see a limit that is not reached yet.
 */
export function startCrawlRoute(
  deps: RouteDeps & { ownership: Ownership; dayShares: DayShares },
): Pick<Routes<typeof endpoints>, 'startCrawl'> {
  const { store, control, settings, now, ownership, dayShares } = deps
  const inTurn = takeTurns()
  const activeCrawls = activeCrawlsByNetwork({ reading: store.reading, maxActive: settings.maxActiveCrawls })
  return {
    startCrawl: async call => {
      const body = await call.readBody(endpoints.startCrawl.body)
      const { url: typed, crawlLimit, urls: lines, credentials, websiteId, ...chosen } = body
      if (credentials) refuseVisitors(call)
      const options = { ...settings.crawlDefaults, ...chosen }
      const parsed = parseStartUrl(typed)
      if (!parsed.ok) throw new AppError('bad-request', parsed.message)
      const shared = websiteId === undefined ? null : await editedWebsite(store, { call, websiteId })
      if (shared && (shared.url !== parsed.url || credentials !== undefined))
        throw new AppError(
          'bad-request',
          'A crawl of a shared website has its URL, and the credentials that its owner has set',
        )
      if (crawlLimit > settings.maxCrawlLimit)
        throw new AppError('bad-request', `The crawl limit must be at most ${settings.maxCrawlLimit}`)
      refuseLargeSample(options.pageSpeedSample, settings.maxPageSpeedSample)
      if (options.rendersJavaScript) refuseRendering(settings, call)
      const lists = crawlListsOfSite(options, parsed.url)
      if (!lists.ok) throw new AppError('bad-request', lists.message, { field: lists.name })
      const ruleProblem = rulesProblem(options.rules)
      if (ruleProblem !== null) throw new AppError('bad-request', ruleProblem)
      const { subdomains } = lists.lists
      const urls = listedUrls(lines, { siteUrl: parsed.url, subdomains, max: crawlLimit })
      refuseRoute(options, { settings, call })
      const result = await control.checkTarget(parsed.url, lists.lists.hostMap)
      if (!result.ok) throw new AppError('bad-request', result.message)
      const all = { ...options, isHttpsAssumed: parsed.isHttpsAssumed, isListOnly: urls !== null, ...lists.lists }
      const proof = await ownership.proofFor(call, { url: parsed.url, options: all })
      const started = await inTurn(async () => {
        const payerId = shared?.ownerId ?? call.visitor.ownerId
        await refuseTooMany({ ...deps, activeCrawls }, { call, ownerId: payerId, url: parsed.url, crawlLimit })
        const ownerId = shared?.ownerId ?? (await call.visitor.admit())
        const made = await store.websites.startCrawl({
          ownerId,
          url: parsed.url,
          crawlLimit,
          options: { ...all, ...(proof && { ownership: proof }) },
          ...(urls && { urls }),
          ...(credentials && { credentials }),
          nowMs: now(),
        })
        if (made.isStarted) {
          await activeCrawls.add(call.network, made.crawlId)
          dayShares.add(made.crawlId, { ownerId, network: call.network, crawlLimit })
        }
        return made
      })
      if (started.isStarted) control.wake()
      return started
    },
  }
}

/** A website whose crawls are counted as its owner's. @throws AppError 404 for one that the caller may not edit. */
async function editedWebsite(
  store: RouteDeps['store'],
  { call, websiteId }: { call: Call; websiteId: number },
): Promise<SeenWebsite> {
  const website = await findWebsite(store, call.visitor, websiteId)
  if (!website || !allows(website.role, 'edit')) throw websiteNotFound()
  return website
}

/** null for a crawl that follows links. */
function listedUrls(lines: readonly string[], list: UrlListOf): string[] | null {
  if (lines.length === 0) return null
  const parsed = parseUrlList(lines, list)
  if (!parsed.ok) throw new AppError('bad-request', parsed.message, { field: 'urls' })
  return parsed.urls
}

function refuseRendering(
  { renderingObstacle, renderingNeedsAccount }: Pick<ApiSettings, 'renderingObstacle' | 'renderingNeedsAccount'>,
  { visitor }: Call,
): void {
  if (renderingObstacle !== null) throw new AppError('bad-request', renderingObstacle)
  if (renderingNeedsAccount && visitor.account === null)
    throw new AppError('bad-request', 'This server runs the scripts of pages for users who have signed in only.')
}

function refuseLargeSample(size: number, max: number): void {
  if (size <= max) return
  throw new AppError(
    'bad-request',
    max === 0
      ? 'This server does not measure page speed in a crawl'
      : `The page speed sample must be at most ${max} ${max === 1 ? 'page' : 'pages'}`,
    { field: 'pageSpeedSample' },
  )
}

interface Limits extends Pick<RouteDeps, 'store' | 'control' | 'settings'> {
  activeCrawls: ActiveCrawls
  dayShares: DayShares
}

/** A second request for a URL that is being crawled starts nothing, so no limit stands against it. */
async function refuseTooMany(
  limits: Limits,
  { call, ownerId, url, crawlLimit }: { call: Call; ownerId: number | null; url: string; crawlLimit: number },
): Promise<void> {
  const { store, settings, dayShares } = limits
  const seen = ownerId === null ? [] : await store.websites.list(ownerId)
  const websites = seen.filter(({ role }) => role === 'own')
  const active = websites.filter(website => website.crawl.status !== 'complete')
  if (active.some(website => website.url === url)) return
  if (active.length >= settings.maxActiveCrawlsPerVisitor)
    throw new AppError(
      'too-many',
      `${crawls(active.length)} of yours are still running. Wait for one to end, or stop one.`,
    )
  if (websites.length >= MAX_WEBSITES_PER_VISITOR && !websites.some(website => website.url === url))
    throw new AppError('conflict', `You have ${websites.length} websites. Clear one before you crawl another.`)
  await refuseWhenFull(limits, call.network)
  await dayShares.refuseBeyond({ ownerId, network: call.network })
  await refuseCrawlBeyondShare(limits, { ownerId, ownersOfNetwork: dayShares.ownersOf(call.network), crawlLimit })
}

/** Limits that others fill up, too. */
async function refuseWhenFull({ store, control, settings, activeCrawls }: Limits, network: string): Promise<void> {
  if ((await activeCrawls.countOf(network)) >= settings.maxActiveCrawlsPerAddress)
    throw new AppError('too-many', 'Too many crawls from your network are still running. Please wait for one to end.')
  if ((await control.countActive()) >= settings.maxActiveCrawls)
    throw new AppError('too-many', 'The server is busy: too many crawls are waiting. Please try again in a minute.')
  if ((await store.operations.usedBytes()) >= settings.maxStorageBytes)
    throw new AppError(
      'unavailable',
      'The storage of this server is full. Please contact its operator, or clear a website.',
    )
}

function crawls(count: number): string {
  return count === 1 ? '1 crawl' : `${count} crawls`
}

/** Which network has which crawls running or waiting. Only memory knows: IP addresses of visitors are never stored. */
interface ActiveCrawls {
  countOf(network: string): Promise<number>
  add(network: string, crawlId: number): Promise<void>
}

/** Remembers at most `maxActive` crawls that have not ended, which is how many there can be. */
function activeCrawlsByNetwork({
  reading,
  maxActive,
}: {
  reading: Pick<ReadingStore, 'crawl'>
  maxActive: number
}): ActiveCrawls {
  const networks = new Map<number, string>()
  const forgetEnded = async (crawlIds: readonly number[]) => {
    for (const crawlId of crawlIds) {
      const crawl = await reading.crawl(crawlId)
      if (!crawl || crawl.status === 'complete') networks.delete(crawlId)
    }
  }
  const idsOf = (network: string) => [...networks].filter(([, each]) => each === network).map(([crawlId]) => crawlId)
  return {
    async countOf(network) {
      await forgetEnded(idsOf(network))
      return idsOf(network).length
    },

    async add(network, crawlId) {
      networks.set(crawlId, network)
      if (networks.size > maxActive) await forgetEnded([...networks.keys()])
    },
  }
}

/** Runs pieces of work one after another, in the order in which they are given; one that fails does not stop the next. */
export function takeTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
