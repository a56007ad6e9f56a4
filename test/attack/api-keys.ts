import assert from 'node:assert/strict'
import { isWebsiteAccess } from '#shared/api/contract.ts'
import { bodyOf, pathOf } from './cross-site.ts'
import type { FamilyReport } from './family.ts'
import { type Row, rows } from './rows.ts'
import { makeKey, readState, type Scene, unchanged } from './scene.ts'
import { getAs, jsonPost, type Target } from './target.ts'
import type { Header, WireRequest, WireResponse } from './wire.ts'

/** More than an API key is good for: beyond its scope, in the name of another user, sent from another site, or where no key belongs. */
export async function apiKeys(scene: Scene, family: FamilyReport): Promise<void> {
  const { target, admin, user } = scene
  const keys = {
    read: (await makeKey(target, { cookie: user.cookie, scopes: 'read' })).secret,
    crawl: (await makeKey(target, { cookie: user.cookie, scopes: 'read+crawl' })).secret,
    admin: (await makeKey(target, { cookie: admin.cookie, scopes: 'read+crawl' })).secret,
  }
  const before = await readState(scene)
  for (const [whose, secret] of Object.entries(keys)) {
    await outOfScope(scene, family, { whose, secret, isForCrawls: whose !== 'read' })
    family.tried(`${whose} key, what is stored`, await unchanged(scene, before))
  }
  await foreignWebsites(scene, family, keys.crawl)
  await otherPlaces(scene, family, keys.crawl)
  await withCookies(scene, family, keys)
  await fromOtherSites(scene, family, keys.crawl)
  family.tried('what is stored after all', await unchanged(scene, before))
}

export function bearer(secret: string): Header {
  return ['Authorization', `Bearer ${secret}`]
}

interface Key {
  whose: string
  secret: string
  isForCrawls: boolean
}

/** Everything outside the key's scopes, requested so that its owner would get it with a session. */
async function outOfScope(scene: Scene, family: FamilyReport, { whose, secret, isForCrawls }: Key): Promise<void> {
  const { target } = scene
  const mine = whose === 'admin' ? scene : { ...scene, admin: scene.user }
  for (const row of rows) {
    const isOut = row.scope === 'none' || (row.scope === 'crawl' && !isForCrawls)
    if (!isOut) continue
    for (const suffix of ['', '?scope=read%2Bcrawl', '/'])
      for (const headers of [[bearer(secret)], [['Authorization', `bearer  ${secret}`] as const]]) {
        const request = requestOf(row, { path: pathOf(mine, row) + suffix, headers })
        // With a trailing slash it is another URL, where there is nothing.
        family.refused(`${whose} key, ${row.name}${suffix}`, await target.send(request), suffix === '/' ? [404] : [403])
      }
  }
  const listed = await target.send({ path: '/api/websites', headers: [bearer(secret)] })
  assert.equal(listed.status, 200, 'the key is good for reading')
}

function requestOf(
  { method, name }: Row,
  { path, headers }: { path: string; headers: readonly Header[] },
): WireRequest {
  if (method === 'GET') return { path, headers }
  return {
    method,
    path,
    headers: [...headers, ['Content-Type', 'application/json']],
    body: JSON.stringify(bodyOf(name)),
  }
}

/** Of the admin and of a visitor, with a key of the user. */
async function foreignWebsites({ target, admin, user, visitor }: Scene, family: FamilyReport, secret: string) {
  for (const { name: owner, websiteId, crawlId, mark } of [admin, visitor])
    for (const row of rows.filter(each => isWebsiteAccess(each.access) && each.scope !== 'none')) {
      const own = row.path.replace(':id', String(user.websiteId))
      const foreign = row.path.replace(':id', String(websiteId))
      const paths = [foreign, `${foreign}?crawl=${crawlId}`]
      if (row.parameters.includes('crawl')) paths.push(`${own}?crawl=${crawlId}`)
      for (const path of paths) {
        const response = await target.send(requestOf(row, { path, headers: [bearer(secret)] }))
        const isRefused = response.status === 404 && !response.body.includes(mark)
        family.tried(
          `${row.name} of ${owner} at ${path}`,
          isRefused ? null : `${response.status} ${response.body.slice(0, 80)}`,
        )
      }
    }
}

/** A key counts in one place: the others are logged, kept, or sent by browsers of their own accord. */
async function otherPlaces({ target, user }: Scene, family: FamilyReport, secret: string): Promise<void> {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const parameters = ['access_token', 'api_key', 'apiKey', 'key', 'token', 'authorization', 'Authorization', 'bearer']
  const headers: Header[] = [
    ...['X-API-Key', 'Api-Key', 'X-Auth-Token', 'X-Authorization', 'X-Forwarded-Authorization'].map(
      (name): Header => [name, secret],
    ),
    ['Proxy-Authorization', `Bearer ${secret}`],
    ...[secret, `Token ${secret}`, `Key ${secret}`, `Basic ${secret}`, `Bearer${secret}`, `Bearer:${secret}`].map(
      (value): Header => ['Authorization', value],
    ),
    ...[`user:${secret}`, `${secret}:`, `Bearer:${secret}`].map((text): Header => ['Authorization', basic(text)]),
    ...['sitesounder_session', 'sitesounder_visitor', 'Authorization', 'api_key'].map(
      (name): Header => ['Cookie', `${name}=${secret}`],
    ),
    ['Cookie', `Authorization=Bearer ${secret}`],
  ]
  const requests: WireRequest[] = [
    ...parameters.flatMap(name => [
      { path: `/api/websites?${name}=${secret}` },
      { path: `/api/websites?${name}=Bearer%20${secret}` },
    ]),
    ...headers.map(header => ({ path: '/api/websites', headers: [header] })),
    { path: `/api/websites;access_token=${secret}` },
    { path: `/api/crawl/${user.websiteId}?access_token=${secret}` },
    {
      path: '/api/websites',
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: `access_token=${secret}`,
    },
  ]
  for (const request of requests)
    family.tried(`a key in ${JSON.stringify(request).slice(0, 90)}`, gainOf(await target.send(request), user.mark))
}

/** Nothing of what belongs to the key's owner, and no word of who that is. */
function gainOf({ status, body }: WireResponse, mark: string): string | null {
  const isNothing = (status === 200 && body === '[]') || [400, 401, 404, 421].includes(status)
  return isNothing && !body.includes(mark) ? null : `${status} ${body.slice(0, 80)}`
}

/** A key speaks for its owner alone, whichever cookies are sent with it; and what is no key is no way round them. */
async function withCookies(
  { target, admin, user }: Scene,
  family: FamilyReport,
  keys: { read: string; crawl: string; admin: string },
): Promise<void> {
  const wrong = `snd_${'A'.repeat(43)}`
  for (const path of ['/api/users', '/api/operations', '/api/keys', `/api/diagnostics/${admin.websiteId}`]) {
    for (const secret of Object.values(keys)) {
      const response = await target.send({ path, headers: [['Cookie', admin.cookie], bearer(secret)] })
      family.refused(`a key beside the admin’s cookie at ${path}`, response, [403])
    }
    for (const value of [`Bearer ${wrong}`, 'Bearer', 'bearer ', 'BEARER x', `Bearer ${admin.cookie}`]) {
      const response = await target.send({
        path,
        headers: [
          ['Cookie', admin.cookie],
          ['Authorization', value],
        ],
      })
      family.refused(`“${value.slice(0, 12)}” beside the admin’s cookie at ${path}`, response, [401, 429])
    }
  }
  for (const pair of [
    [keys.read, keys.admin],
    [keys.admin, keys.read],
    [keys.read, wrong],
    [wrong, keys.read],
  ]) {
    const twice = pair.map(bearer)
    const joined: Header = ['Authorization', twice.map(([, value]) => value).join(', ')]
    for (const headers of [twice, [joined]]) {
      const request = jsonPost(`/api/clear-cache/${user.websiteId}`)
      const response = await target.send({ ...request, headers: [...(request.headers ?? []), ...headers] })
      family.refused('two keys at once', response, [401, 403, 404, 429])
    }
  }
  for (const secret of [keys.read, wrong, '']) {
    const response = await target.send({ path: '/', headers: [bearer(secret)] })
    const isNoNewVisitor = !response.headers.some(([name]) => name === 'set-cookie')
    family.tried('a cookie for a program', isNoNewVisitor ? null : 'one is set')
  }
}

/**
 * Another site that knows no key makes browsers send what looks like one: the person's cookie must not count. One that knows a key
 * needs no browser; that its pages cannot send or read anything is for what has leaked into a page all the same.
 */
async function fromOtherSites({ target, admin, user }: Scene, family: FamilyReport, secret: string): Promise<void> {
  const crossed: Header[] = [
    ['Origin', 'https://evil.test'],
    ['Sec-Fetch-Site', 'cross-site'],
  ]
  const values = [
    'Bearer',
    'Bearer ',
    'bearer\t',
    'Bearer x',
    `Bearer ${admin.cookie.split('=')[1]}`,
    'Basic eDp4',
    'x',
  ]
  for (const row of rows.filter(each => each.method === 'POST'))
    for (const value of values) {
      const headers: Header[] = [['Cookie', admin.cookie], ['Authorization', value], ...crossed]
      const response = await target.send(requestOf(row, { path: pathOf({ admin, user }, row), headers }))
      family.refused(`${row.name} with “${value.slice(0, 9)}” from another site`, response, [401, 403, 429])
    }
  for (const { name, path } of rows) {
    const preflight: Header[] = [
      ...crossed,
      ['Access-Control-Request-Method', 'POST'],
      ['Access-Control-Request-Headers', 'authorization, content-type'],
    ]
    const own = path.replace(':id', String(user.websiteId))
    const response = await target.send({ method: 'OPTIONS', path: own, headers: preflight })
    family.tried(
      `${name}, a preflight`,
      allowsOthers(response) ?? (response.status < 300 ? `status ${response.status}` : null),
    )
    const read = await target.send({ path: own, headers: [...crossed, bearer(secret)] })
    family.tried(`${name}, read from another site`, allowsOthers(read))
  }
}

function allowsOthers({ headers }: WireResponse): string | null {
  const allowed = headers.find(([name]) => name.startsWith('access-control-'))
  return allowed ? allowed.join(': ') : null
}

/** Whether a key works, on a route that returns nothing of its owner. */
export async function isGood(target: Target, secret: string, from: readonly Header[] = []): Promise<boolean> {
  const response = await target.send({ ...getAs('', '/api/websites'), headers: [bearer(secret), ...from] })
  return response.status === 200
}
