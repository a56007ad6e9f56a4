/** The accounts of this server, for administrators. A refusal shows the server's message. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Role } from '#shared/account.ts'
import { userEndpoints } from '#shared/api/users.ts'
import { useToast } from '../state/toasts.ts'
import { callApi, serverMessage } from './api-client.ts'

const USERS_KEY = ['users'] as const

/** Fetches nothing unless `isEnabled`: the server refuses users who are not administrators. */
export function useUsers({ isEnabled }: { isEnabled: boolean }) {
  return useQuery({
    queryKey: USERS_KEY,
    queryFn: ({ signal }) => callApi(userEndpoints.listUsers, { signal }),
    enabled: isEnabled,
    staleTime: 0,
  })
}

/** `failedTitle` is the title of the toast after a failure. The list is fetched again in any case. */
function useUserChange<Change, Result>(failedTitle: string, change: (change: Change) => Promise<Result>) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: change,
    onError: error =>
      toast({ title: failedTitle, description: serverMessage(error) ?? error.message, variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: USERS_KEY }),
  })
}

export interface NewUser {
  username: string
  role: Role
  /** '' has the server generate one. */
  password: string
}

export function useAddUser() {
  return useUserChange('The user was not added', ({ username, role, password }: NewUser) =>
    callApi(userEndpoints.addUser, { body: { username, role, ...(password === '' ? {} : { password }) } }),
  )
}

/** A password of '' has the server generate one. */
export function useResetPassword() {
  return useUserChange(
    'The password was not reset',
    ({ accountId, password }: { accountId: number; password: string }) =>
      callApi(userEndpoints.resetPassword, { id: accountId, body: password === '' ? {} : { password } }),
  )
}

export function useSetDisabled() {
  return useUserChange(
    'The account was not changed',
    ({ accountId, isDisabled }: { accountId: number; isDisabled: boolean }) =>
      callApi(isDisabled ? userEndpoints.disableUser : userEndpoints.enableUser, { id: accountId }),
  )
}
