/**
 * Provides the signed-in user. When that changes, every tab empties its cache and reloads the document, so that no user sees another
 * one's data.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SignedInUser } from '#shared/account.ts'
import { STORAGE_KEY_AUTH_USER } from '#shared/constants.ts'
import { emptyCache } from '../queries/query-client.ts'
import { sessionQuery } from '../queries/session.ts'
import type { BrowserStorage } from '../state/browser-storage.ts'
import { clearKnownWebsites } from '../state/known-websites.ts'
import {
  AuthContext,
  readAuthUser,
  type UserChange,
  urlAfterOwnerChange,
  writeAuthUser,
} from '../state/signed-in-user.ts'
import { type NewToast, useToast } from '../state/toasts.ts'

const sessionEnded: NewToast = {
  title: 'You have been signed out',
  description: 'Your session has ended. Please log in again.',
}

interface AuthProviderProps {
  /** The user stored in the browser when the document started. */
  storedUser: SignedInUser | null
  localStorage: BrowserStorage
  sessionStorage: BrowserStorage
  children: ReactNode
}

export function AuthProvider({ storedUser, localStorage, sessionStorage, children }: AuthProviderProps) {
  const client = useQueryClient()
  const { toast, clearNotifications } = useToast()
  const session = useQuery(sessionQuery)
  const [user, setUser] = useState(storedUser)
  // A document that is being left ignores late responses and changes in other tabs.
  const isLeft = useRef(false)

  const leaveDocument = useCallback(
    ({ user: next, movedWebsites = [], notice }: UserChange) => {
      isLeft.current = true
      emptyCache(client, sessionStorage)
      clearKnownWebsites(sessionStorage)
      // Notifications name the websites of the user who signs out; after signing in they stay.
      if (user !== null) clearNotifications()
      if (notice) toast(notice)
      setUser(next)
      const change = { beforeId: user?.id ?? null, afterId: next?.id ?? null, movedWebsites }
      goTo(urlAfterOwnerChange(location, change))
    },
    [client, sessionStorage, user, toast, clearNotifications],
  )

  const changeUser = useCallback(
    (change: UserChange) => {
      writeAuthUser(localStorage, change.user)
      leaveDocument(change)
    },
    [localStorage, leaveDocument],
  )

  const current = session.data
  useEffect(() => {
    if (!current || isLeft.current) return
    const next = current.user
    const kept = readAuthUser(localStorage)
    writeAuthUser(localStorage, next)
    if (next?.id === user?.id) {
      if (next?.username !== user?.username || next?.role !== user?.role) setUser(next)
      return
    }
    // Without storage each document starts without a user: reloading would never end.
    if (readAuthUser(localStorage)?.id !== next?.id) setUser(next)
    // A sign-in or sign-out in another tab shows its toast there; only a session that ended by itself needs one here.
    else leaveDocument({ user: next, ...(next === null && kept !== null ? { notice: sessionEnded } : {}) })
  }, [current, user, localStorage, leaveDocument])

  useEffect(() => {
    const follow = () => {
      const kept = readAuthUser(localStorage)
      if (!isLeft.current && kept?.id !== user?.id) leaveDocument({ user: kept })
    }
    const followOtherTab = ({ key }: StorageEvent) => (key === STORAGE_KEY_AUTH_USER || key === null) && follow()
    // A document from the back/forward cache has missed the events of other tabs.
    const followReturn = ({ persisted }: PageTransitionEvent) => persisted && follow()
    addEventListener('storage', followOtherTab)
    addEventListener('pageshow', followReturn)
    return () => {
      removeEventListener('storage', followOtherTab)
      removeEventListener('pageshow', followReturn)
    }
  }, [user, localStorage, leaveDocument])

  const auth = useMemo(() => ({ user, isAdmin: user?.role === 'admin', changeUser }), [user, changeUser])
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** Replaces this document; reloads it when the URL stays the same. */
function goTo(url: string): void {
  if (url === location.pathname + location.search) location.reload()
  else location.replace(url)
}
