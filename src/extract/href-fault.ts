import type { MalformedLinkFact } from '#shared/facts.ts'
import { MAX_TEXT } from '#shared/limits.ts'
import type { ResolvedUrl } from './resolve-url.ts'

/** `https://https://host` and `http://http//host`, and `https//host`, which has lost its colon. */
const DOUBLED_SCHEME = /^https?(?:\/\/|:\/\/https?:?\/\/)/i
const BACKSLASH_AUTHORITY = /^(?:https?:)?(?:\\[\\/]|\/\\)/i
const AUTHORITY = /^(?:https?:)?\/\/([^/?#]*)/i

/** What is wrong with an href, null when nothing is. Some faults leave an address that can be asked, though hardly the one meant. */
export function hrefFault(raw: string, resolved: ResolvedUrl): MalformedLinkFact['why'] | null {
  if (resolved.kind === 'too-long') return 'too-long'
  if (resolved.kind === 'other-scheme' || (resolved.kind === 'web' && startsPlainly(raw))) return null
  const href = raw.slice(0, MAX_TEXT).trim()
  if (DOUBLED_SCHEME.test(href)) return 'doubled-scheme'
  if (BACKSLASH_AUTHORITY.test(href)) return 'backslash-authority'
  if (resolved.kind === 'web') return null
  return /\s/.test(AUTHORITY.exec(href)?.[1]?.trim() ?? '') ? 'space-in-host' : 'unparsable'
}

const [SLASH, BACKSLASH, LETTER_H] = [0x2f, 0x5c, 0x68]

/** Neither with blanks, nor with anything that a fault begins with: so do nearly all, and nothing in them need be searched. */
function startsPlainly(raw: string): boolean {
  const code = raw.charCodeAt(0)
  if (code === SLASH) return raw.charCodeAt(1) !== BACKSLASH
  return code > 0x20 && code < 0x7f && code !== BACKSLASH && (code | 0x20) !== LETTER_H
}
