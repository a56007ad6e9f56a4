import type { Alert, AlertSettings } from '#shared/alerts.ts'
import { scheduleSchema } from '#shared/schedule.ts'
import type { NewDelivery, Store } from '#store/store.ts'
import { findCrawlAlerts } from './crawl-alerts.ts'
import { forEach } from './for-each.ts'
import { nextRun } from './next-run.ts'

export interface RaiseDeps {
  store: Pick<Store, 'alerts' | 'channels' | 'reading' | 'crawls'>
  now: () => number
  /** Unique. */
  newId: () => string
}

const CRAWLS_AT_ONCE = 20

/** Looks at crawls that have ended, and adds messages of what got worse. Any number of processes may do this at once. */
export async function raiseAlerts({ store, now, newId }: RaiseDeps): Promise<void> {
  await forEach(await store.alerts.unchecked(CRAWLS_AT_ONCE), async crawl => {
    const { alerts, known } = await findCrawlAlerts(store, crawl)
    const nowMs = now()
    const { ownerId, settings } = crawl
    const deliveries = await messagesFor({ ownerId, settings, alerts }, { store, now, newId })
    await store.alerts.raise({ crawl, known, deliveries, nowMs })
  })
}

interface Reported {
  ownerId: number
  settings: AlertSettings
  alerts: readonly Alert[]
}

/** One message for each chosen channel of the owner, of the chosen kinds; none where nothing is to be reported. */
export async function messagesFor(
  { ownerId, settings, alerts }: Reported,
  { store, now, newId }: Pick<RaiseDeps, 'now' | 'newId'> & { store: Pick<Store, 'channels'> },
): Promise<NewDelivery[]> {
  const chosen = alerts.filter(({ kind }) => settings.kinds.includes(kind))
  if (chosen.length === 0) return []
  const channels = await store.channels.list(ownerId)
  return channels
    .filter(({ id, isConfirmed }) => isConfirmed && settings.channelIds.includes(id))
    .map(({ id: channelId }) => ({
      deliveryId: newId(),
      channelId,
      alerts: chosen,
      dueMs: dueTime(settings, now()),
      isDigest: settings.delivery === 'daily',
    }))
}

/** When a message may be sent: now, at the time of the digest, or when the quiet hours end. */
export function dueTime(settings: AlertSettings, nowMs: number): number {
  const { delivery, digestTime, quietFrom, quietUntil, timeZone } = settings
  const nextAt = (time: string) =>
    nextRun(scheduleSchema.parse({ frequency: 'daily', time, timeZone }), { afterMs: nowMs, offsetMs: 0 }) ?? nowMs
  if (delivery === 'daily') return nextAt(digestTime)
  if (quietFrom === null || quietUntil === null) return nowMs
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(nowMs)
  const isQuiet =
    quietFrom <= quietUntil ? time >= quietFrom && time < quietUntil : time >= quietFrom || time < quietUntil
  return isQuiet ? nextAt(quietUntil) : nowMs
}
