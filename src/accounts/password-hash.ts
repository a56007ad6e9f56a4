import { argon2, timingSafeEqual } from 'node:crypto'
import { createGate } from './gate.ts'
import { type Argon2idCost, formatPhc, parsePhc } from './phc-string.ts'
import { preparedPassword } from './prepared-password.ts'

/** The least cost that the OWASP Password Storage Cheat Sheet names for Argon2id; about 40 ms on one core. */
const COST: Argon2idCost = { memoryKib: 19_456, passes: 2, parallelism: 1 }
export const SALT_BYTES = 16
const HASH_BYTES = 32

/** One for the whole process: hashing shares threads with file access and name resolution, and each takes 19 MiB. */
const gate = createGate({ atOnce: 2, maxWaiting: 64 })

/**
 * As costly to verify as any other hash, and no password is known to match it: for names that nobody has, so that an answer
 * takes as long as for names that somebody has.
 */
export const HASH_OF_NOBODY = formatPhc({
  cost: COST,
  salt: new Uint8Array(SALT_BYTES),
  hash: new Uint8Array(HASH_BYTES),
})

/** Argon2id (RFC 9106) in the PHC string format. @throws AppError unavailable when too many wait to be hashed. */
export async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  const hash = await derive({ password, salt, cost: COST, hashBytes: HASH_BYTES })
  return formatPhc({ cost: COST, salt, hash })
}

/**
 * Compares in constant time.
 *
 * @throws Error when the stored hash is malformed; AppError unavailable when too many wait to be hashed.
 */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const { cost, salt, hash } = parsePhc(phc)
  return timingSafeEqual(hash, await derive({ password, salt, cost, hashBytes: hash.length }))
}

/** Whether the hash was made at another cost than new ones are. @throws Error when the stored hash is malformed. */
export function needsRehash(phc: string): boolean {
  const { cost, salt, hash } = parsePhc(phc)
  const isSameCost =
    cost.memoryKib === COST.memoryKib && cost.passes === COST.passes && cost.parallelism === COST.parallelism
  return !isSameCost || salt.length !== SALT_BYTES || hash.length !== HASH_BYTES
}

interface Derivation {
  password: string
  salt: Uint8Array
  cost: Argon2idCost
  hashBytes: number
}

function derive({ password, salt, cost, hashBytes }: Derivation): Promise<Uint8Array> {
  const parameters = {
    message: Buffer.from(preparedPassword(password)),
    nonce: salt,
    memory: cost.memoryKib,
    passes: cost.passes,
    parallelism: cost.parallelism,
    tagLength: hashBytes,
  }
  return gate(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', parameters, (error, hash) => (error ? reject(error) : resolve(hash)))
      }),
  )
}
