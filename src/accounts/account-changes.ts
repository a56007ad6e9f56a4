import { type Role, usernameSchema } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import type { AccountRow } from '#store/store.ts'
import { forgetGuesses, guessLimits, tooManyAttempts } from './attempt-limits.ts'
import { createGate } from './gate.ts'
import { hashPassword, SALT_BYTES, verifyPassword } from './password-hash.ts'
import { generatePassword, passwordProblem } from './password-policy.ts'
import type { AccountDeps } from './sign-in.ts'

/** What administrators and users change about accounts. A generated password is only returned, never stored. */
export interface AccountChanges {
  /** @throws AppError conflict when the name is taken, bad-request for a name that cannot be one or a poor password. */
  add(account: NewUser): Promise<{ account: AccountRow; generatedPassword: string | null }>
  /** Ends all sessions of the account. @throws AppError not-found, bad-request for a poor password. */
  resetPassword(change: PasswordReset): Promise<{ generatedPassword: string | null }>
  /**
   * Ends all other sessions of the account. A wrong current password counts as a guess.
   *
   * @throws AppError forbidden for a wrong current password, too-many, bad-request for a poor new one.
   */
  changeOwnPassword(change: OwnPasswordChange): Promise<AccountRow>
  /** @throws AppError not-found, conflict for one's own account and for the last administrator. */
  setDisabled(change: DisabledChange): Promise<void>
}

export interface NewUser {
  username: string
  role: Role
  /** Generated when absent. */
  password?: string | undefined
}

export interface PasswordReset {
  accountId: number
  /** Generated when absent. */
  password?: string | undefined
}

export interface OwnPasswordChange {
  account: AccountRow
  currentPassword: string
  newPassword: string
  /** Of the session that stays. */
  tokenHash: string
  /** IP address of the client. */
  address: string
}

export interface DisabledChange {
  accountId: number
  isDisabled: boolean
  /** null for the operator at the command line. */
  byAccountId: number | null
}

const MAX_WAITING = 64

export function createAccountChanges(deps: AccountDeps): AccountChanges {
  const { accounts, attempts } = deps.store
  // One after another: two administrators who disable each other would both be the last but one, and a password that is being
  // changed must not outlive its reset.
  const inTurn = createGate({ atOnce: 1, maxWaiting: MAX_WAITING })
  const hash = (password: string) => hashPassword(password, deps.randomBytes(SALT_BYTES), deps.passwordCost)

  const existing = async (accountId: number): Promise<AccountRow> => {
    const account = await accounts.find(accountId)
    if (!account) throw new AppError('not-found', 'There is no such user')
    return account
  }

  return {
    async add({ username, role, password }) {
      const name = validUsername(username)
      const chosen = choosePassword({ password, username: name }, deps)
      const passwordHash = await hash(chosen.password)
      const account = await accounts.create({ username: name, role, passwordHash, nowMs: deps.now() })
      if (!account) throw new AppError('conflict', `The username ${name} is taken`)
      return { account, generatedPassword: chosen.generatedPassword }
    },

    resetPassword: ({ accountId, password }) =>
      inTurn(async () => {
        const { username } = await existing(accountId)
        const chosen = choosePassword({ password, username }, deps)
        await accounts.setPassword({ accountId, passwordHash: await hash(chosen.password), nowMs: deps.now() })
        return { generatedPassword: chosen.generatedPassword }
      }),

    async changeOwnPassword({ account, currentPassword, newPassword, tokenHash, address }) {
      refusePoorPassword(newPassword, account.username)
      const guess = { username: account.username, address }
      const taken = await attempts.take(guessLimits(guess), deps.now())
      if (!taken.ok) throw tooManyAttempts(taken.retryAtMs - deps.now())
      return await inTurn(async () => {
        const before = await existing(account.id)
        if (!(await verifyPassword(currentPassword, before.passwordHash)))
          throw new AppError('forbidden', 'The current password is wrong')
        const passwordHash = await hash(newPassword)
        await accounts.setPassword({ accountId: before.id, passwordHash, nowMs: deps.now(), keptTokenHash: tokenHash })
        await forgetGuesses(attempts, guess)
        return { ...before, passwordHash }
      })
    },

    setDisabled: ({ accountId, isDisabled, byAccountId }) =>
      inTurn(async () => {
        const account = await existing(accountId)
        if (isDisabled) {
          if (accountId === byAccountId) throw new AppError('conflict', 'You cannot disable your own account')
          const others = (await accounts.list()).filter(each => each.id !== accountId)
          if (account.role === 'admin' && !others.some(each => each.role === 'admin' && !each.isDisabled))
            throw new AppError('conflict', 'The last administrator cannot be disabled')
        }
        await accounts.setDisabled(accountId, isDisabled)
      }),
  }
}

function validUsername(username: string): string {
  const parsed = usernameSchema.safeParse(username)
  if (!parsed.success) throw new AppError('bad-request', parsed.error.issues[0]?.message ?? 'Enter a username')
  return parsed.data
}

/** The given password, or a new one. */
function choosePassword(
  { password, username }: { password: string | undefined; username: string },
  { randomBytes }: Pick<AccountDeps, 'randomBytes'>,
): { password: string; generatedPassword: string | null } {
  if (password !== undefined) {
    refusePoorPassword(password, username)
    return { password, generatedPassword: null }
  }
  const generatedPassword = generatePassword(randomBytes)
  return { password: generatedPassword, generatedPassword }
}

function refusePoorPassword(password: string, username: string): void {
  const problem = passwordProblem(password, username)
  if (problem !== null) throw new AppError('bad-request', problem)
}
