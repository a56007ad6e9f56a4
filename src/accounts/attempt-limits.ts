import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { AppError } from '#shared/errors.ts'
import type { AttemptLimit, AttemptStore } from '#store/store.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const FORGET_AFTER_MS = 24 * 60 * MINUTE_MS

export interface Guess {
  username: string
  address: string
  /** Of a device that has signed in to this account before; null or absent for all others. */
  deviceId?: string | null
}

/**
 * Limits for password attempts. A person who mistypes is hardly delayed, a machine that tries many names is, and attempts on one name from
 * many addresses delay its owner by at most a minute, and not at all on a device that has signed in before: its attempts are counted
 * apart. Keys are hashes, since users may type a password into the name field.
 */
export function guessLimits(guess: Guess): AttemptLimit[] {
  const { both, address, name, device } = keysOf(guess)
  const pauses = { firstPauseMs: SECOND_MS, maxPauseMs: 15 * MINUTE_MS, forgetAfterMs: FORGET_AFTER_MS }
  if (device !== null) return [{ key: device, freeTries: 5, ...pauses }]
  return [
    { key: both, freeTries: 5, ...pauses },
    { key: address, freeTries: 20, ...pauses },
    { key: name, freeTries: 50, ...pauses, maxPauseMs: MINUTE_MS },
  ]
}

/**
 * A correct password clears the attempts at this name. Those at other names from the same address stay counted, except this one, so that
 * many users behind one address can sign in.
 */
export async function forgetGuesses(attempts: AttemptStore, guess: Guess): Promise<void> {
  const { both, address, name, device } = keysOf(guess)
  await attempts.forget(device === null ? [both, name] : [both, name, device])
  if (device === null) await attempts.giveBack([address])
}

/** Limit for tests of credentials: a person corrects a few mistakes, and this server guesses the passwords of no other website. */
export function accessTestLimit(ownerId: number): AttemptLimit {
  const key = keyOf('access tests of', String(ownerId))
  return { key, freeTries: 20, firstPauseMs: MINUTE_MS, maxPauseMs: 15 * MINUTE_MS, forgetAfterMs: 60 * MINUTE_MS }
}

/** Limits for mails with a code, which a user can have sent to someone else. */
export function codeMailLimits({ ownerId, to }: { ownerId: number; to: string }): AttemptLimit[] {
  const pauses = { firstPauseMs: 10 * MINUTE_MS, maxPauseMs: FORGET_AFTER_MS, forgetAfterMs: FORGET_AFTER_MS }
  return [
    { key: keyOf('code mails of', String(ownerId)), freeTries: 10, ...pauses },
    { key: keyOf('code mails to', to.toLowerCase()), freeTries: 3, ...pauses },
  ]
}

/** Limits for the password of a share link: of those who try from one network, and of all together. */
export function linkPasswordLimits({ linkId, address }: { linkId: number; address: string }): AttemptLimit[] {
  const pauses = { firstPauseMs: SECOND_MS, maxPauseMs: 15 * MINUTE_MS, forgetAfterMs: FORGET_AFTER_MS }
  return [
    { key: keyOf('password of link', String(linkId), networkOf(address)), freeTries: 5, ...pauses },
    { key: keyOf('password of link', String(linkId)), freeTries: 50, ...pauses, maxPauseMs: MINUTE_MS },
  ]
}

/** Limit for names of users that do not exist, so that inviting lists none. */
export function unknownNameLimit(ownerId: number): AttemptLimit {
  const key = keyOf('unknown names by', String(ownerId))
  return { key, freeTries: 20, firstPauseMs: MINUTE_MS, maxPauseMs: 15 * MINUTE_MS, forgetAfterMs: FORGET_AFTER_MS }
}

interface Keys {
  both: string
  address: string
  name: string
  device: string | null
}

function keysOf({ username, address, deviceId = null }: Guess): Keys {
  // Normalised as in the store: another spelling of a name counts as the same name.
  const name = username.trim().normalize('NFKC').toLowerCase()
  const network = networkOf(address)
  return {
    both: keyOf('name and address', name, network),
    address: keyOf('address', network),
    name: keyOf('name', name),
    device: deviceId === null ? null : keyOf('device', name, deviceId),
  }
}

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

const IPV6_NETWORK_BYTES = 8

/**
 * The network that limits count: an IPv4 address (also one mapped into IPv6) counts as itself, an IPv6 address as its /64, the smallest
 * network of a subscriber (RFC 6177). Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = parsed.toByteArray().map((byte, index) => (index < IPV6_NETWORK_BYTES ? byte : 0))
  return `${ipaddr.fromByteArray(network).toString()}/64`
}

const MINUTE_SECONDS = 60

/** The error for a user whose next attempt is possible in `waitMs`. */
export function tooManyAttempts(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND_MS))
  const wait =
    seconds <= MINUTE_SECONDS ? counted(seconds, 'second') : counted(Math.ceil(seconds / MINUTE_SECONDS), 'minute')
  return new AppError('too-many', `Too many attempts. Please try again in ${wait}.`, { retryAfterSeconds: seconds })
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
