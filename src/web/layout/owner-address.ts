/** Where a screen goes on when another owner's data take the place of those that it showed. Pure. */
import { hrefTo, matchRoute } from '#shared/routes.ts'

export interface OwnerChange {
  /** Of accounts; null is the visitor without one. */
  beforeId: number | null
  afterId: number | null
  /** Websites that have a new id since the sign-in. */
  movedWebsites: readonly { from: number; to: number }[]
}

/**
 * Signing in takes the visitor's websites along: the screen stays, under the new id of a website that the account had crawled before.
 * Whoever leaves an account leaves its websites: the screen stays without its website.
 */
export function addressAfterOwnerChange(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  { beforeId, afterId, movedWebsites }: OwnerChange,
): string {
  const { screen, websiteId } = matchRoute(pathname)
  if (websiteId === null || screen === 'not-found' || beforeId === afterId) return pathname + search
  if (beforeId !== null) return hrefTo(screen)
  const moved = movedWebsites.find(({ from }) => from === websiteId)
  return moved ? hrefTo(screen, moved.to) + search : pathname + search
}
