import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AccountRow } from '#store/store.ts'

/**
 * Proof that a device has signed in to an account before (OWASP, "device cookies"): a random id, signed with the account's password
 * hash. Nothing is stored, and a new password makes every device unknown again. It signs no one in; it only gives the attempts of its
 * device a count of their own, so that strangers who guess a name do not make its owner wait.
 */

const DEVICE_ID_BYTES = 16
const TOKEN_FORM = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/

export function createDeviceToken(account: AccountRow, randomBytes: (size: number) => Uint8Array): string {
  const deviceId = Buffer.from(randomBytes(DEVICE_ID_BYTES)).toString('base64url')
  return `${deviceId}.${signature(deviceId, account).toString('base64url')}`
}

/** The id of the device when the token was made for this account and its present password; else null. */
export function knownDeviceId(token: string | null, account: AccountRow): string | null {
  const [, deviceId = '', signed = ''] = TOKEN_FORM.exec(token ?? '') ?? []
  if (deviceId === '') return null
  return timingSafeEqual(Buffer.from(signed, 'base64url'), signature(deviceId, account)) ? deviceId : null
}

function signature(deviceId: string, { id, passwordHash }: AccountRow): Buffer {
  return createHmac('sha256', passwordHash)
    .update(JSON.stringify([id, deviceId]))
    .digest()
}
