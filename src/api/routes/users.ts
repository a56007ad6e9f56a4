import { createAccountChanges } from '#accounts/account-changes.ts'
import { BUILT_IN_ACCOUNTS } from '#shared/account.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { UserResponse } from '#shared/api/users.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { AccountRow } from '#store/store.ts'
import type { Routes } from '../call.ts'
import { pathNumber, userNotFound } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

type UserRoutes = Pick<
  Routes<typeof endpoints>,
  'listUsers' | 'addUser' | 'resetPassword' | 'disableUser' | 'enableUser'
>

/** Accounts, for admins. */
export function userRoutes(deps: RouteDeps): UserRoutes {
  const { store } = deps
  const changes = createAccountChanges(deps)
  const withCount = async (account: AccountRow) =>
    userResponse(account, { websiteCount: await store.operations.countWebsites(account.ownerId) })
  return {
    listUsers: async () => {
      const users: UserResponse[] = []
      for (const account of await store.accounts.list()) users.push(await withCount(account))
      return users
    },

    addUser: async ({ readBody }) => {
      const { account, generatedPassword } = await changes.add(await readBody(endpoints.addUser.body))
      return { user: await withCount(account), generatedPassword }
    },

    resetPassword: async ({ pathId, readBody }) => {
      const { password } = await readBody(endpoints.resetPassword.body)
      return changes.resetPassword({ accountId: accountIdOf(pathId), password })
    },

    disableUser: async ({ pathId, session }) => {
      const byAccountId = session.account.id
      await changes.setDisabled({ accountId: accountIdOf(pathId), isDisabled: true, byAccountId })
      return { message: 'The user may no longer sign in' }
    },

    enableUser: async ({ pathId, session }) => {
      const byAccountId = session.account.id
      await changes.setDisabled({ accountId: accountIdOf(pathId), isDisabled: false, byAccountId })
      return { message: 'The user may sign in again' }
    },
  }
}

function accountIdOf(pathId: string): number {
  return pathNumber(pathId, { of: 'user', missing: userNotFound })
}

function userResponse(account: AccountRow, { websiteCount }: { websiteCount: number }): UserResponse {
  const { id, username, role, isDisabled, createdMs, lastSignInMs } = account
  return {
    id,
    username,
    role,
    isBuiltIn: BUILT_IN_ACCOUNTS.some(each => each.id === id),
    isDisabled,
    createdAt: isoTime(createdMs),
    lastSignInAt: isoTime(lastSignInMs),
    websiteCount,
  }
}
