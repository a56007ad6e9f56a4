/**
 * Argon2id hashes in the PHC string format (github.com/P-H-C/phc-string-format): `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, base64
 * without padding. Parsing is strict and bounded: a stored hash decides how much memory and time verifying it takes.
 */
export interface Argon2idHash {
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
