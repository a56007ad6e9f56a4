import assert from 'node:assert/strict'
import type { ShareAccess } from '#shared/api/contract.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { SharePart } from '#shared/sharing.ts'
import type { FamilyReport } from './family.ts'
import { burst } from './guessing.ts'
import { type Row, rows } from './rows.ts'
import { type Owner, readState, type Scene, unchanged } from './scene.ts'
import { getAs, jsonPost, sha256 } from './target.ts'
import { headersOf, type WireRequest, type WireResponse } from './wire.ts'

/** Share links and roles: what one does not grant is not there, and one that has ended grants nothing. The links are the user's. */
export async function sharing(scene: Scene, family: FamilyReport): Promise<void> {
  const paths = [
    await beyondParts(scene, family, []),
    await beyondParts(scene, family, ['pages']),
    await endedLinks(scene, family),
    await guessedPassword(scene, family),
  ]
  await guessedTokens(scene, family)
  await roles(scene, family)
  // From here on no response may contain them, and no line of the log has done so.
  for (const path of paths) scene.target.secrets.add(path.slice('/share/'.length))
}

interface Link {
  id: number
  /** `/share/{token}`. */
  path: string
}

async function newLink(
  { target, user }: Scene,
  body: { parts: readonly SharePart[]; password?: string },
): Promise<Link> {
  const response = await target.send(jsonPost(`/api/websites/${user.websiteId}/shares`, { cookie: user.cookie, body }))
  assert.equal(response.status, 200, response.body)
  const { link, url } = endpoints.addShareLink.response.parse(JSON.parse(response.body))
  const { pathname } = new URL(url)
  target.secrets.add(sha256(pathname.slice('/share/'.length)))
  return { id: link.id, path: pathname }
}

/** A row of the API below a link, sent with whatever cookie the browser has. */
function below(
  link: Pick<Link, 'path'>,
  row: Row,
  { websiteId, cookie }: Pick<Owner, 'websiteId' | 'cookie'>,
): WireRequest {
  const path = `${link.path}${row.path.replace(':id', String(websiteId))}`
  return row.method === 'GET' ? getAs(cookie, path) : jsonPost(path, { cookie, body: row.exampleBody ?? {} })
}

function isShown(share: ShareAccess | undefined, parts: readonly SharePart[]): boolean {
  const needed = typeof share === 'function' ? share({}) : share
  if (needed === 'entry' || needed === 'overview') return true
  return (typeof needed === 'string' ? [needed] : needed)?.every(part => parts.includes(part)) ?? false
}

/** Everything that a link does not show, and everything of others, also with the cookies of those who own it. */
async function beyondParts(scene: Scene, family: FamilyReport, parts: readonly SharePart[]): Promise<string> {
  const { target, admin, user, visitor } = scene
  const link = await newLink(scene, { parts })
  const before = await readState(scene)
  const shown = parts.join() || 'the overview'
  for (const row of rows.filter(({ share }) => !isShown(share, parts)))
    for (const { name, cookie } of [user, admin, { name: 'no one', cookie: '' }]) {
      const response = await target.send(below(link, row, { websiteId: user.websiteId, cookie }))
      family.refused(`a link to ${shown}, ${row.name}, cookie of ${name}`, response, [404])
    }
  const ofWebsite = rows.filter(({ share, path }) => isShown(share, parts) && path.includes(':id'))
  for (const row of ofWebsite)
    for (const { name, websiteId, cookie, mark } of [admin, visitor]) {
      const response = await target.send(below(link, row, { websiteId, cookie }))
      const what = `a link to ${shown}, ${row.name} of the ${name}`
      family.refused(what, response, [400, 404])
      family.tried(what, response.body.includes(mark) ? response.body.slice(0, 100) : null)
      const crawl = await target.send(
        getAs(cookie, `${link.path}${row.path.replace(':id', `${user.websiteId}`)}?crawl=${admin.crawlId}`),
      )
      family.tried(what, crawl.body.includes(admin.mark) ? 'another crawl' : null)
    }
  family.tried(`a link to ${shown}, what is stored`, await unchanged(scene, before))
  return link.path
}

const HOUR_MS = 3_600_000

async function endedLinks(scene: Scene, family: FamilyReport): Promise<string> {
  const { target, user } = scene
  const revoked = await newLink(scene, { parts: ['issues', 'pages'] })
  const opened = await target.send({ path: `${revoked.path}/api/pages/${user.websiteId}` })
  assert.equal(opened.status, 200, opened.body)
  const body = { linkId: revoked.id }
  const response = await target.send(
    jsonPost(`/api/websites/${user.websiteId}/shares/revoke`, { cookie: user.cookie, body }),
  )
  assert.equal(response.status, 200, response.body)
  for (const [what, path] of [
    ['revoked', revoked.path],
    ['expired', await expiredLink(scene)],
  ] as const) {
    for (const row of rows.filter(({ share }) => share !== undefined && share !== 'entry')) {
      const request = below({ path }, row, user)
      family.refused(`a link that is ${what}, ${row.name}`, await target.send(request), [404])
    }
    family.refused(`a link that is ${what}, its document`, await target.send({ path }), [404])
    const entry = await target.send({ path: `${path}/api/share` })
    const { shows } = endpoints.openedLink.response.parse(JSON.parse(entry.body))
    family.tried(`a link that is ${what}, what it shows`, shows === null ? null : entry.body)
  }
  return revoked.path
}

/** Time does not wait for tests: the link is stored with the end that it would have by now. */
async function expiredLink({ target: { store, secrets }, user }: Scene): Promise<string> {
  const token = sha256('a link that has expired').slice(0, 43)
  const tokenHash = sha256(token)
  secrets.add(tokenHash)
  const ownerId = (await store.operations.website(user.websiteId))?.ownerId ?? 0
  const nowMs = Date.now()
  const added = await store.shareLinks.add({
    ...{ websiteId: user.websiteId, ownerId, crawlId: user.crawlId, earlierCrawlId: null, paths: '', name: '' },
    ...{ parts: ['issues', 'pages'], passwordHash: null, tokenHash, nowMs: nowMs - HOUR_MS, endsMs: nowMs - 1 },
    maxPerWebsite: 100,
  })
  assert.ok(added.ok)
  return `/share/${token}`
}

async function guessedTokens(scene: Scene, family: FamilyReport): Promise<void> {
  const { target, user } = scene
  const { path } = await newLink(scene, { parts: ['pages'] })
  const token = path.slice('/share/'.length)
  const flips = [...token].map(
    (character, at) => token.slice(0, at) + (character === 'A' ? 'B' : 'A') + token.slice(at + 1),
  )
  const shapes = [
    token.slice(0, -1),
    `${token}A`,
    token.toUpperCase(),
    token.toLowerCase(),
    sha256(token),
    '',
    '%00',
    '..',
    '*',
    `%2e%2e/${token}`,
  ]
  for (const guess of [...flips, ...shapes]) {
    const response = await target.send({ path: `/share/${guess}/api/pages/${user.websiteId}` })
    family.refused(`the token ${guess.slice(0, 6)}… of ${guess.length}`, response, [400, 404])
  }
  target.secrets.add(token)
}

const PASSWORD = 'sesame street 17'
/** What the documentation says of wrong passwords of a link from one network. */
const FREE_TRIES = 5

async function guessedPassword(scene: Scene, family: FamilyReport): Promise<string> {
  const { target, user } = scene
  const link = await newLink(scene, { parts: ['pages'], password: PASSWORD })
  const other = await newLink(scene, { parts: ['pages'], password: PASSWORD })
  const enter = ({ path }: Link, password: string) =>
    target.send(jsonPost(`${path}/api/share/password`, { body: { password } }))
  const openedBy = async (what: string, cookie: string) => {
    for (const path of [
      `/api/pages/${user.websiteId}`,
      `/api/crawl/${user.websiteId}`,
      `/api/export-csv/${user.websiteId}?part=pages`,
    ])
      family.refused(`a locked link, ${what}`, await target.send(getAs(cookie, link.path + path)), [403])
  }
  await openedBy('without a cookie', '')
  await openedBy('with the cookie of its owner', user.cookie)
  const [proof = ''] = headersOf(await enter(other, PASSWORD), 'set-cookie')
  const value = proof.split(';')[0]?.split('=')[1] ?? ''
  assert.ok(value.length > 0, 'the right password opens the other link')
  for (const made of [value, 'A'.repeat(43), sha256(PASSWORD).slice(0, 43), ''])
    await openedBy('with a made-up proof', `sitesounder_link_${link.id}=${made}`)
  await burst(family, {
    what: 'the password of a link',
    freeTries: FREE_TRIES,
    count: 60,
    send: async index => wrongAsUnauthorized(await enter(link, `guess number ${index}`)),
  })
  family.refused('the right password in a pause', await enter(link, PASSWORD), [429])
  target.secrets.add(other.path.slice('/share/'.length)).add(PASSWORD)
  return link.path
}

/** A wrong password of a link is 403, one of an account 401. */
function wrongAsUnauthorized(response: WireResponse): WireResponse {
  return response.status === 403 ? { ...response, status: 401 } : response
}

const refusedTo = { view: ['edit', 'own'], edit: ['own'] } as const

/** The admin as a member of the user's website: what a role does not allow, and all of it once it is taken back. */
async function roles(scene: Scene, family: FamilyReport): Promise<void> {
  const { target, admin, user } = scene
  const setRole = async (role: 'view' | 'edit' | null) => {
    const body = { username: 'admin', role }
    const path = `/api/websites/${user.websiteId}/members`
    const response = await target.send(jsonPost(path, { cookie: user.cookie, body }))
    assert.equal(response.status, 200, response.body)
  }
  const refused = async (what: string, accesses: readonly Row['access'][]) => {
    const before = await readState(scene)
    for (const row of rows.filter(({ access }) => accesses.includes(access))) {
      const path = row.path.replace(':id', String(user.websiteId))
      const request =
        row.method === 'GET'
          ? getAs(admin.cookie, path)
          : jsonPost(path, { cookie: admin.cookie, body: row.exampleBody ?? {} })
      family.refused(`${what}, ${row.name}`, await target.send(request), [404])
    }
    family.tried(`${what}, what is stored`, await unchanged(scene, before))
  }
  for (const role of ['view', 'edit'] as const) {
    await setRole(role)
    const seen = await target.send(getAs(admin.cookie, `/api/crawl/${user.websiteId}`))
    assert.equal(seen.status, 200, 'the role shows the website')
    await refused(`the role ${role}`, refusedTo[role])
  }
  await setRole(null)
  await refused('a role that was taken back', ['view', 'edit', 'own'])
}
