/**
 * Data of a visitor without an account last as long as the visit. A departing page (unloaded, or hidden for 2 seconds) requests the
 * clearing of its websites; the server delays it, and any later request of the same visitor cancels it. So a page load between two
 * screens, a glance at another tab or a long read lose nothing. A signed-in user's data stay: the departing page sends nothing, and
 * the returning one checks the session.
 */

import type { QueryClient } from '@tanstack/react-query'
import { websiteEndpoints } from '#shared/api/websites.ts'
import { HIDDEN_PAGE_CLEAR_DELAY_MS } from '#shared/constants.ts'
import { endpointUrl, isRefusal } from './api-client.ts'
import { sessionQuery } from './session.ts'
import { websitesQuery } from './websites.ts'

const STILL_HERE_INTERVAL_MS = 5 * 60_000

interface PresenceOptions {
  /** Used until the session has been fetched. */
  isUserStored: boolean
}

/** Fetches the websites and watches the page's visibility until it unloads. Call it once, never while prerendering. */
export function watchPresence(client: QueryClient, { isUserStored }: PresenceOptions): void {
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  const isSignedIn = (): boolean => {
    const session = client.getQueryData(sessionQuery.queryKey)
    return session ? session.user !== null : isUserStored
  }
  const checkSession = (): void => {
    // After a failure the user stays signed in.
    client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => {})
  }
  const announceDeparture = (): void => {
    if (isSignedIn()) return
    for (const { id } of client.getQueryData(websitesQuery.queryKey) ?? [])
      navigator.sendBeacon(endpointUrl(websiteEndpoints.clearCrawl, id, { after: 'departure' }))
  }
  const announceReturn = (): void => {
    // The component that shows the list shows its error as well.
    client.fetchQuery({ ...websitesQuery, staleTime: 0 }).catch(() => {})
    checkSession()
  }
  const followVisibility = (): void => {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'visible') announceReturn()
    else hiddenTimer = setTimeout(announceDeparture, HIDDEN_PAGE_CLEAR_DELAY_MS)
  }

  announceReturn()
  // A refusal usually means that the session has ended.
  client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isRefusal(event.action.error)) return
    if (event.query.queryKey[0] !== sessionQuery.queryKey[0] && isSignedIn()) checkSession()
  })
  addEventListener('pagehide', () => {
    clearTimeout(hiddenTimer)
    announceDeparture()
  })
  // A page from the back/forward cache is not loaded again, and its visibility may not have changed.
  addEventListener('pageshow', event => {
    if (event.persisted) announceReturn()
  })
  document.addEventListener('visibilitychange', followVisibility)
  setInterval(() => {
    if (document.visibilityState === 'visible') announceReturn()
  }, STILL_HERE_INTERVAL_MS)
}
