import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Secrets as they are stored: encrypted and authenticated by AES-256-GCM, with a nonce of their own. `owner` names the row that they
 * belong to, so that they cannot be read from another.
 */

export const SEAL_KEY_BYTES = 32
const ALGORITHM = 'aes-256-gcm'
/** Of the layout: this byte, nonce, tag, encrypted bytes. */
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES

export function seal(text: string, sealing: { key: Uint8Array; owner: string }): Uint8Array {
  return sealBytes(Buffer.from(text), sealing)
}

/** null for what another key or owner has sealed, and for damaged bytes. */
export function unseal(sealed: Uint8Array, sealing: { key: Uint8Array; owner: string }): string | null {
  const bytes = unsealBytes(sealed, sealing)
  return bytes === null ? null : Buffer.from(bytes).toString('utf8')
}

export function sealBytes(bytes: Uint8Array, { key, owner }: { key: Uint8Array; owner: string }): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), encrypted])
}

/** As `unseal`. */
export function unsealBytes(sealed: Uint8Array, { key, owner }: { key: Uint8Array; owner: string }): Uint8Array | null {
  const bytes = Buffer.from(sealed)
  if (bytes[0] !== VERSION || bytes.length < HEAD_BYTES) return null
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(1 + NONCE_BYTES, HEAD_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
