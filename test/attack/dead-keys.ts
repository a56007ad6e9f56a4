import assert from 'node:assert/strict'
import { bearer, isGood } from './api-keys.ts'
import type { FamilyReport } from './family.ts'
import { burst } from './guessing.ts'
import { makeKey } from './scene.ts'
import { generatedIn, type Victim, victim } from './sessions.ts'
import { jsonPost, passwords, sha256, type Target } from './target.ts'
import { forwardedFor, freshAddress } from './visitor-address.ts'
import type { WireResponse } from './wire.ts'

/** Keys that were good once, keys that nearly are, and trying keys out. The proxied target distinguishes IP addresses. */
export async function deadKeys({ direct, proxied }: { direct: Target; proxied: Target }, family: FamilyReport) {
  await endedKeys(proxied, family)
  await expiredKeys(proxied, family)
  await guessedKeys(proxied, family)
  await manyGuesses({ direct, proxied }, family)
}

/** From an IP address of its own, so that it is checked and not only held up. */
function sendWith(target: Target, secret: string, from = freshAddress()): Promise<WireResponse> {
  return target.send({ path: '/api/websites', headers: [bearer(secret), forwardedFor(from)] })
}

interface Ending extends Victim {
  admin: string
  keyId: number
}

const endings: Record<string, (target: Target, on: Ending) => Promise<WireResponse>> = {
  'it was revoked': (target, { other, keyId }) => target.send(jsonPost(`/api/keys/${keyId}/revoke`, { cookie: other })),
  'the admin has set the password': (target, { admin, id }) =>
    target.send(jsonPost(`/api/users/${id}/password`, { cookie: admin, body: {} })),
  'the account was disabled': (target, { admin, id }) =>
    target.send(jsonPost(`/api/users/${id}/disable`, { cookie: admin })),
  'the account was disabled and enabled': async (target, { admin, id }) => {
    await target.send(jsonPost(`/api/users/${id}/disable`, { cookie: admin }))
    return await target.send(jsonPost(`/api/users/${id}/enable`, { cookie: admin }))
  },
}

async function endedKeys(target: Target, family: FamilyReport): Promise<void> {
  const admin = await target.sessionOf('admin')
  for (const [index, [what, end]] of Object.entries(endings).entries()) {
    const on = await victim(target, admin, `k${index}`)
    const { id: keyId, secret } = await makeKey(target, { cookie: on.other, scopes: 'read+crawl' })
    assert.ok(await isGood(target, secret, [forwardedFor(freshAddress())]), 'the key is good until then')
    const response = await end(target, { ...on, admin, keyId })
    assert.equal(response.status, 200, `${what}: ${response.body}`)
    for (const generated of generatedIn(response)) target.secrets.add(generated)
    family.refused(`a key after ${what}`, await sendWith(target, secret), [401])
    family.refused(`a key after ${what}, again`, await sendWith(target, secret), [401])
  }
}

/** Time does not wait for tests: the keys are made with the end that they would have by now. */
async function expiredKeys(target: Target, family: FamilyReport): Promise<void> {
  const account = await target.store.accounts.findByName('user')
  assert.ok(account)
  const nowMs = Date.now()
  const ends: [what: string, endsMs: number, statuses: readonly number[]][] = [
    ['ended a second ago', nowMs - 1_000, [401]],
    ['ended long ago', 1, [401]],
    ['ends in an hour', nowMs + 3_600_000, [200]],
  ]
  for (const [what, endsMs, statuses] of ends) {
    const secret = `snd_${sha256(what).slice(0, 43)}`
    target.secrets.add(secret)
    const { id: accountId, passwordHash } = account
    const key = { accountId, passwordHash, name: what, scopes: 'read' as const, secretHash: sha256(secret), nowMs: 0 }
    const added = await target.store.apiKeys.add({ ...key, endsMs, maxKeys: 20 })
    assert.ok(added.ok)
    family.refused(`a key that ${what}`, await sendWith(target, secret), statuses)
  }
}

async function guessedKeys(target: Target, family: FamilyReport): Promise<void> {
  const { secret } = await makeKey(target, { cookie: await target.sessionOf('user'), scopes: 'read' })
  const flips = [...secret].map((character, index) => {
    const other = character === 'A' ? 'B' : 'A'
    return secret.slice(0, index) + other + secret.slice(index + 1)
  })
  const shapes = [
    ...[secret.slice(0, -1), secret.slice(4), `${secret}A`, `A${secret}`, `${secret} x`, `${secret},`, `"${secret}"`],
    ...[secret.toLowerCase(), secret.toUpperCase(), secret.replace('snd_', 'SND_'), secret.replace('snd_', 'snd-')],
    ...[
      sha256(secret),
      `snd_${sha256(secret).slice(0, 43)}`,
      `snd_${'A'.repeat(43)}`,
      `${secret}%00`,
      '%',
      '_',
      '*',
      '',
    ],
    ...["' OR '1'='1", '__proto__', 'null', 'admin', passwords.admin, 'A'.repeat(8_000), `${secret} ${secret}`],
  ]
  for (const guess of [...flips, ...shapes])
    family.refused(`the key ${guess.slice(0, 12)}… of ${guess.length}`, await sendWith(target, guess), [401])
  assert.equal((await sendWith(target, secret)).status, 200, 'the key itself is good')
}

/** What the documentation says of wrong keys from one network. */
const FREE_TRIES = 20

async function manyGuesses(
  { direct, proxied }: { direct: Target; proxied: Target },
  family: FamilyReport,
): Promise<void> {
  const { secret } = await makeKey(proxied, { cookie: await proxied.sessionOf('user'), scopes: 'read' })
  const wrong = (index: number) => `snd_${sha256(`guess ${index}`).slice(0, 43)}`
  const from = freshAddress()
  const common = { freeTries: FREE_TRIES, count: 100 }
  await burst(family, {
    ...common,
    what: 'keys from one IP address',
    send: index => sendWith(proxied, wrong(index), from),
  })
  await burst(family, {
    ...common,
    what: 'keys from one IPv6 network',
    send: index => sendWith(proxied, wrong(index), `2001:db8:8:8::${index.toString(16)}`),
  })
  await burst(family, {
    ...common,
    what: 'keys from made-up IP addresses',
    send: index => sendWith(direct, wrong(index)),
  })
  assert.equal((await sendWith(proxied, secret, from)).status, 200, 'a right key is not held up by wrong ones')
}
