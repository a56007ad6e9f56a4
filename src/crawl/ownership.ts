import { createHash } from 'node:crypto'
import { registrableDomain } from '#checks/url-parts.ts'
import { headMetaContents } from '#extract/head-meta.ts'
import type { Fetcher } from '#fetch/fetch.ts'
import { isSuccess } from '#shared/http-status.ts'
import { OWNERSHIP_NAME, type OwnershipMethod, type OwnershipProof, publishedTokens } from '#shared/ownership.ts'
import { siteMatcher } from '#shared/site-hosts.ts'
import { scopeHostOf } from './scope.ts'

/** 128 bits, in hexadecimal digits. */
const TOKEN_LENGTH = 32
const MAX_BYTES = 512 * 1024
const MAX_HOPS = 5
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.+\])$/

/** The token of an owner, who has a random key, for the host of a URL: always the same, and no other owner's. */
export function ownershipToken(ownerKey: string, url: string): string {
  return createHash('sha256')
    .update(`${ownerKey} ${scopeHostOf(url)}`)
    .digest('hex')
    .slice(0, TOKEN_LENGTH)
}

export interface OwnershipSources {
  fetcher: Pick<Fetcher, 'fetch'>
  /** Rejects where a name has no TXT records. */
  resolveTxt(name: string): Promise<string[][]>
  now(): number
}

/**
 * Looks for the token of a website: in robots.txt, in the head of the page at the root of its host, and in DNS, there also of the
 * registrable domain. The proofs that were found, the one that holds for most hosts first. Redirects to other hosts prove nothing.
 */
export async function findOwnershipProofs(
  { url, token, signal }: { url: string; token: string; signal: AbortSignal },
  sources: OwnershipSources,
): Promise<OwnershipProof[]> {
  const published = publishedTokens(token)
  const host = new URL(scopeHostOrigin(url)).hostname
  const proof = (method: OwnershipMethod, provedHost = host): OwnershipProof => ({
    method,
    host: provedHost,
    atMs: sources.now(),
  })
  const domain = registrableDomain(url)
  const names = ADDRESS.test(host) ? [] : [...new Set([...(domain === null ? [] : [domain]), host])]
  const [records, robots, page] = await Promise.all([
    Promise.all(names.map(async name => ({ name, texts: await textsOf(name, sources) }))),
    read(new URL('/robots.txt', url).href, { sources, signal }),
    read(new URL('/', url).href, { sources, signal }),
  ])
  // An error page that is sent as a success may show what visitors wrote.
  const hasLine = robots !== null && !isHtml(robots.headers) && linesOf(robots.body).includes(published['robots-txt'])
  const hasTag = page !== null && headMetaContents(page, OWNERSHIP_NAME).some(content => content.trim() === token)
  return [
    ...records.filter(({ texts }) => texts.includes(published.dns)).map(({ name }) => proof('dns', name)),
    ...(hasLine ? [proof('robots-txt')] : []),
    ...(hasTag ? [proof('meta-tag')] : []),
  ]
}

function scopeHostOrigin(url: string): string {
  return `http://${scopeHostOf(url)}/`
}

async function textsOf(name: string, { resolveTxt }: OwnershipSources): Promise<string[]> {
  // Of a record, a list of strings that belong together (RFC 1035 §3.3.14). Without records, the name proves nothing.
  const records = await resolveTxt(name).catch(() => [])
  return records.map(strings => strings.join('').trim())
}

async function read(
  url: string,
  { sources, signal }: { sources: OwnershipSources; signal: AbortSignal },
): Promise<{ headers: readonly (readonly [string, string])[]; body: Uint8Array } | null> {
  const isOwn = siteMatcher(url)
  const response = await sources.fetcher.fetch({
    url,
    method: 'GET',
    body: 'all',
    maxBytes: MAX_BYTES,
    maxHops: MAX_HOPS,
    refusesHop: target => (isOwn(target) ? null : 'excluded'),
    signal,
  })
  return response.kind === 'response' && isSuccess(response.status) ? response : null
}

function isHtml(headers: readonly (readonly [string, string])[]): boolean {
  return headers.some(([name, value]) => name === 'content-type' && /html/i.test(value))
}

function linesOf(body: Uint8Array): string[] {
  return new TextDecoder()
    .decode(body)
    .split(/[\r\n]+/)
    .map(line => line.trim())
}
