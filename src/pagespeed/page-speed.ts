import { PAGE_SPEED_CACHE_MS } from '#shared/constants.ts'
import type { PageSpeedDevice, PageSpeedPhase, PageSpeedProgress, PageSpeedStatus } from '#shared/page-speed.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import { hostWithoutWww } from '#shared/url.ts'
import type { PageSpeedStore } from '#store/store.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import type { GooglePageSpeed } from './google-page-speed.ts'
import type { LocalLighthouse } from './local-lighthouse.ts'
import { CANCELLED, failed, type PageSpeedResult, pageSpeedFailure } from './result.ts'
import { createSharedWork } from './shared-work.ts'

/** Measures page speed with PageSpeed Insights or local Lighthouse, for the API, the command line and crawls. */
export interface PageSpeedService extends AsyncDisposable {
  /** Expected failures are values. The measurement is cancelled when the last requester has left. */
  measure(question: PageSpeedQuestion): Promise<PageSpeedResult>
  /** Progress of a measurement; null when there is none of that owner, URL and device. */
  progressOf(question: PageSpeedSubject): PageSpeedProgress | null
  status(): Promise<PageSpeedStatus>
  /** Drops the owner's results of a host, with or without www. Running measurements are returned but not stored. */
  forget(of: { ownerId: number; url: string }): Promise<void>
}

export interface PageSpeedSubject {
  ownerId: number
  url: string
  device: PageSpeedDevice
}

export interface PageSpeedQuestion extends PageSpeedSubject {
  signal: AbortSignal
  /** Measure anew instead of returning a stored result. */
  isFresh?: boolean
  /** Number of runs, of which the median is returned; 1 by default. */
  runs?: number
}

export const pageSpeedChoices = ['auto', 'google', 'lighthouse', 'off'] as const
export type PageSpeedChoice = (typeof pageSpeedChoices)[number]

export interface PageSpeedDeps {
  /** `auto`: Google where a key is set and the page is public, else Lighthouse here. */
  choice: PageSpeedChoice
  /** null without a key. */
  google: GooglePageSpeed | null
  local: LocalLighthouse
  /** Earlier results; null: none is kept. */
  results: PageSpeedStore | null
  /** Whether a URL may be requested, with the sentence of the crawl form when not. */
  checkTarget(url: string): Promise<{ ok: true } | { ok: false; message: string }>
  /** Whether it is on the public internet. */
  isPublic(url: string): Promise<boolean>
  /** Measurements that may wait, for each provider. */
  maxWaiting: number
  now: () => number
}

const MAX_WAITING_PER_OWNER = 2
const MAX_GOOGLE_AT_ONCE = 4

interface Provider {
  queue: FairQueue
  measure(of: {
    url: string
    device: PageSpeedDevice
    signal: AbortSignal
    onPhase(phase: PageSpeedPhase): void
  }): Promise<PageSpeedResult>
}

/** The state of a requested measurement. */
interface Measurement {
  progress(): PageSpeedProgress
  /** False when the results of its host were dropped meanwhile. */
  isKept: boolean
  ownerId: number
  url: string
}

type Work = { url: string; runs: number; question: PageSpeedQuestion }

export function createPageSpeed(deps: PageSpeedDeps): PageSpeedService {
  const { choice, google, local, results, now } = deps
  const limits = { maxWaiting: deps.maxWaiting, maxWaitingPerOwner: MAX_WAITING_PER_OWNER }
  const here: Provider = { queue: createFairQueue({ ...limits, maxRunning: 1 }), measure: of => local.measure(of) }
  const there: Provider | null = google && {
    queue: createFairQueue({ ...limits, maxRunning: MAX_GOOGLE_AT_ONCE }),
    measure: ({ onPhase, ...of }) => {
      onPhase('requesting')
      return google.measure(of)
    },
  }
  const shared = createSharedWork<Measurement, PageSpeedResult>({ whenLeft: failed(CANCELLED) })

  const providerOf = async (url: string): Promise<Provider | PageSpeedResult> => {
    if (choice !== 'lighthouse' && there && (await deps.isPublic(url))) return there
    if (choice !== 'google') return here
    return failed(there ? NOT_FOR_GOOGLE : NO_KEY)
  }

  const work = async ({ url, runs, question }: Work, measurement: Measurement, signal: AbortSignal) => {
    const result = await deps.checkTarget(url)
    if (!result.ok) return failed(pageSpeedFailure('target-refused', result.message))
    const provider = await providerOf(url)
    if ('ok' in provider) return provider
    const ticket = provider.queue.enter(question.ownerId)
    if (typeof ticket === 'string') return failed(ticket === 'full' ? QUEUE_FULL : OWNER_FULL)
    try {
      measurement.progress = () => ({ state: 'waiting', place: ticket.place() })
      await Promise.race([ticket.turn, aborted(signal)])
      if (signal.aborted) return failed(CANCELLED)
      const startedMs = now()
      const onPhase = (phase: PageSpeedPhase) => {
        measurement.progress = () => ({ state: 'running', phase, startedMs })
      }
      onPhase('starting')
      const result = await medianRun(runs, () => provider.measure({ url, device: question.device, signal, onPhase }))
      if (result.ok && measurement.isKept) {
        const { pageSpeed } = result
        await results?.save({ ownerId: question.ownerId, url, device: question.device, pageSpeed, measuredMs: now() })
      }
      return result
    } finally {
      ticket.leave()
    }
  }

  return {
    async measure(question) {
      const parsed = parseStartUrl(question.url)
      if (!parsed.ok) return failed(pageSpeedFailure('invalid-url', parsed.message))
      if (choice === 'off') return failed(SWITCHED_OFF)
      const { url } = parsed
      const { ownerId, device, runs = 1 } = question
      const afterMs = now() - PAGE_SPEED_CACHE_MS
      const known = question.isFresh ? null : await results?.find({ ownerId, url, device, afterMs })
      if (known && known.runCount >= runs) return { ok: true, pageSpeed: known }
      const measurement: Measurement = { progress: () => ({ state: 'waiting', place: 1 }), isKept: true, ownerId, url }
      return await shared.join({
        key: keyOf({ ownerId, url, device }),
        state: measurement,
        signal: question.signal,
        start: signal => work({ url, runs, question }, measurement, signal),
      })
    },

    progressOf(subject) {
      const parsed = parseStartUrl(subject.url)
      return (parsed.ok && shared.stateOf(keyOf({ ...subject, url: parsed.url }))?.progress()) || null
    },

    async status() {
      if (choice === 'off') return { status: 'Off', message: SWITCHED_OFF.message }
      if (google && choice !== 'lighthouse') return await google.status()
      if (choice === 'google') return { status: 'Not set', message: NO_KEY.message }
      const obstacle = await local.obstacle()
      if (obstacle === null) return LOCAL_STATUS
      return { status: 'Unavailable', message: `No API key is set, and Lighthouse cannot run here. ${obstacle}` }
    },

    async forget({ ownerId, url }) {
      for (const measurement of shared.states()) {
        if (measurement.ownerId === ownerId && hostOf(measurement.url) === hostOf(url)) measurement.isKept = false
      }
      await results?.forget(ownerId, url)
    },

    [Symbol.asyncDispose]: () => shared.close(),
  }
}

const QUEUE_FULL = pageSpeedFailure(
  'queue-full',
  'Too many pages are waiting to be measured on this server. Please try again in a few minutes.',
)
const OWNER_FULL = pageSpeedFailure(
  'too-many-waiting',
  'Some of your pages are still waiting to be measured. Please wait until one of them is done.',
)
const SWITCHED_OFF = pageSpeedFailure('switched-off', 'Measuring page speed is switched off on this server.')
const NO_KEY = pageSpeedFailure(
  'key-invalid',
  'The API key for PageSpeed Insights is missing: set SITESOUNDER_PAGESPEED_KEY.',
)
const NOT_FOR_GOOGLE = pageSpeedFailure(
  'target-refused',
  'This address is not on the public internet, so Google PageSpeed Insights cannot measure it.',
)
const LOCAL_STATUS: PageSpeedStatus = {
  status: 'Not set',
  message: 'No API key is needed: pages are measured by Lighthouse on this server.',
}

function keyOf({ ownerId, url, device }: PageSpeedSubject): string {
  return JSON.stringify([ownerId, device, url])
}

function hostOf(url: string): string {
  return hostWithoutWww(new URL(url))
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Runs one after the other, and gives the median one by performance: the lower one of two. The first failure ends them. */
export async function medianRun(runs: number, run: () => Promise<PageSpeedResult>): Promise<PageSpeedResult> {
  const measured = []
  for (let index = 0; index < runs; index++) {
    const result = await run()
    if (!result.ok) return result
    measured.push(result.pageSpeed)
  }
  measured.sort((a, b) => (a.performance ?? 0) - (b.performance ?? 0))
  const median = measured[Math.floor((runs - 1) / 2)]
  if (!median) throw new RangeError('at least one run')
  return { ok: true, pageSpeed: { ...median, runCount: runs } }
}
