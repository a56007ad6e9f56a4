import assert from 'node:assert/strict'
import { isFullMeasure } from '../support/measure.ts'
import { until } from '../support/until.ts'
import type { FamilyReport } from './family.ts'
import { jsonPost, passwords, type Target } from './target.ts'
import { forwardedFor, freshAddress } from './visitor-address.ts'
import type { WireResponse } from './wire.ts'

/** Guessing passwords: of one name, of many names, from many IP addresses, all at once; and learning which names there are. */
export async function guessing({ direct, proxied }: { direct: Target; proxied: Target }, family: FamilyReport) {
  await oneName(proxied, family)
  await manyNames(proxied, family)
  await oneNetwork(proxied, family)
  await manyAddresses(proxied, family)
  await randomUrls(direct, family)
  await ownPassword(proxied, family)
  await namesThatExist(proxied, family)
}

/** Free tries of the documentation (docs/security.md), and the longest first pause. */
const FREE_TRIES = { nameAndAddress: 5, address: 20, name: 50 }
const GUESSES = isFullMeasure ? 300 : 100
const AT_ONCE = 25
const LOGIN = '/api/login'

interface Guess {
  username: string
  password?: string
  /** X-Forwarded-For. */
  from: string
}

function guess(target: Target, { username, password = 'not the password', from }: Guess): Promise<WireResponse> {
  const request = jsonPost(LOGIN, { body: { username, password } })
  return target.send({ ...request, headers: [...(request.headers ?? []), forwardedFor(from)] })
}

interface Burst {
  what: string
  freeTries: number
  count: number
  send(index: number): Promise<WireResponse>
}

/** Each guess that was checked rather than turned away is an attempt that may be too many. */
export async function burst(family: FamilyReport, { what, freeTries, count, send }: Burst): Promise<void> {
  const startedMs = performance.now()
  const statuses: number[] = []
  for (let start = 0; start < count; start += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) => start + index)
    const responses = await Promise.all(indexes.map(send))
    statuses.push(...responses.map(response => response.status))
  }
  const checked = statuses.filter(status => status === 401).length
  const allowed = freeTries + pausesWithin(performance.now() - startedMs)
  assert.ok(checked > 0, `${what}: the first is checked`)
  for (const status of statuses) {
    const isKnown = [401, 429, 503].includes(status)
    family.tried(what, isKnown ? null : `status ${status}`)
  }
  family.tried(`${what}, all together`, checked <= allowed ? null : `${checked} were checked, ${allowed} may be`)
}

/** Passwords at the way in. */
function guesses(
  target: Target,
  family: FamilyReport,
  { what, freeTries, guessOf }: { what: string; freeTries: number; guessOf: (index: number) => Guess },
): Promise<void> {
  return burst(family, { what, freeTries, count: GUESSES, send: index => guess(target, guessOf(index)) })
}

/** Pauses double from a second: how many may have passed since the last free try. */
function pausesWithin(elapsedMs: number): number {
  return Math.floor(Math.log2(elapsedMs / 1_000 + 1))
}

async function oneName(target: Target, family: FamilyReport): Promise<void> {
  const from = freshAddress()
  const names = ['admin', 'ADMIN', ' admin', 'Admin ', 'ａｄｍｉｎ']
  const guessOf = (index: number) => ({ username: names[index % names.length] ?? '', from, password: `guess ${index}` })
  await guesses(target, family, { what: 'one name', freeTries: FREE_TRIES.nameAndAddress, guessOf })
  // Where responses take long the last pause may have ended: the next guess that is checked begins a longer one.
  await until(async () => (await guess(target, guessOf(0))).status === 401)
  const right = await guess(target, { username: 'admin', password: passwords.admin, from })
  family.refused('the right one after too many', right, [429])
  const elsewhere = await guess(target, { username: 'admin', password: passwords.admin, from: freshAddress() })
  assert.equal(elsewhere.status, 200, 'a stranger does not lock the owner out')
}

async function manyNames(target: Target, family: FamilyReport): Promise<void> {
  const from = freshAddress()
  const guessOf = (index: number) => ({ username: `name-${index}`, from })
  await guesses(target, family, { what: 'many names', freeTries: FREE_TRIES.address, guessOf })
}

/** A client that has an IPv6 address has 2^64 of them. */
async function oneNetwork(target: Target, family: FamilyReport): Promise<void> {
  const guessOf = (index: number) => ({ username: 'user', from: `2001:db8:7:7::${index.toString(16)}` })
  await guesses(target, family, { what: 'one IPv6 network', freeTries: FREE_TRIES.nameAndAddress, guessOf })
}

async function manyAddresses(target: Target, family: FamilyReport): Promise<void> {
  const guessOf = () => ({ username: 'no-such-user', from: freshAddress() })
  await guesses(target, family, { what: 'one name from everywhere', freeTries: FREE_TRIES.name, guessOf })
}

/** Headers of an untrusted client are ignored. */
async function randomUrls(target: Target, family: FamilyReport): Promise<void> {
  const guessOf = () => ({ username: 'admin', from: freshAddress() })
  await guesses(target, family, { what: 'made-up IP addresses', freeTries: FREE_TRIES.nameAndAddress, guessOf })
}

/** A stolen session does not help to learn the password. */
async function ownPassword(target: Target, family: FamilyReport): Promise<void> {
  const cookie = await target.sessionOf('user')
  const from = forwardedFor(freshAddress())
  const startedMs = performance.now()
  let checked = 0
  for (let index = 0; index < 30; index++) {
    const body = { currentPassword: `guess ${index}`, newPassword: 'a password of the attacker' }
    const request = jsonPost('/api/password', { cookie, body })
    const response = await target.send({ ...request, headers: [...(request.headers ?? []), from] })
    family.refused('the current password', response, [403, 429])
    if (response.status === 403) checked += 1
  }
  const allowed = FREE_TRIES.nameAndAddress + pausesWithin(performance.now() - startedMs)
  family.tried('the current password, all together', checked <= allowed ? null : `${checked} were checked`)
}

async function namesThatExist(target: Target, family: FamilyReport): Promise<void> {
  const admin = await target.sessionOf('admin')
  const body = { username: 'gone', role: 'user', password: 'long gone and forgotten' }
  assert.equal((await target.send(jsonPost('/api/users', { cookie: admin, body }))).status, 200)
  const account = await target.store.accounts.findByName('gone')
  await target.store.accounts.setDisabled(account?.id ?? 0, true)
  const unknown = await guess(target, { username: 'no-such-name', from: freshAddress() })
  assert.equal(unknown.status, 401)
  const others: [what: string, username: string, password: string][] = [
    ['a name that exists', 'admin', 'not the password'],
    ['a disabled name', 'gone', 'not the password'],
    ['a disabled name with its password', 'gone', body.password],
    ['no name', '', 'not the password'],
    ['no password', 'admin', ''],
    ['a prototype’s name', '__proto__', 'not the password'],
    ['a name that cannot be', 'no such/name', 'not the password'],
  ]
  for (const [what, username, password] of others) {
    const response = await guess(target, { username, password, from: freshAddress() })
    family.tried(what, shape(response) === shape(unknown) ? null : `${shape(response)} instead of ${shape(unknown)}`)
  }
}

/** All that can be distinguished but the time of day. */
function shape({ status, headers, body }: WireResponse): string {
  return JSON.stringify([status, headers.filter(([name]) => name !== 'date'), body])
}
