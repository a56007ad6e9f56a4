import { BUILT_IN_ACCOUNTS } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import { hashPassword, needsRehash, SALT_BYTES, verifyPassword } from './password-hash.ts'
import { generatePassword, passwordProblem } from './password-policy.ts'
import type { AccountDeps } from './sign-in.ts'

type BuiltInAccount = (typeof BUILT_IN_ACCOUNTS)[number]

/** By username; null: not set. */
export type BuiltInPasswords = Record<BuiltInAccount['username'], string | null>

/**
 * Creates missing built-in accounts and returns the passwords that it generated for them, which are not stored. A
 * password of the settings wins over the stored one: when it differs, it replaces it and ends the account's sessions.
 *
 * @throws AppError bad-request for a poor password of the settings, naming the account; nothing is changed then.
 */
export async function ensureBuiltInAccounts(
  deps: AccountDeps,
  passwords: BuiltInPasswords,
): Promise<{ username: string; password: string }[]> {
  for (const { username } of BUILT_IN_ACCOUNTS) {
    const password = passwords[username]
    const problem = password === null ? null : passwordProblem(password, username)
    if (problem !== null) throw new AppError('bad-request', `The password set for the account ${username}: ${problem}.`)
  }
  const generated: { username: string; password: string }[] = []
  for (const account of BUILT_IN_ACCOUNTS) {
    const password = await ensureAccount(deps, { builtIn: account, wanted: passwords[account.username] })
    if (password !== null) generated.push({ username: account.username, password })
  }
  return generated
}

/** The password that was generated for it, if one was. */
async function ensureAccount(
  { store, now, randomBytes, passwordCost }: AccountDeps,
  { builtIn, wanted }: { builtIn: BuiltInAccount; wanted: string | null },
): Promise<string | null> {
  const hash = (password: string) => hashPassword(password, randomBytes(SALT_BYTES), passwordCost)
  const { id, username } = builtIn
  const account = await store.accounts.find(id)
  if (!account) {
    const password = wanted ?? generatePassword(randomBytes)
    const made = await store.accounts.create({ ...builtIn, passwordHash: await hash(password), nowMs: now() })
    if (!made) throw new Error(`the name of the built-in account ${username} belongs to another account`)
    return wanted === null ? password : null
  }
  if (wanted === null) return null
  if (!(await verifyPassword(wanted, account.passwordHash)))
    await store.accounts.setPassword({ accountId: id, passwordHash: await hash(wanted), nowMs: now() })
  else if (needsRehash(account.passwordHash, passwordCost))
    await store.accounts.rehash(id, { from: account.passwordHash, to: await hash(wanted) })
  return null
}
