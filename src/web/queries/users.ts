/** The accounts of this server and what an administrator may do to them. A refusal is shown in the server's own words. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Role } from '#shared/account.ts'
import { userEndpoints } from '#shared/api/users.ts'
import { useToast } from '../state/toasts.ts'
import { callApi, serverTexts } from './api-client.ts'

const USERS_KEY = ['users'] as const

/** Asks nothing unless `isEnabled`: whoever is not an administrator is refused anyway. */
export function useUsers({ isEnabled }: { isEnabled: boolean }) {
  return useQuery({
    queryKey: USERS_KEY,
    queryFn: ({ signal }) => callApi(userEndpoints.listUsers, { signal }),
    enabled: isEnabled,
    staleTime: 0,
  })
}

/** `failedTitle` heads the toast of a refusal. Whatever happened, the list is asked for again. */
function useUserChange<Change, Result>(failedTitle: string, change: (change: Change) => Promise<Result>) {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: change,
    onError: error =>
      toast({ title: failedTitle, description: serverTexts(error) ?? error.message, variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: USERS_KEY }),
  })
}

export interface NewUser {
  username: string
  role: Role
  /** '' has one made. */
  password: string
}

export function useAddUser() {
  return useUserChange('The user was not added', ({ username, role, password }: NewUser) =>
    callApi(userEndpoints.addUser, { body: { username, role, ...(password === '' ? {} : { password }) } }),
  )
}

/** A password of '' has one made. */
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
