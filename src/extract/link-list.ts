import type { ElementNode } from '#html/node.ts'
import type { LinkFact, MalformedLinkFact } from '#shared/element-facts.ts'
import { MAX_FINDINGS_PER_LIST, MAX_LINKS_PER_PAGE, MAX_TEXT } from '#shared/limits.ts'
import type { LinkKind } from '#shared/model.ts'
import { cutText } from './cut-text.ts'
import type { Page } from './page.ts'
import type { ResolvedUrl } from './resolve-url.ts'
import { regionOf, type Surroundings } from './surroundings.ts'

export interface Reference {
  kind: LinkKind
  /** As written. */
  raw: string
  element: ElementNode
  around: Surroundings
  text: string
  rel: string[]
}

/** All references of a page, in document order, capped. */
export interface LinkList {
  /** `known` is the resolved URL, where the caller has it. */
  add(reference: Reference, known?: ResolvedUrl): void
  /** A link of a header, without element and position. */
  addOfHeader(kind: LinkKind, raw: string): void
  /** Records an href that is malformed. Returns whether the link is still to be added. */
  addMalformed(reference: Reference, resolved: ResolvedUrl): boolean
  /** Whether the limit of links is reached. */
  isFull(): boolean
  facts(): { links: LinkFact[]; totalLinks: number; malformedLinks: MalformedLinkFact[] }
}

/** Kinds by which a reader or crawler moves on to another page. */
const PAGE_KINDS: ReadonlySet<LinkKind> = new Set(['anchor', 'area', 'frame', 'next', 'prev', 'refresh', 'canonical'])
/** Half of the limit is reserved for links to pages, so that a gallery cannot use it up. */
const MAX_RESOURCE_LINKS = MAX_LINKS_PER_PAGE / 2

type Target = Extract<ResolvedUrl, { kind: 'web' }>

export function createLinkList(page: Page): LinkList {
  const links: LinkFact[] = []
  const malformedLinks: MalformedLinkFact[] = []
  let totalLinks = 0
  let resources = 0

  const hasRoom = (kind: LinkKind): boolean => {
    if (links.length >= MAX_LINKS_PER_PAGE) return false
    return PAGE_KINDS.has(kind) || resources < MAX_RESOURCE_LINKS
  }
  /** The resolved URL of a reference that is kept. Beyond the limits it is only counted: resolving half a million takes seconds. */
  const take = ({ kind, raw }: Pick<Reference, 'kind' | 'raw'>, known?: ResolvedUrl): Target | null => {
    if (!hasRoom(kind)) {
      totalLinks++
      return null
    }
    const resolved = known ?? page.resolve(raw)
    if (resolved.kind === 'web' || resolved.kind === 'too-long') totalLinks++
    if (resolved.kind !== 'web') return null
    if (!PAGE_KINDS.has(kind)) resources++
    return resolved
  }
  return {
    add(reference, known) {
      const target = take(reference, known)
      if (!target) return
      const { kind, element, around, text, rel } = reference
      links.push({
        kind,
        url: target.url,
        fragment: target.fragment,
        text,
        rel,
        isNofollow: rel.length > 0 && rel.some(token => NOFOLLOW.has(token)),
        region: around.region,
        path: page.pathOf(element),
        line: page.lineOf(element),
      })
    },
    addOfHeader(kind, raw) {
      const target = take({ kind, raw })
      if (!target) return
      links.push({
        kind,
        url: target.url,
        fragment: target.fragment,
        text: '',
        rel: [],
        isNofollow: false,
        region: 'head',
        path: '',
        line: 0,
      })
    },
    addMalformed({ raw, element, around }, resolved) {
      const why = hrefProblem(raw, resolved)
      if (why === null) return true
      if (malformedLinks.length < MAX_FINDINGS_PER_LIST) {
        const place = { ...regionOf(around), path: page.pathOf(element), line: page.lineOf(element) }
        malformedLinks.push({ href: cutText(raw), why, ...place })
      }
      // `https://https://host` has the host "https": reported once, not requested.
      return !(why === 'doubled-scheme' && resolved.kind === 'web' && SCHEME_AS_HOST.test(resolved.url))
    },
    isFull: () => links.length >= MAX_LINKS_PER_PAGE,
    facts: () => ({ links, totalLinks, malformedLinks }),
  }
}

const SCHEME_AS_HOST = /^https?:\/\/https?\//

const NOFOLLOW = new Set(['nofollow', 'ugc', 'sponsored'])

/** `https://https://host` and `http://http//host`, and `https//host`, which has lost its colon. */
const DOUBLED_SCHEME = /^https?(?:\/\/|:\/\/https?:?\/\/)/i
const BACKSLASH_AUTHORITY = /^(?:https?:)?(?:\\[\\/]|\/\\)/i
const AUTHORITY = /^(?:https?:)?\/\/([^/?#]*)/i

/** What is wrong with an href; null when nothing is. Some problems leave a URL that can be requested but is hardly intended. */
function hrefProblem(raw: string, resolved: ResolvedUrl): MalformedLinkFact['why'] | null {
  if (resolved.kind === 'too-long') return 'too-long'
  if (resolved.kind === 'other-scheme') return schemeProblem(raw)
  if (resolved.kind === 'web' && startsPlainly(raw)) return null
  const href = raw.slice(0, MAX_TEXT).trim()
  if (DOUBLED_SCHEME.test(href)) return 'doubled-scheme'
  if (BACKSLASH_AUTHORITY.test(href)) return 'backslash-authority'
  if (resolved.kind === 'web') return null
  return /\s/.test(AUTHORITY.exec(href)?.[1]?.trim() ?? '') ? 'space-in-host' : 'unparsable'
}

/** `htp`, `htpps`, `ttps`, `hhtp`: letters of http and https in about their order. */
const MISSPELLED_WEB =
  /^(?:h{0,2}t{1,3}p{1,2}s{0,2}|h{1,2}t{1,3}s?|h{1,2}pt{1,2}s?|htt?sp?|hhttps?|htpt?ps?|http[a-z])$/
const NO_RECIPIENT = /^(?:mailto|tel|sms):(?:\/\/)?\s*$/i
const LONGEST_SCHEME = 20

/** What is wrong with an href that is no http(s) URL. */
function schemeProblem(raw: string): MalformedLinkFact['why'] | null {
  const href = raw.slice(0, MAX_TEXT).trim()
  const end = href.indexOf(':')
  if (end < 1 || end > LONGEST_SCHEME) return null
  const scheme = href.slice(0, end).toLowerCase()
  if (scheme === 'file') return 'local-file'
  if (NO_RECIPIENT.test(href)) return 'no-recipient'
  return MISSPELLED_WEB.test(scheme) && href.startsWith('//', end + 1) ? 'misspelled-scheme' : null
}

const [SLASH, BACKSLASH, LETTER_H] = [0x2f, 0x5c, 0x68]

/** The common case: no blanks and no start of a problem, so that nothing is searched for. */
function startsPlainly(raw: string): boolean {
  const code = raw.charCodeAt(0)
  if (code === SLASH) return raw.charCodeAt(1) !== BACKSLASH
  return code > 0x20 && code < 0x7f && code !== BACKSLASH && (code | 0x20) !== LETTER_H
}
