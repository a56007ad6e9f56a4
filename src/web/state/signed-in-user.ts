/**
 * The signed-in user, for display only: kept in local storage so that each load shows it at once and other tabs notice a change. The
 * session itself is an HttpOnly cookie, and the server checks every permission. `layout/auth.tsx` reacts to changes.
 */
import { createContext, useContext } from 'react'
import { type SignedInUser, signedInUserSchema } from '#shared/account.ts'
import { STORAGE_KEY_AUTH_USER } from '#shared/constants.ts'
import { hrefTo, matchRoute } from '#shared/routes.ts'
import type { BrowserStorage } from './browser-storage.ts'
import type { NewToast } from './toasts.ts'

/** null when no user is signed in, and for a value of another shape. */
export function readAuthUser(storage: BrowserStorage): SignedInUser | null {
  const stored = storage.read(STORAGE_KEY_AUTH_USER)
  if (stored === null) return null
  try {
    const user = signedInUserSchema.safeParse(JSON.parse(stored))
    return user.success ? user.data : null
  } catch (cause) {
    console.warn('the stored user could not be read', cause)
    return null
  }
}

/** null removes the stored user. */
export function writeAuthUser(storage: BrowserStorage, user: SignedInUser | null): void {
  if (user === null) storage.remove(STORAGE_KEY_AUTH_USER)
  else storage.write(STORAGE_KEY_AUTH_USER, JSON.stringify({ id: user.id, username: user.username, role: user.role }))
}

export interface UserChange {
  /** null after signing out. */
  user: SignedInUser | null
  movedWebsites?: readonly { from: number; to: number }[]
  /** Shown in this document, and in the next one. */
  notice?: NewToast
}

export interface Auth {
  user: SignedInUser | null
  isAdmin: boolean
  /** Called after the server has signed a user in or out: empties the cache of the tab and reloads the document. */
  changeUser: (change: UserChange) => void
}

export const AuthContext = createContext<Auth | null>(null)

/** Throws outside of `AuthProvider`. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

interface OwnerChange {
  /** Account ids; null for a visitor without an account. */
  beforeId: number | null
  afterId: number | null
  /** Websites that have a new id since the sign-in. */
  movedWebsites: readonly { from: number; to: number }[]
}

/**
 * The URL of the document after a sign-in or sign-out. Signing in transfers the visitor's websites to the account: the screen stays,
 * under the website's new id if it has one. Signing out leaves the account's websites: the screen stays, without a website.
 */
export function urlAfterOwnerChange(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  { beforeId, afterId, movedWebsites }: OwnerChange,
): string {
  const { screen, websiteId } = matchRoute(pathname)
  if (websiteId === null || screen === 'not-found' || beforeId === afterId) return pathname + search
  if (beforeId !== null) return hrefTo(screen)
  const moved = movedWebsites.find(({ from }) => from === websiteId)
  return moved ? hrefTo(screen, moved.to) + search : pathname + search
}
