/** What the document may show and offer: all of a user's own, less below a share link or by a role on another user's website. */
import { createContext, useContext } from 'react'
import type { OpenedLink } from '#shared/api/sharing.ts'
import { allows, type SharePart, type WebsiteRole } from '#shared/sharing.ts'
import { useActiveCrawl } from '../queries/websites.ts'

type Shown = NonNullable<OpenedLink['shows']>

/** null outside of share links. */
export const SharedContext = createContext<Shown | null>(null)

export function useShared(): Shown | null {
  return useContext(SharedContext)
}

/** Whether the user may do what needs that role with the website of the screen. While it loads, what its owner may. */
export function useMay(needed: WebsiteRole): boolean {
  const { website } = useActiveCrawl()
  const shared = useShared()
  return shared === null && allows(website?.role ?? 'own', needed)
}

/** Whether parts of the crawl are shown: all of them outside of share links. */
export function useShows(...parts: readonly SharePart[]): boolean {
  const shared = useShared()
  return shared === null || parts.every(part => shared.parts.includes(part))
}
