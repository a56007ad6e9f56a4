import { createAccountChanges } from '#accounts/account-changes.ts'
import { tooManyAttempts } from '#accounts/attempt-limits.ts'
import { createSignIn, type SignInResult } from '#accounts/sign-in.ts'
import type { SignedInUser } from '#shared/account.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/errors.ts'
import type { AccountRow } from '#store/store.ts'
import type { Routes } from '../call.ts'
import type { RouteDeps } from './route-deps.ts'

type SessionRoutes = Pick<Routes<typeof endpoints>, 'login' | 'logout' | 'session' | 'changePassword'>

/** Signing in and out, and who is signed in. */
export function sessionRoutes(deps: RouteDeps): SessionRoutes {
  const signIn = createSignIn(deps)
  const changes = createAccountChanges(deps)
  return {
    login: async call => {
      const { username, password } = await call.readBody(endpoints.login.body)
      const { network: address, visitor } = call
      const result = await signIn({ username, password, address, deviceToken: visitor.deviceToken })
      if (!result.ok) throw refusal(result, deps.now())
      const movedWebsites = await visitor.signIn(result.account)
      return { user: signedInUser(result.account), movedWebsites }
    },

    logout: async ({ visitor }, { everywhere = false }) => {
      await visitor.session?.end({ everywhere })
      return { message: 'You have been logged out.' }
    },

    session: async ({ visitor }) => ({ user: visitor.account && signedInUser(visitor.account) }),

    changePassword: async ({ session, network, readBody }) => {
      const { currentPassword, newPassword } = await readBody(endpoints.changePassword.body)
      const { account, tokenHash } = session
      const changed = { account, currentPassword, newPassword, tokenHash, address: network }
      await session.renew(await changes.changeOwnPassword(changed))
      return { message: 'Your password has been changed. You have been signed out everywhere else.' }
    },
  }
}

function signedInUser({ id, username, role }: AccountRow): SignedInUser {
  return { id, username, role }
}

/** The same words for a wrong name, a wrong password and a disabled account. */
function refusal(result: Extract<SignInResult, { ok: false }>, nowMs: number): AppError {
  if (result.reason === 'wrong') return new AppError('unauthorized', 'Invalid username or password.')
  return tooManyAttempts(result.retryAtMs - nowMs)
}
