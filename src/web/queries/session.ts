/** The session: who is signed in, signing in and out, changing the password. `layout/auth.tsx` reacts to changes. */

import { queryOptions, useMutation } from '@tanstack/react-query'
import { sessionEndpoints } from '#shared/api/session.ts'
import { callApi, type ResponseOf } from './api-client.ts'
import { queryKeys } from './query-client.ts'

/** Fetched on each load and whenever the page becomes visible again (presence.ts). */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: ({ signal }) => callApi(sessionEndpoints.session, { signal }),
})

/** Called even if the dialog has been closed meanwhile. */
interface Handlers<Value> {
  onSuccess: (response: Value) => void
  onError: (error: Error) => void
}

interface Credentials {
  username: string
  password: string
}

export function useLogin(handlers: Handlers<ResponseOf<typeof sessionEndpoints.login>>) {
  return useMutation({
    mutationFn: (credentials: Credentials) => callApi(sessionEndpoints.login, { body: credentials }),
    ...handlers,
  })
}

interface Logout {
  /** Ends the sessions on all devices, not this one alone. */
  isEverywhere: boolean
}

export function useLogout(handlers: Handlers<ResponseOf<typeof sessionEndpoints.logout>>) {
  return useMutation({
    mutationFn: ({ isEverywhere }: Logout) =>
      callApi(sessionEndpoints.logout, { query: { everywhere: isEverywhere ? true : undefined } }),
    ...handlers,
  })
}

interface PasswordChange {
  currentPassword: string
  newPassword: string
}

export function useChangePassword(handlers: Handlers<ResponseOf<typeof sessionEndpoints.changePassword>>) {
  return useMutation({
    mutationFn: (change: PasswordChange) => callApi(sessionEndpoints.changePassword, { body: change }),
    ...handlers,
  })
}
