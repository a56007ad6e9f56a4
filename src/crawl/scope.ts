import { MAX_PATH_DEPTH, MAX_REPEATED_SEGMENTS } from '#shared/limits.ts'
import type { SkipReason } from '#shared/model.ts'
import { hostMatcher } from '#shared/site-hosts.ts'
import { hostWithoutWww } from '#shared/url.ts'

/** The key by which hosts are compared: the seed's host with or without `www.`, port included. */
export function scopeHostOf(url: string): string {
  return hostWithoutWww(new URL(url))
}

/** What decides which hosts belong to the site of a crawl. */
export interface ScopeOfCrawl {
  checkpoint: { scopeHost: string }
  state: { options: { subdomains: readonly string[] } }
}

/** Whether a URL belongs to the site that is crawled. */
export function isInScope(url: string, { checkpoint, state }: ScopeOfCrawl): boolean {
  return hostMatcher(checkpoint.scopeHost, state.options.subdomains)(scopeKeyOf(url))
}

/** The same key of any text; null for one that is no URL. */
export function scopeKeyOf(url: string): string | null {
  const parsed = URL.parse(url)
  return parsed && hostWithoutWww(parsed)
}

/** Why a URL of the site is not visited for its shape alone: endless relative paths give these. null when it may be. */
export function refusedShape(url: string): SkipReason | null {
  if (!mayBeRefused(url)) return null
  const segments = new URL(url).pathname.split('/').filter(Boolean)
  if (segments.length > MAX_PATH_DEPTH) return 'too-deep'
  let repeats = 1
  for (let index = 1; index < segments.length; index++) {
    repeats = segments[index] === segments[index - 1] ? repeats + 1 : 1
    if (repeats > MAX_REPEATED_SEGMENTS) return 'repeats-itself'
  }
  return null
}

/** A quick test before the URL is parsed: most have fewer slashes than it takes. */
function mayBeRefused(url: string): boolean {
  let slashes = 0
  for (let index = 0; index < url.length; index++) {
    const code = url.charCodeAt(index)
    if (code === SLASH || code === BACKSLASH) slashes++
  }
  return slashes - SLASHES_BEFORE_HOST > Math.min(MAX_PATH_DEPTH, MAX_REPEATED_SEGMENTS)
}

const [SLASH, BACKSLASH] = [0x2f, 0x5c]
const SLASHES_BEFORE_HOST = 2

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/i
const PRIVATE_ADDRESS = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cd]|\[fe80)/i
const LOCAL_NAME = /\.(?:local|test|internal|home\.arpa|lan)$/i

export function isLoopbackHost(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname)
}

/** Loopback, a private address or a local name: rules about the public web do not apply to it. */
export function isPrivateHost(url: string): boolean {
  const { hostname } = new URL(url)
  return LOOPBACK.test(hostname) || PRIVATE_ADDRESS.test(hostname) || LOCAL_NAME.test(hostname)
}
