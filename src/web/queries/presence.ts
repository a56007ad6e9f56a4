/**
 * Data live as long as their visitor is here (specification, section 4). A departing page (unloaded, or hidden for 2 seconds) asks
 * for the clearing of its websites; the server delays it, and any later request of the same visitor takes it back. So a page load
 * between two screens, a glance at another tab or a long read lose nothing.
 */
import type { QueryClient } from '@tanstack/react-query'
import { HIDDEN_PAGE_CLEAR_DELAY_MS } from '#shared/constants.ts'
import { endpointUrl } from './api-client.ts'
import { websitesQuery } from './websites.ts'

const STILL_HERE_INTERVAL_MS = 5 * 60_000

/** Asks for the websites and watches the page's life until the document goes; call it once, never while prerendering. */
export function watchPresence(client: QueryClient): void {
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  const announceDeparture = (): void => {
    for (const { id } of client.getQueryData(websitesQuery.queryKey) ?? [])
      navigator.sendBeacon(endpointUrl('clearCrawl', id, { after: 'departure' }))
  }
  const announceReturn = (): void => {
    // Whoever shows the list shows its error as well.
    client.fetchQuery({ ...websitesQuery, staleTime: 0 }).catch(() => {})
  }
  const followVisibility = (): void => {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'visible') announceReturn()
    else hiddenTimer = setTimeout(announceDeparture, HIDDEN_PAGE_CLEAR_DELAY_MS)
  }

  announceReturn()
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
