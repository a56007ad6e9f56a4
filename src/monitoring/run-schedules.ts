import type { EndReason } from '#shared/model.ts'
import { type OwnershipProof, provesSubdomains } from '#shared/ownership.ts'
import type { DueSchedule, Store } from '#store/store.ts'
import { nextRun, offsetOf, type ScheduleLimits } from './next-run.ts'

export interface ScheduleRunDeps {
  store: Pick<Store, 'schedules' | 'reading' | 'operations' | 'crawls'>
  limits: ScheduleLimits & RunLimits
  /** Epoch milliseconds. */
  now: () => number
  /** Looks for crawls that wait. */
  wake(): void
  /** The proofs that a website belongs to its owner, for crawls that need one. */
  findProofs(website: { ownerId: number; url: string }): Promise<OwnershipProof[]>
}

/** What every start of a crawl is held to. */
export interface RunLimits {
  maxCrawlLimit: number
  maxActiveCrawls: number
  maxStorageBytes: number
  /** Whether a crawl may ignore robots.txt, or have a user agent of its own. */
  allowsOwnRules: boolean
  /** Whether a crawl may name the IP addresses of hosts. */
  allowsHostMaps: boolean
}

/** Crawls that show that a website cannot be crawled at present. */
export const failedReasons: readonly EndReason[] = [
  'start-unreachable',
  'start-refused',
  'start-not-html',
  'start-blocked',
  'access-lost',
  'failed',
]

const DUE_AT_ONCE = 50
/** A refused run is made up for soon, once. */
const RETRY_MS = 15 * 60_000
/** Failed crawls in a row after which a schedule is paused. */
const MAX_FAILURES = 5

const PAUSED = `The last ${MAX_FAILURES} crawls failed, so the schedule is paused. Resume it when the website can be crawled again.`

/**
 * Starts the crawls that are due. A run that was missed, because no process was there, is made up once: the next one is the first after
 * now. Any number of processes may do this at once.
 */
export async function runSchedules(deps: ScheduleRunDeps): Promise<void> {
  const { store, now } = deps
  for (const due of await store.schedules.due(now(), DUE_AT_ONCE)) {
    const nowMs = now()
    // A schedule that was paused and resumed has a run before it can be paused again.
    if (due.result === 'started' && (await isFailing(store, due))) {
      await store.schedules.pause({ due, nowMs, sentence: PAUSED })
      continue
    }
    const nextMs = nextRun(due.schedule, {
      afterMs: nowMs,
      offsetMs: offsetOf({ id: due.websiteId, url: due.url }, deps.limits),
    })
    const permission = await permissionFor(due, deps)
    if (!permission.ok) {
      const retryMs = nextMs === null ? nowMs + RETRY_MS : Math.min(nextMs, nowMs + RETRY_MS)
      await store.schedules.skip({ due, nextMs: retryMs, nowMs, sentence: permission.sentence })
      continue
    }
    const { maxCrawlLimit } = deps.limits
    const run = await store.schedules.run({ due, nextMs, nowMs, maxCrawlLimit, ownership: permission.ownership })
    if (run?.result === 'started') deps.wake()
  }
}

async function isFailing({ reading }: ScheduleRunDeps['store'], { websiteId }: DueSchedule): Promise<boolean> {
  const last = (await reading.crawls(websiteId)).slice(0, MAX_FAILURES)
  return (
    last.length === MAX_FAILURES &&
    last.every(({ endReason }) => endReason !== null && failedReasons.includes(endReason))
  )
}

type Permission = { ok: true; ownership: OwnershipProof | null } | { ok: false; sentence: string }

async function permissionFor(due: DueSchedule, { store, limits, findProofs }: ScheduleRunDeps): Promise<Permission> {
  if ((await store.operations.usedBytes()) >= limits.maxStorageBytes)
    return { ok: false, sentence: 'The storage of the server is full. It is tried again soon.' }
  if ((await store.crawls.countActive()) >= limits.maxActiveCrawls)
    return { ok: false, sentence: 'Too many crawls were waiting. It is tried again soon.' }
  const { ownership, subdomains, hostMap } = due.options
  if (hostMap.length > 0 && !limits.allowsHostMaps)
    return { ok: false, sentence: 'The operator lets no crawl name the IP addresses of hosts. Crawl once without.' }
  if (!ownership) return { ok: true, ownership: null }
  if (!limits.allowsOwnRules)
    return {
      ok: false,
      sentence: 'The operator lets no crawl ignore robots.txt or have a user agent of its own. Crawl once without.',
    }
  const proofs = await findProofs({ ownerId: due.ownerId, url: due.url })
  const proof = proofs.find(each => provesSubdomains(each, subdomains))
  if (proof) return { ok: true, ownership: proof }
  return { ok: false, sentence: 'The proof that the website is yours was not found. It is looked for again soon.' }
}
