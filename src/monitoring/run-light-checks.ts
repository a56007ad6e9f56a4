import type { Alert } from '#shared/alerts.ts'
import type { DueLightCheck, NewDelivery, Store } from '#store/store.ts'
import { compareResults } from './compare-results.ts'
import { forEach } from './for-each.ts'
import { checkUrls, type LightCheckDeps } from './light-check.ts'
import { messagesFor } from './raise-alerts.ts'

export interface LightRunDeps extends LightCheckDeps {
  store: Pick<Store, 'lightChecks' | 'alerts' | 'channels'>
  newId: () => string
}

const WEBSITES_AT_ONCE = 20
const MINUTE_MS = 60_000

/** Checks the URLs that are due. Each run is claimed before it begins: of several processes, one requests them. */
export async function runLightChecks(deps: LightRunDeps): Promise<void> {
  const { store, now } = deps
  const due = await store.lightChecks.due(now(), WEBSITES_AT_ONCE)
  await forEach(due, async website => {
    const nextMs = now() + website.settings.minutes * MINUTE_MS
    if (await store.lightChecks.claim(website, nextMs)) await checkWebsite({ ...website, nextMs }, deps)
  })
}

async function checkWebsite(website: DueLightCheck, deps: LightRunDeps): Promise<void> {
  const { store, now } = deps
  const earlier = new Map(website.results.map(result => [result.url, result]))
  const results = await checkUrls(website.settings, earlier, deps)
  const checked = results.filter(result => earlier.get(result.url) !== result)
  const alerts = checked.flatMap(result =>
    compareResults(earlier.get(result.url) ?? null, result).map(
      ({ kind, message }): Alert => ({
        kind,
        websiteId: website.websiteId,
        website: website.url,
        crawlId: null,
        message,
        urls: [result.url],
        count: 1,
        at: result.checkedAt,
      }),
    ),
  )
  await store.lightChecks.finish({
    website,
    results,
    deliveries: await deliveriesOf(website, { alerts, deps }),
    nowMs: now(),
  })
}

async function deliveriesOf(
  { websiteId, ownerId }: DueLightCheck,
  { alerts, deps }: { alerts: readonly Alert[]; deps: LightRunDeps },
): Promise<NewDelivery[]> {
  const settings = alerts.length === 0 ? null : await deps.store.alerts.settings(websiteId)
  return settings === null ? [] : await messagesFor({ ownerId, settings, alerts }, deps)
}
