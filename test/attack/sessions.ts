import assert from 'node:assert/strict'
import { endpoints } from '#shared/api/endpoints.ts'
import type { FamilyReport } from './family.ts'
import { getAs, jsonPost, passwords, type Target } from './target.ts'
import { forwardedFor, freshAddress } from './visitor-address.ts'
import { headersOf, type WireResponse } from './wire.ts'

/**
 * Acting as a user without their password: with a cookie that was planted before they signed in, one that has had its time, or one
 * that was guessed. The target stands behind a trusted proxy and is reached by https.
 */
export async function sessions(target: Target, family: FamilyReport): Promise<void> {
  await plantedCookies(target, family)
  await endedSessions(target, family)
  await expiredSessions(target, family)
  await guessedCookies(target, family)
  await doubledCookies(target, family)
}

const NAME = '__Host-sitesounder_session'
const VISITOR_NAME = '__Host-sitesounder_visitor'

interface Login {
  username: string
  password: string
  /** Cookie header that is sent along. */
  cookie?: string
}

/** From an IP address of its own, so that no limit stands against it. */
export async function login(target: Target, { username, password, cookie }: Login): Promise<WireResponse> {
  const request = jsonPost('/api/login', { body: { username, password }, ...(cookie !== undefined && { cookie }) })
  const response = await target.send({
    ...request,
    headers: [...(request.headers ?? []), forwardedFor(freshAddress())],
  })
  assert.equal(response.status, 200, response.body)
  return response
}

export function sessionCookieOf(response: WireResponse): string {
  const line = headersOf(response, 'set-cookie').find(each => /sitesounder_session=[^;]/.test(each))
  assert.ok(line, 'a session begins')
  return line.split(';')[0] ?? ''
}

/** Whose session a Cookie header opens; null for none. */
async function passesFor(target: Target, cookie: string): Promise<string | null> {
  const session = await target.send(getAs(cookie, '/api/session'))
  const { user } = endpoints.session.response.parse(JSON.parse(session.body))
  const users = await target.send(getAs(cookie, '/api/users'))
  if (user === null && users.status === 403) return null
  return `${user?.username ?? 'no user'} is signed in, the users respond with ${users.status}`
}

async function checkSignedOut(
  target: Target,
  family: FamilyReport,
  { what, cookie }: { what: string; cookie: string },
) {
  family.tried(what, await passesFor(target, cookie))
}

async function plantedCookies(target: Target, family: FamilyReport): Promise<void> {
  const ofAttacker = await target.sessionOf('user')
  const ended = await target.sessionOf('admin', { openedMs: Date.now() - 20_000, endsMs: Date.now() - 10_000 })
  const visitor = await target.newVisitor()
  const made = 'A'.repeat(43)
  const planted: [what: string, cookie: string][] = [
    ['a made-up session', `${NAME}=${made}`],
    ['the attacker’s own session', ofAttacker],
    ['an ended session', ended],
    ['a visitor’s secret', visitor.replace(VISITOR_NAME, NAME)],
    ['an empty session', `${NAME}=`],
    ['two sessions', `${NAME}=${made}; ${NAME}=${'B'.repeat(43)}`],
    ['a session without the prefix', `sitesounder_session=${made}`],
    ['a session as parameter of the path', `${NAME}=${made}; Path=/`],
  ]
  for (const [what, cookie] of planted) {
    const response = await login(target, { username: 'admin', password: passwords.admin, cookie })
    const given = sessionCookieOf(response)
    family.tried(`${what} is taken up`, cookie.includes(given.split('=')[1] ?? '') ? given : null)
    await checkSignedOut(target, family, { what: `${what} after the sign-in`, cookie })
    assert.ok(await passesFor(target, given), 'the new session is signed in')
  }
  const response = await login(target, { username: 'admin', password: passwords.admin, cookie: visitor })
  const isDropped = headersOf(response, 'set-cookie').some(line => line.startsWith(`${VISITOR_NAME}=;`))
  family.tried('the visitor’s cookie stays after the sign-in', isDropped ? null : 'it is not deleted')
}

/** A user of the attacker's liking, with two sessions open. */
export async function victim(target: Target, admin: string, username: string) {
  const password = `thistle-harbour-lamp-${username}`
  target.secrets.add(password)
  const added = await target.send(jsonPost('/api/users', { cookie: admin, body: { username, role: 'user', password } }))
  assert.equal(added.status, 200, added.body)
  const { user } = endpoints.addUser.response.parse(JSON.parse(added.body))
  const stolen = sessionCookieOf(await login(target, { username, password }))
  const other = sessionCookieOf(await login(target, { username, password }))
  return { id: user.id, username, password, stolen, other }
}

export type Victim = Awaited<ReturnType<typeof victim>>

/** Each ends the stolen session. */
const endings: Record<string, (target: Target, on: Victim & { admin: string }) => Promise<WireResponse>> = {
  'a sign-in with it': (target, { username, password, stolen }) =>
    login(target, { username, password, cookie: stolen }),
  'a sign-out': (target, { stolen }) => target.send(jsonPost('/api/logout', { cookie: stolen })),
  'a sign-out everywhere': (target, { other }) =>
    target.send(jsonPost('/api/logout?everywhere=true', { cookie: other })),
  'a change of password elsewhere': (target, { other, password }) =>
    target.send(jsonPost('/api/password', { cookie: other, body: newPassword(target, password) })),
  'a change of password with it': (target, { stolen, password }) =>
    target.send(jsonPost('/api/password', { cookie: stolen, body: newPassword(target, password) })),
  'a reset by the admin': (target, { admin, id }) =>
    target.send(jsonPost(`/api/users/${id}/password`, { cookie: admin, body: {} })),
  'being disabled': (target, { admin, id }) => target.send(jsonPost(`/api/users/${id}/disable`, { cookie: admin })),
  'being disabled and enabled': async (target, { admin, id }) => {
    await target.send(jsonPost(`/api/users/${id}/disable`, { cookie: admin }))
    return await target.send(jsonPost(`/api/users/${id}/enable`, { cookie: admin }))
  },
}

function newPassword(target: Target, password: string) {
  const changed = `another ${password}`
  target.secrets.add(changed)
  return { currentPassword: password, newPassword: changed }
}

async function endedSessions(target: Target, family: FamilyReport): Promise<void> {
  const admin = await target.sessionOf('admin')
  for (const [index, [what, end]] of Object.entries(endings).entries()) {
    const on = await victim(target, admin, `v${index}`)
    assert.ok(await passesFor(target, on.stolen), 'the session is good until then')
    const response = await end(target, { ...on, admin })
    assert.equal(response.status, 200, `${what}: ${response.body}`)
    for (const secret of generatedIn(response)) target.secrets.add(secret)
    await checkSignedOut(target, family, { what: `the session after ${what}`, cookie: on.stolen })
  }
}

/** The one response that may hold a password is the one that made it. */
export function generatedIn(response: WireResponse): string[] {
  const text = /"generatedPassword":"([^"]+)"/.exec(response.body)?.[1]
  return text === undefined ? [] : [text]
}

async function expiredSessions(target: Target, family: FamilyReport): Promise<void> {
  const nowMs = Date.now()
  const minute = 60_000
  const expired = {
    'idle for too long': { openedMs: nowMs - 31 * minute, endsMs: nowMs + 60 * minute },
    'ended a second ago': { openedMs: nowMs - minute, endsMs: nowMs - 1_000 },
    'ended long ago': { openedMs: 0, endsMs: 1 },
  }
  for (const username of ['admin', 'user'])
    for (const [what, times] of Object.entries(expired)) {
      const cookie = await target.sessionOf(username, times)
      await checkSignedOut(target, family, { what: `${username}’s session, ${what}`, cookie })
      await checkSignedOut(target, family, { what: `${username}’s session, ${what}, again`, cookie })
    }
}

async function guessedCookies(target: Target, family: FamilyReport): Promise<void> {
  const real = (await target.sessionOf('admin')).split('=')[1] ?? ''
  const flips = [...real].map((character, index) => {
    const other = character === 'A' ? 'B' : 'A'
    return real.slice(0, index) + other + real.slice(index + 1)
  })
  const cuts = [...real].map((_, length) => real.slice(0, length))
  const swapped = real.replaceAll(/[a-z]/gi, letter =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  const shapes = [
    ...['0', '1', 'admin', 'true', 'null', 'undefined', '{}', '[]', '*', '%', '_', "' OR '1'='1", '__proto__'],
    ...[
      swapped,
      `${real}=`,
      `${real}A`,
      `A${real}`,
      `${real} x`,
      `"${real}x"`,
      `${real}%00`,
      `${real}%20`,
      `%00${real}`,
    ],
    ...['A'.repeat(1_000), 'A'.repeat(8_000), '%41'.repeat(43), '\u00e4'.repeat(43), real.toLowerCase()],
  ]
  for (const guess of [...flips, ...cuts, ...shapes])
    await checkSignedOut(target, family, { what: `guessed ${guess.slice(0, 20)}`, cookie: `${NAME}=${guess}` })
  for (const name of [
    'sitesounder_session',
    '__host-sitesounder_session',
    '__Secure-sitesounder_session',
    VISITOR_NAME,
  ])
    await checkSignedOut(target, family, { what: `the session under the name ${name}`, cookie: `${name}=${real}` })
  const account = await target.store.accounts.findByName('admin')
  for (const hash of [account?.passwordHash ?? '', String(account?.id), String(account?.ownerId)])
    await checkSignedOut(target, family, {
      what: 'something of the account',
      cookie: `${NAME}=${hash}; ${VISITOR_NAME}=${hash}`,
    })
  for (const header of ['Authorization', 'X-Session', 'X-Forwarded-User', 'Remote-User', 'X-User-Id']) {
    const users = await target.send({
      path: '/api/users',
      headers: [[header, header === 'Authorization' ? `Bearer ${real}` : 'admin']],
    })
    // As an API key it is a wrong one.
    family.refused(`${header} instead of a cookie`, users, header === 'Authorization' ? [401] : [403])
  }
}

/** Whichever of two counts: a client never gets a session whose secret it did not send, and a secret that is ours is not needed twice. */
async function doubledCookies(target: Target, family: FamilyReport): Promise<void> {
  const [user, admin] = [await target.sessionOf('user'), await target.sessionOf('admin')]
  const wrong = `${NAME}=${'A'.repeat(43)}`
  const pairs = [
    [wrong, user],
    [user, wrong],
    [user, `${NAME}=${'B'.repeat(3_000)}`],
    [admin.replace('__Host-', ''), user],
    [user, admin.replace('__Host-', '')],
    [user, `${VISITOR_NAME}=${admin.split('=')[1]}`],
  ]
  for (const pair of pairs)
    for (const cookie of [pair.join('; '), pair.join(';'), pair.join(', ')]) {
      const users = await target.send(getAs(cookie, '/api/users'))
      family.refused(`two cookies: ${pair.map(each => each.slice(0, 30)).join(' and ')}`, users, [403])
    }
  for (const pair of pairs) {
    const users = await target.send({ path: '/api/users', headers: pair.map(cookie => ['Cookie', cookie] as const) })
    family.refused('two Cookie headers', users, [403])
  }
}
