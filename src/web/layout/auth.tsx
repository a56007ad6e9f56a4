/**
 * Who is signed in, for display, and what follows when that changes: whatever the tab holds of the last owner is forgotten and the
 * document is loaded anew, in every tab, so that nobody sees another owner's data.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SignedInUser } from '#shared/account.ts'
import { STORAGE_KEY_AUTH_USER } from '#shared/constants.ts'
import { emptyCache } from '../queries/query-client.ts'
import { sessionQuery } from '../queries/session.ts'
import type { BrowserStorage } from '../state/browser-storage.ts'
import { forgetKnownWebsites } from '../state/known-websites.ts'
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
  /** As remembered by the browser when the document started. */
  rememberedUser: SignedInUser | null
  localStorage: BrowserStorage
  sessionStorage: BrowserStorage
  children: ReactNode
}

export function AuthProvider({ rememberedUser, localStorage, sessionStorage, children }: AuthProviderProps) {
  const client = useQueryClient()
  const { toast, forget } = useToast()
  const session = useQuery(sessionQuery)
  const [user, setUser] = useState(rememberedUser)
  // Of a document that is being left, nothing counts any more: neither late answers nor the word of another tab.
  const isLeft = useRef(false)

  const leaveDocument = useCallback(
    ({ user: next, movedWebsites = [], notice }: UserChange) => {
      isLeft.current = true
      emptyCache(client, sessionStorage)
      forgetKnownWebsites(sessionStorage)
      // They name the websites of whoever leaves; signing in goes on with the same person.
      if (user !== null) forget()
      if (notice) toast(notice)
      setUser(next)
      const change = { beforeId: user?.id ?? null, afterId: next?.id ?? null, movedWebsites }
      goTo(urlAfterOwnerChange(location, change))
    },
    [client, sessionStorage, user, toast, forget],
  )

  const changeUser = useCallback(
    (change: UserChange) => {
      writeAuthUser(localStorage, change.user)
      leaveDocument(change)
    },
    [localStorage, leaveDocument],
  )

  const answer = session.data
  useEffect(() => {
    if (!answer || isLeft.current) return
    const next = answer.user
    const kept = readAuthUser(localStorage)
    writeAuthUser(localStorage, next)
    if (next?.id === user?.id) {
      if (next?.username !== user?.username || next?.role !== user?.role) setUser(next)
      return
    }
    // Where nothing can be kept, each document starts without a user; loading it anew would have no end.
    if (readAuthUser(localStorage)?.id !== next?.id) setUser(next)
    // Another tab has signed in or out meanwhile, and says so itself; only an end that nobody asked for is news.
    else leaveDocument({ user: next, ...(next === null && kept !== null ? { notice: sessionEnded } : {}) })
  }, [answer, user, localStorage, leaveDocument])

  useEffect(() => {
    const follow = () => {
      const kept = readAuthUser(localStorage)
      if (!isLeft.current && kept?.id !== user?.id) leaveDocument({ user: kept })
    }
    const followOtherTab = ({ key }: StorageEvent) => (key === STORAGE_KEY_AUTH_USER || key === null) && follow()
    // A document out of the back/forward cache has heard of nothing meanwhile.
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

/** Loads a document in the place of this one, also when the address stays the same. */
function goTo(address: string): void {
  if (address === location.pathname + location.search) location.reload()
  else location.replace(address)
}
