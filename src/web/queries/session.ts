/** Signing in and out, and what the server says about who is signed in. What follows from a change is the business of layout/auth.tsx. */

import { queryOptions, useMutation } from '@tanstack/react-query'
import { sessionEndpoints } from '#shared/api/session.ts'
import { callApi, type ResponseOf } from './api-client.ts'
import { queryKeys } from './query-client.ts'

/** Asked on each load and whenever a page becomes visible again (presence.ts). */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: ({ signal }) => callApi(sessionEndpoints.session, { signal }),
})

/** Called also when the dialog that asked has been closed meanwhile. */
interface Handlers<Value> {
  onSuccess: (answer: Value) => void
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
