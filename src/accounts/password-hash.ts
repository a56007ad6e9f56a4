import { argon2, timingSafeEqual } from 'node:crypto'
import { createGate } from './gate.ts'

/** The least cost that the OWASP Password Storage Cheat Sheet names for Argon2id; about 40 ms on one core. */
export const PASSWORD_COST: Argon2idCost = { memoryKib: 19_456, passes: 2, parallelism: 1 }
export const SALT_BYTES = 16
const HASH_BYTES = 32

/** One for the whole process: hashing shares threads with file access and name resolution, and each takes 19 MiB. */
const gate = createGate({ atOnce: 2, maxWaiting: 64 })

/**
 * As costly to verify as any other hash, and no password is known to match it: for unknown names, so that a response
 * takes as long as for existing names.
 */
export function unknownUserHash(cost: Argon2idCost): string {
  return formatPhc({ cost, salt: new Uint8Array(SALT_BYTES), hash: new Uint8Array(HASH_BYTES) })
}

/** Argon2id (RFC 9106) in the PHC string format. @throws AppError unavailable when too many wait to be hashed. */
export async function hashPassword(password: string, salt: Uint8Array, cost: Argon2idCost): Promise<string> {
  const hash = await derive({ password, salt, cost, hashBytes: HASH_BYTES })
  return formatPhc({ cost, salt, hash })
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

/** Whether the hash was made at another cost than new ones are, which is `wanted`. @throws Error when the stored hash is malformed. */
export function needsRehash(phc: string, wanted: Argon2idCost): boolean {
  const { cost, salt, hash } = parsePhc(phc)
  const isSameCost =
    cost.memoryKib === wanted.memoryKib && cost.passes === wanted.passes && cost.parallelism === wanted.parallelism
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

/**
 * Argon2id hashes in the PHC string format (github.com/P-H-C/phc-string-format): `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, base64
 * without padding. Parsing is strict and bounded: a stored hash decides how much memory and time verifying it takes.
 */
interface Argon2idHash {
  cost: Argon2idCost
  salt: Uint8Array
  hash: Uint8Array
}

export interface Argon2idCost {
  memoryKib: number
  passes: number
  parallelism: number
}

const FORM = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/
const MAX_CHARACTERS = 250
const MAX_MEMORY_KIB = 262_144
const MAX_PASSES = 16
/** Argon2 needs eight blocks of 1 KiB for each lane (RFC 9106, 3.1). */
const MIN_MEMORY_KIB_PER_LANE = 8

export function formatPhc({ cost, salt, hash }: Argon2idHash): string {
  const { memoryKib, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`
}

/** @throws Error when the text is no such hash: what is stored was written by us. */
export function parsePhc(text: string): Argon2idHash {
  const match = text.length <= MAX_CHARACTERS ? FORM.exec(text) : null
  const [, memory = '', passes = '', lanes = '', salt = '', hash = ''] = match ?? []
  const parsed = {
    cost: { memoryKib: Number(memory), passes: Number(passes), parallelism: Number(lanes) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
  // Formatting it again finds leading zeros and base64 that has more than one spelling.
  if (!match || !isWithinBounds(parsed.cost) || formatPhc(parsed) !== text)
    throw new Error('a stored password hash is malformed')
  return parsed
}

function isWithinBounds({ memoryKib, passes, parallelism }: Argon2idCost): boolean {
  const isMemoryFit = memoryKib >= MIN_MEMORY_KIB_PER_LANE * parallelism && memoryKib <= MAX_MEMORY_KIB
  return isMemoryFit && parallelism >= 1 && passes >= 1 && passes <= MAX_PASSES
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '')
}

/** A password as it is hashed and checked (RFC 8265, OpaqueString): NFC, every space as U+0020, case kept. */
export function preparedPassword(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC')
}
