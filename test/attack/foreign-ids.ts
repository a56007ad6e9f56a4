import { sampled } from '../support/measure.ts'
import type { FamilyReport } from './family.ts'
import { type Row, rows } from './rows.ts'
import { type Owner, readState, type Scene, unchanged } from './scene.ts'
import type { WireRequest, WireResponse } from './wire.ts'

/** Data of another owner, requested under every form of its id: anonymously, by a visitor, by a user. */
export async function foreignIds(scene: Scene, family: FamilyReport): Promise<void> {
  const { target, admin, user, visitor } = scene
  const stranger: Owner = {
    name: 'stranger',
    cookie: await target.newVisitor(),
    websiteId: 0,
    crawlId: 0,
    keyId: 0,
    mark: 'none',
  }
  const anonymous: Owner = { ...stranger, name: 'anonymous', cookie: '' }
  const before = await readState(scene)
  for (const requester of [anonymous, stranger, visitor, user])
    for (const owner of sampled(
      [admin, user, visitor].filter(each => each !== requester),
      OWNER_SHARE,
    )) {
      for (const row of rows.filter(each => each.name !== 'logout')) {
        for (const { what, request } of requestsFor(row, { requester, owner })) {
          const response = await target.send(request)
          family.tried(
            `${requester.name}, ${row.name}, ${what}`,
            gainOf(response, { requester, owner, row, path: request.path }),
          )
        }
      }
      family.tried(`${requester.name}, what is stored of ${owner.name}`, await unchanged(scene, before))
    }
}

/** Of the owners whose data each requests, in a run that is not at the full measure. */
const OWNER_SHARE = 3
/** Of the forms of a number, in a run that is not at the full measure. */
const FORM_SHARE = 12
/** Of the queries that name what is another's, in a run that is not at the full measure. */
const QUERY_SHARE = 4

interface ForeignRequest {
  requester: Owner
  owner: Owner
}

function requestsFor(row: Row, { requester, owner }: ForeignRequest): { what: string; request: WireRequest }[] {
  const { method, path } = row
  const id = idFor(row, owner)
  // Without a cookie nothing has an owner, however it is written.
  const forms = requester.cookie === '' ? [String(id)] : sampled(idForms(id, requester.websiteId), FORM_SHARE)
  const ids = path.includes(':id') ? forms : ['']
  const queries = path.includes(':id')
    ? ['', ...sampled(queryForms(owner), QUERY_SHARE)]
    : ['', `?id=${owner.websiteId}`, `?ownerId=${owner.websiteId}`]
  const request = (id: string, query: string): WireRequest => ({
    method,
    path: path.replace(':id', id) + query,
    headers: [
      ...(requester.cookie === '' ? [] : [['Cookie', requester.cookie] as const]),
      ...(method === 'GET' ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    // Nothing that a sign-in, a crawl or an account could begin with.
    ...(method !== 'GET' && { body: JSON.stringify({ id: owner.websiteId, websiteId: owner.websiteId }) }),
  })
  return [
    ...ids.map(id => ({ what: `id ${id}`, request: request(id, '') })),
    ...queries.map(query => ({ what: query, request: request(String(requester.websiteId || owner.websiteId), query) })),
  ].filter(({ request: { path: requestPath } }) => !isOwnClearing(row.name, requestPath, requester))
}

function idFor({ name, path }: Row, owner: Owner): number {
  if (name === 'stopAnyCrawl') return owner.crawlId
  if (path.startsWith('/api/keys/')) return owner.keyId
  return path.startsWith('/api/users/') ? 1 : owner.websiteId
}

const OWN_CHANGES: readonly string[] = ['clearCrawl', 'stopCrawl', 'pauseCrawl', 'resumeCrawl']

/** What an owner may do to their own is no attack, and would be a change. */
function isOwnClearing(name: string, requestPath: string, requester: Owner): boolean {
  if (name === 'revokeApiKey')
    return requester.keyId !== 0 && new RegExp(`/keys/0*${requester.keyId}/`).test(requestPath)
  if (requester.websiteId === 0 || !OWN_CHANGES.includes(name)) return false
  return requestPath.includes(`/${requester.websiteId}/`)
}

function idForms(id: number, ownId: number): string[] {
  const digits = String(id)
  const percent = [...digits].map(digit => `%3${digit}`).join('')
  const wide = [...digits].map(digit => encodeURIComponent(String.fromCodePoint(0xff10 + Number(digit)))).join('')
  const arabic = [...digits].map(digit => encodeURIComponent(String.fromCodePoint(0x0660 + Number(digit)))).join('')
  return [
    ...[digits, `0${digits}`, `000000${digits}`, `${digits}.0`, `${digits}.`, `${digits}e0`, `0x${id.toString(16)}`],
    ...[`0b${id.toString(2)}`, `0o${id.toString(8)}`, `+${digits}`, `-${digits}`, '-1', '0', '1e3', '9007199254740993'],
    ...['18446744073709551617', '999999999999999999999999', 'NaN', 'Infinity', 'null', 'undefined', '%00', 'true'],
    ...[
      percent,
      `%25${percent.slice(1)}`,
      wide,
      arabic,
      `${digits}%00`,
      `${digits}%20`,
      `%20${digits}`,
      `${digits}%0a`,
    ],
    ...[`${ownId},${digits}`, `${ownId}%2C${digits}`, `${ownId};${digits}`, `[${digits}]`, `%7B%7D`, `${digits}n`, '*'],
    ...[`${ownId}/../${digits}`, `${ownId}%2f..%2f${digits}`, `${ownId}%2F${digits}`, `./${digits}`, `.%2f${digits}`],
    ...[
      `${digits}/`,
      `${digits}//`,
      `/${digits}`,
      `${digits}.json`,
      `${digits};.css`,
      `${digits}%3fx`,
      `${digits}%23x`,
    ],
    ...[`${digits}%20or%201=1`, `${digits}'--`, `${digits}%20union%20select%201`, `${digits}_0`, `1_${digits}`],
    ...['__proto__', 'constructor', 'toString', encodeURIComponent('٪'), '%ff', '%', '%zz'],
  ]
}

function queryForms({ websiteId, crawlId }: Owner): string[] {
  return [
    ...[`?crawl=${crawlId}`, `?crawl=0${crawlId}`, `?crawl=${crawlId}&crawl=${crawlId}`, `?crawl[]=${crawlId}`],
    ...[`?crawl=${crawlId}.0`, `?crawl=%2B${crawlId}`, `?crawl=1e0`, `?crawl=-1`, `?crawl=9007199254740993`],
    ...[`?crawl=${crawlId}%00`, `?crawl=${crawlId}%20or%201=1`, `?crawl=1&crawl=${crawlId}`, `?CRAWL=${crawlId}`],
    ...[`?id=${websiteId}`, `?id=1&id=${websiteId}`, `?websiteId=${websiteId}`, `?website=${websiteId}`, '?ownerId=1'],
    ...[`?crawl=${crawlId};id=${websiteId}`, `?x=%26crawl=${crawlId}`, '?after=departure', '?everywhere=true'],
  ]
}

/** What the requester has got that is the owner's; null for nothing. */
function gainOf(
  { status, body }: WireResponse,
  { requester, owner, row: { access }, path }: ForeignRequest & { row: Row; path: string },
): string | null {
  if (body.includes(owner.mark)) return `what is ${owner.name}’s: ${body.slice(0, 100)}`
  const isRefused = [400, 401, 403, 404, 405, 415].includes(status)
  const isOwn = [200, 409, 422].includes(status) && isOfOwn(path, requester)
  const isSeenByAll = (status === 200 && access === 'anyone') || isOwn
  const isSeenByUser = status === 200 && access === 'user' && requester.name === 'user'
  return isRefused || isSeenByAll || isSeenByUser ? null : `status ${status} ${body.slice(0, 100)}`
}

/** Whether the path, as the server reads it, names the requester's own website. */
function isOfOwn(path: string, { websiteId }: Owner): boolean {
  const id = /^\/api\/[a-z-]+\/0*(\d+)/.exec(new URL(path, 'http://own.test').pathname)?.[1]
  return websiteId !== 0 && Number(id) === websiteId
}
