import assert from 'node:assert/strict'
import { sampled } from '../support/measure.ts'
import type { FamilyReport } from './family.ts'
import { type Row, rows, streamRows, unsafeRows } from './rows.ts'
import { readState, type Scene, unchanged } from './scene.ts'
import { passwords } from './target.ts'
import { type Header, headerOf, type WireRequest, type WireResponse } from './wire.ts'

/**
 * Another site makes the admin's browser send what changes something, with the admin's cookie: by forms, by scripts, through
 * parameters and headers that stand for another method.
 */
export async function crossSite(scene: Scene, family: FamilyReport): Promise<void> {
  const { target } = scene
  const before = await readState(scene)
  for (const row of sampled(unsafeRows, 3)) {
    const { name, hasBody } = row
    for (const { what, headers } of [...forgedHeaders(target.ownOrigin), ...forgedForms(scene, name)])
      family.refused(`${name}, ${what}`, await target.send(forged(scene, { row, headers })), [403])
    for (const { what, ...request } of otherMethods(scene, row))
      family.refused(
        `${name}, ${what}`,
        await target.send(request),
        isReadable(row) ? [200, 403, 405] : [403, 404, 405],
      )
    if (hasBody)
      for (const type of FORM_TYPES) {
        const response = await target.send(forged(scene, { row, headers: [['Content-Type', type]] }))
        family.refused(`${name}, ${type} without an origin`, response, [415])
      }
    family.tried(`${name}, what is stored`, await unchanged(scene, before))
  }
  for (const row of sampled(streamRows, 2)) {
    for (const { what, headers } of [...forgedHeaders(target.ownOrigin), ...forgedForms(scene, row.name)])
      family.refused(`${row.name} by POST, ${what}`, await target.send(forgedPost(scene, { row, headers })), [403])
    for (const { what, ...request } of otherMethods(scene, row))
      family.tried(`${row.name}, ${what}`, gainOfReading(request, await target.send(request)))
    family.tried(`${row.name}, what is stored`, await unchanged(scene, before))
  }
  // What does something though it is only read: no Origin is sent with it, so the browser's own word has to do.
  for (const { name, path } of rows.filter(each => each.method === 'GET' && each.scope === 'crawl'))
    for (const site of ['cross-site', 'same-site']) {
      const requestPath = `${path}?url=${encodeURIComponent('http://127.0.0.1:9999/')}`
      const headers: Header[] = [
        ['Cookie', scene.admin.cookie],
        ['Sec-Fetch-Site', site],
      ]
      family.refused(`${name} from ${site}`, await target.send({ path: requestPath, headers }), [403])
    }
  // What the guard lets through is not refused for another reason.
  const row = rows.find(each => each.name === 'clearCache')
  assert.ok(row)
  const own: Header[] = [JSON_TYPE, ['Origin', target.ownOrigin], ['Sec-Fetch-Site', 'same-origin']]
  const response = await target.send(forged(scene, { row, headers: own }))
  assert.equal(response.status, 200, 'the own site is served')
}

const FORM_TYPES = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/xml',
]
const JSON_TYPE: Header = ['Content-Type', 'application/json']

/** Whether a plain GET of the same URL is a question of its own. */
function isReadable({ path }: Row): boolean {
  return rows.some(each => each.path === path && each.method === 'GET')
}

/** A file that another site requests may be sent, as every image of a page may; but only where that site cannot read it. */
function gainOfReading({ method = 'GET' }: WireRequest, response: WireResponse): string | null {
  const isReading = method === 'GET' || method === 'HEAD'
  if (!(isReading ? [200, 400, 403, 404] : [403, 404, 405]).includes(response.status))
    return `status ${response.status}`
  if (method === 'HEAD' && response.body !== '') return 'a body for a HEAD'
  const isKept = headerOf(response, 'cross-origin-resource-policy') === 'same-origin'
  const isShared = response.headers.some(([name]) => name.startsWith('access-control-'))
  return isKept && !isShared ? null : 'it may be read by other sites'
}

interface Forged {
  what: string
  headers: Header[]
}

function forgedHeaders(ownOrigin: string): Forged[] {
  const { host, protocol } = new URL(ownOrigin)
  const origins = [
    'https://evil.test',
    'null',
    '',
    'file://',
    `${protocol === 'http:' ? 'https:' : 'http:'}//${host}`,
    `${protocol}//${host}.evil.test`,
    `${protocol}//evil.test/${host}`,
    `${protocol}//${host}@evil.test`,
    `${protocol}//evil.${host}`,
    `${ownOrigin}, https://evil.test`,
    `${ownOrigin}/`,
    ownOrigin.toUpperCase(),
    `${protocol}//localhost:1`,
  ]
  const sites = ['cross-site', 'same-site', 'CROSS-SITE', 'same-origin, cross-site', 'unknown', '']
  return [
    ...origins.map((origin): Forged => ({ what: `Origin ${origin}`, headers: [JSON_TYPE, ['Origin', origin]] })),
    ...sites.map((site): Forged => ({ what: `from ${site}`, headers: [JSON_TYPE, ['Sec-Fetch-Site', site]] })),
    ...sites.slice(0, 2).map((site): Forged => {
      const headers: Header[] = [JSON_TYPE, ['Origin', ownOrigin], ['Sec-Fetch-Site', site]]
      return { what: `own Origin from ${site}`, headers }
    }),
    {
      what: 'two Origins',
      headers: [JSON_TYPE, ['Origin', ownOrigin], ['Origin', 'https://evil.test']],
    },
    {
      what: 'two Sec-Fetch-Site',
      headers: [JSON_TYPE, ['Sec-Fetch-Site', 'same-origin'], ['Sec-Fetch-Site', 'cross-site']],
    },
  ]
}

function forgedForms(scene: Scene, name: string): Forged[] {
  const browser: Header[] = [
    ['Origin', 'https://evil.test'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Referer', scene.target.ownOrigin],
  ]
  return FORM_TYPES.map(type => ({ what: `form of ${type} to ${name}`, headers: [['Content-Type', type], ...browser] }))
}

function forged(scene: Scene, { row, headers }: { row: Row; headers: readonly Header[] }): WireRequest {
  const { method, name } = row
  const body = JSON.stringify(bodyOf(name))
  return { method, path: pathOf(scene, row), headers: [['Cookie', scene.admin.cookie], ...headers], body }
}

function forgedPost(scene: Scene, options: { row: Row; headers: readonly Header[] }): WireRequest {
  return { ...forged(scene, options), method: 'POST' }
}

/** What would change something, were it taken. */
export function bodyOf(name: string): unknown {
  if (name === 'login') return { username: 'user', password: passwords.user }
  if (name === 'changePassword') return { currentPassword: passwords.admin, newPassword: 'taken over by a stranger' }
  if (name === 'addUser') return { username: 'intruder', role: 'admin', password: 'let me in please, now' }
  if (name === 'addApiKey') return { name: 'intruder', scopes: 'read+crawl' }
  if (name === 'resetPassword') return { password: 'taken over by a stranger' }
  if (name === 'startCrawl') return { url: 'http://127.0.0.1:9999/' }
  if (name === 'checkAgain') return { issueId: 1 }
  return rows.find(row => row.name === name)?.exampleBody ?? {}
}

/** Of something that is there to be changed: the admin's own, where only its owner may, else the user's. */
export function pathOf({ admin, user }: Pick<Scene, 'admin' | 'user'>, { name, path }: Row): string {
  const ids: Record<string, number> = {
    revokeApiKey: admin.keyId,
    stopAnyCrawl: user.crawlId,
    clearAnyWebsite: user.websiteId,
  }
  const ofUser = path.startsWith('/api/users/') ? 2 : admin.websiteId
  return path.replace(':id', String(ids[name] ?? ofUser))
}

const OVERRIDES = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']

/** Links and images of another site need no Origin; a server that lets them stand for a POST is lost. */
function otherMethods(scene: Scene, row: Row): (WireRequest & { what: string })[] {
  const path = pathOf(scene, row)
  const cookie: Header = ['Cookie', scene.admin.cookie]
  const crossed: Header = ['Sec-Fetch-Site', 'cross-site']
  const body = JSON.stringify(bodyOf(row.name))
  return [
    { what: 'as GET', path, headers: [cookie, crossed] },
    { what: 'as HEAD', method: 'HEAD', path, headers: [cookie, crossed] },
    { what: 'as OPTIONS', method: 'OPTIONS', path, headers: [cookie, crossed] },
    ...['PUT', 'PATCH', 'DELETE'].map(method => ({
      what: `as ${method}`,
      method,
      path,
      headers: [cookie, crossed, JSON_TYPE],
      body,
    })),
    ...['POST', 'post'].map(method => ({
      what: `_method=${method}`,
      path: `${path}?_method=${method}`,
      headers: [cookie],
    })),
    ...OVERRIDES.map(header => ({
      what: `GET with ${header}`,
      path,
      headers: [cookie, JSON_TYPE, [header, 'POST'] as const],
      body,
    })),
    ...OVERRIDES.map(header => ({
      what: `POST with ${header} GET`,
      method: 'POST',
      path,
      headers: [cookie, crossed, JSON_TYPE, [header, 'GET'] as const],
      body,
    })),
  ]
}
