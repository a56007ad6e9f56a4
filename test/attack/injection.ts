import { type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import { sampled } from '../support/measure.ts'
import type { FamilyReport } from './family.ts'
import { streamRows } from './rows.ts'
import type { Scene } from './scene.ts'
import { getAs, jsonPost, type Target } from './target.ts'
import { forwardedFor, freshAddress } from './visitor-address.ts'
import { headerOf, type WireResponse } from './wire.ts'
import { xssCorpus } from './xss-corpus.ts'

/** Markup, queries and names of prototypes through every field and parameter: never a fault, never a document. */
export async function injection(
  { scene, proxied }: { scene: Scene; proxied: Target },
  family: FamilyReport,
): Promise<void> {
  const { target, admin } = scene
  const check = (what: string, response: WireResponse) => family.tried(what, gainOf(response))
  for (const { name: payload, text } of payloads) {
    for (const name of READS)
      for (const query of queriesOf(text)) {
        const path = endpoints[name].path.replace(':id', String(admin.websiteId))
        check(`${name}?${query.slice(0, 20)} ${payload}`, await target.send(getAs(admin.cookie, `${path}?${query}`)))
      }
    for (const [name, path, body] of bodiesOf(text)) {
      const request = jsonPost(path, { cookie: admin.cookie, body })
      check(`${name} ${payload}`, await target.send(request))
    }
    const path = `/api/pages/${encodeURIComponent(text.toWellFormed())}`
    check(`id ${payload}`, await target.send(getAs(admin.cookie, path)))
  }
  for (const { name, text } of payloads.filter((_, index) => index % LOGIN_SHARE === 0)) {
    const request = jsonPost('/api/login', { body: { username: text.slice(0, 64), password: text } })
    const headers = [...(request.headers ?? []), forwardedFor(freshAddress())]
    check(`login ${name}`, await proxied.send({ ...request, headers }))
  }
  await files(scene, family)
  await pollution(scene, family)
}

/** Each payload in one parameter, another each time, and in all at once. */
async function files({ target, admin }: Scene, family: FamilyReport): Promise<void> {
  for (const { name, path, parameters } of streamRows.filter(row => row.parameters.length > 0))
    for (const [index, { name: payload, text }] of payloads.entries()) {
      const value = encodeURIComponent(text.toWellFormed())
      const all = [...parameters, 'search', 'download', value]
      const one = all[index % all.length] ?? ''
      for (const query of [`${one}=${value}`, all.map(each => `${each}=${value}`).join('&')]) {
        const requestPath = `${path.replace(':id', String(admin.websiteId))}?${query}`
        const response = await target.send(getAs(admin.cookie, requestPath))
        family.tried(
          `${name}?${one} ${payload}`,
          response.status === 200 ? gainOfFile(response, text) : gainOf(response),
        )
      }
    }
}

/** The query of a file must not appear in it. */
function gainOfFile(response: WireResponse, text: string): string | null {
  const isEchoed =
    text.length >= MIN_ECHO_LENGTH && `${JSON.stringify(response.headers)}${response.body}`.includes(text)
  if (isEchoed) return 'it is in the file'
  const policy = headerOf(response, 'content-security-policy') ?? ''
  const isGuarded = policy.includes("default-src 'none'") && headerOf(response, 'x-content-type-options') === 'nosniff'
  return isGuarded && !/script-src(?! 'sha256-)/.test(policy) ? null : `is sent under ${policy}`
}

/** Shorter ones stand in any file. */
const MIN_ECHO_LENGTH = 12

const queryTexts = [
  ...[
    "' OR '1'='1",
    "'; DROP TABLE account; --",
    '" OR ""="',
    "') UNION SELECT password_hash FROM account --",
    '1; PRAGMA user_version=9',
  ],
  ...[
    "%' ESCAPE '",
    '%_%',
    "\\' OR 1=1 --",
    "x' AND randomblob(1000000000) --",
    "' || (SELECT token_hash FROM session) || '",
    '0x27',
  ],
  ...[
    '$ne',
    '{"$gt":""}',
    `$\{7*7}`,
    '{{7*7}}',
    '#{7*7}',
    '<%= 7*7 %>',
    '$(id)',
    '`id`',
    '; id',
    '| id',
    '../../etc/passwd',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '__defineGetter__',
    '%00',
    'NaN',
    '[object Object]',
  ],
].map((text, index) => ({ name: `query-${index}`, text }))
/** Of the payloads, in a run that is not at the full measure. */
const PAYLOAD_SHARE = 16
const payloads = sampled([...xssCorpus, ...queryTexts], PAYLOAD_SHARE)

/** Each login costs a hash; a share of the payloads is enough for two fields that nothing is shown of. */
const LOGIN_SHARE = 8
const READS: readonly EndpointName[] = ['listIssues', 'listPages', 'crawlResult']
const PARAMETERS = [
  'search',
  'check',
  'type',
  'severity',
  'category',
  'url',
  'status',
  'passed',
  'offset',
  'limit',
  'page',
  'crawl',
  'initial',
]

/** One at a time, all at once, and as the parameter's own name. */
function queriesOf(text: string): string[] {
  const value = encodeURIComponent(text.toWellFormed())
  return [
    ...['search', 'url', 'check', 'type'].map(name => `${name}=${value}`),
    PARAMETERS.map(name => `${name}=${value}`).join('&'),
    `${value}=1`,
  ]
}

function bodiesOf(text: string): [name: string, path: string, body: unknown][] {
  return [
    ['url', '/api/crawl', { url: text }],
    ['url with a scheme', '/api/crawl', { url: `https://${text}.invalid/` }],
    ['crawlLimit', '/api/crawl', { url: 'https://a.invalid/', crawlLimit: text }],
    ['username', '/api/users', { username: text, role: 'user', password: 'short' }],
    ['role', '/api/users', { username: 'fine', role: text }],
    ['password', '/api/users/4711/password', { password: text.slice(0, 11) }],
    ['new password', '/api/password', { currentPassword: text, newPassword: 'short' }],
    ['departure', `/api/crawl/4711/clear?after=${encodeURIComponent(text.toWellFormed())}`, {}],
  ]
}

const INERT_TYPE = /^(?:text\/plain|application\/json)(?:;|$)/

function gainOf(response: WireResponse): string | null {
  const type = headerOf(response, 'content-type') ?? ''
  if (response.status === 0 || response.status >= 500) return `status ${response.status} ${response.body.slice(0, 80)}`
  // The parser refuses what is no path before there is a response of ours.
  if ([400, 431].includes(response.status) && type === '' && response.body === '') return null
  return INERT_TYPE.test(type) && headerOf(response, 'x-content-type-options') === 'nosniff'
    ? null
    : `is sent as ${type}`
}

const POLLUTIONS = [
  '{"__proto__":{"isAdmin":true,"role":"admin"}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"username":"user","password":"x","__proto__":{"isAdmin":true}}',
  '{"username":{"__proto__":{"isAdmin":true}},"password":[]}',
  '{"url":{"toString":"x","__proto__":{"isAdmin":true}}}',
  '[{"__proto__":{"isAdmin":true}}]',
]

/** The server runs in this very process: a prototype that was changed is changed here. */
async function pollution({ target, user }: Scene, family: FamilyReport): Promise<void> {
  for (const path of ['/api/crawl', '/api/password', '/api/users'])
    for (const body of POLLUTIONS) {
      const headers = [['Cookie', user.cookie] as const, ['Content-Type', 'application/json'] as const]
      const response = await target.send({ method: 'POST', path, headers, body })
      family.refused(`${path} ${body}`, response, [400, 403, 415, 429])
      family.tried(`${path} ${body}, the prototype`, 'isAdmin' in {} ? 'it was changed' : null)
    }
}
