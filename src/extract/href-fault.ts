import type { MalformedLinkFact } from '#shared/facts.ts'
import { MAX_TEXT } from '#shared/limits.ts'
import type { ResolvedUrl } from './resolve-url.ts'

const SINGLE_SCHEME = /^https?:\/\//i
/** What is left of `https://https://host` and `http://http//host`, and `https//host`, which has lost its colon. */
const SECOND_SCHEME = /^https?:?\/\//i
const BACKSLASH_AUTHORITY = /^(?:https?:)?(?:\\[\\/]|\/\\)/i
const AUTHORITY = /^(?:https?:)?\/\/([^/?#]*)/i

/** What is wrong with an href, null when nothing is. Some faults leave an address that can be asked, though hardly the one meant. */
export function hrefFault(raw: string, resolved: ResolvedUrl): MalformedLinkFact['why'] | null {
  if (resolved.kind === 'too-long') return 'too-long'
  if (resolved.kind === 'other-scheme') return null
  const href = raw.slice(0, MAX_TEXT).trim()
  if (SECOND_SCHEME.test(href.replace(SINGLE_SCHEME, ''))) return 'doubled-scheme'
  if (BACKSLASH_AUTHORITY.test(href)) return 'backslash-authority'
  if (resolved.kind === 'web') return null
  return /\s/.test(AUTHORITY.exec(href)?.[1]?.trim() ?? '') ? 'space-in-host' : 'unparsable'
}
