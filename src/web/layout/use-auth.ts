/** Who is signed in, for display, as every part of a screen may ask. What follows from a change is the business of auth.tsx. */
import { createContext, useContext } from 'react'
import type { SignedInUser } from '#shared/account.ts'
import type { NewToast } from '../state/toasts.ts'

export interface UserChange {
  /** null: nobody is signed in any more. */
  user: SignedInUser | null
  movedWebsites?: readonly { from: number; to: number }[]
  /** Shown in this document, and in the next one. */
  notice?: NewToast
}

export interface Auth {
  user: SignedInUser | null
  isAdmin: boolean
  /** After the server has signed somebody in or out: forgets what the tab holds and loads the document anew. */
  changeUser: (change: UserChange) => void
}

export const AuthContext = createContext<Auth | null>(null)

/** Throws outside of `AuthProvider`. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
