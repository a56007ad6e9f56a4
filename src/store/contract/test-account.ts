import type { Role } from '#shared/account.ts'
import type { AccountRow, Store } from '../store.ts'

/** Makes an account; its name must be free. */
export async function addTestAccount(
  store: Store,
  about: { id?: number; username?: string; role?: Role; passwordHash?: string; nowMs?: number } = {},
): Promise<AccountRow> {
  const account = await store.accounts.create({
    username: 'ada',
    role: 'user',
    passwordHash: '$argon2id$first',
    nowMs: 1_000,
    ...about,
  })
  if (!account) throw new Error('the name or the id is taken')
  return account
}

export async function openTestSession(
  store: Store,
  about: { accountId: number; tokenHash: string; nowMs?: number; endsMs?: number },
): Promise<void> {
  await store.sessions.open({ nowMs: 1_000, endsMs: 1_000_000_000, ...about })
}

/** Whether the session is valid at that time, far from any idle limit. */
export async function isSessionOpen(store: Store, tokenHash: string, nowMs = 1_000): Promise<boolean> {
  return (await store.sessions.find(tokenHash, { nowMs, idleMs: 1_000_000_000 })) !== null
}
