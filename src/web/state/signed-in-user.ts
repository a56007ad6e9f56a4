/**
 * Who is signed in, as the browser keeps it for display: shown at once on each load, and the word to the other tabs. It opens
 * nothing: the session is an HttpOnly cookie, and every permission is the server's.
 */
import { type SignedInUser, signedInUserSchema } from '#shared/account.ts'
import { STORAGE_KEY_AUTH_USER } from '#shared/constants.ts'
import type { BrowserStorage } from './browser-storage.ts'

/** null when nobody is signed in, and for a value that is none of ours. */
export function readAuthUser(storage: BrowserStorage): SignedInUser | null {
  const stored = storage.read(STORAGE_KEY_AUTH_USER)
  if (stored === null) return null
  try {
    const user = signedInUserSchema.safeParse(JSON.parse(stored))
    return user.success ? user.data : null
  } catch (cause) {
    console.warn('the stored user could not be read', cause)
    return null
  }
}

/** null forgets. */
export function writeAuthUser(storage: BrowserStorage, user: SignedInUser | null): void {
  if (user === null) storage.remove(STORAGE_KEY_AUTH_USER)
  else storage.write(STORAGE_KEY_AUTH_USER, JSON.stringify({ id: user.id, username: user.username, role: user.role }))
}
