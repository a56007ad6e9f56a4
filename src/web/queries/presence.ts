/**
 * Data live as long as their visitor is here (specification, section 4). A departing page (unloaded, or hidden for 2 seconds) asks
 * for the clearing of its websites; the server delays it, and any later request of the same visitor takes it back. So a page load
 * between two screens, a glance at another tab or a long read lose nothing. Who is signed in keeps what was crawled: there the
 * departing page says nothing, and the returning one asks whether the session still stands.
 */

import type { QueryClient } from '@tanstack/react-query'
import { websiteEndpoints } from '#shared/api/websites.ts'
import { HIDDEN_PAGE_CLEAR_DELAY_MS } from '#shared/constants.ts'
import { endpointUrl, isRefusal } from './api-client.ts'
import { sessionQuery } from './session.ts'
import { websitesQuery } from './websites.ts'

const STILL_HERE_INTERVAL_MS = 5 * 60_000

interface PresenceOptions {
  /** As long as the server has not said. */
  isUserRemembered: boolean
}

/** Asks for the websites and watches the page's life until the document goes; call it once, never while prerendering. */
export function watchPresence(client: QueryClient, { isUserRemembered }: PresenceOptions): void {
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  const isSignedIn = (): boolean => {
    const session = client.getQueryData(sessionQuery.queryKey)
    return session ? session.user !== null : isUserRemembered
  }
  const checkSession = (): void => {
    // Without an answer, whoever was signed in stays so.
    client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => {})
  }
  const announceDeparture = (): void => {
    if (isSignedIn()) return
    for (const { id } of client.getQueryData(websitesQuery.queryKey) ?? [])
      navigator.sendBeacon(endpointUrl(websiteEndpoints.clearCrawl, id, { after: 'departure' }))
  }
  const announceReturn = (): void => {
    // Whoever shows the list shows its error as well.
    client.fetchQuery({ ...websitesQuery, staleTime: 0 }).catch(() => {})
    checkSession()
  }
  const followVisibility = (): void => {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'visible') announceReturn()
    else hiddenTimer = setTimeout(announceDeparture, HIDDEN_PAGE_CLEAR_DELAY_MS)
  }

  announceReturn()
  // What was there a moment ago and is refused now has usually gone with the session.
  client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isRefusal(event.action.error)) return
    if (event.query.queryKey[0] !== sessionQuery.queryKey[0] && isSignedIn()) checkSession()
  })
  addEventListener('pagehide', () => {
    clearTimeout(hiddenTimer)
    announceDeparture()
  })
  // Out of the back/forward cache: no load, and where the page was hidden all the time no change of visibility either.
  addEventListener('pageshow', event => {
    if (event.persisted) announceReturn()
  })
  document.addEventListener('visibilitychange', followVisibility)
  setInterval(() => {
    if (document.visibilityState === 'visible') announceReturn()
  }, STILL_HERE_INTERVAL_MS)
}
