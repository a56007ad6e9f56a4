import { hash } from 'node:crypto'
import type { MovedUrl } from '#shared/path-map.ts'
import { rememberedOfTexts } from '#shared/remembered.ts'
import { hostWithoutWww } from '#shared/url.ts'

/**
 * When two findings of two crawls are the same one: the same check, on the same page, about the same things. The things are the
 * URLs that the finding objects to: the target of a link, the images, the links and files that a table lists. A cause stands for
 * itself, and so does the text of duplicates; other lists of pages are known by their pages. What surrounds them is no part of it, because it changes when the site does not: messages and counts,
 * lines and paths of elements, excerpts, attempts and redirects on the way, who links there, times and ids.
 *
 * URLs of the site are taken relative to the origin of the crawl's start URL (`www.` aside), so that a crawl of a
 * staging host, or of a server on another port, compares with one of production.
 */
export interface FindingIdentity {
  /** Names the finding: the same in every crawl that finds the same, whatever the order of its things. Hexadecimal. */
  fingerprint: string
  /** One name per thing: a finding is new as soon as one of them is, and none the newer when it has lost some. */
  parts: string[]
  /** The parts are pages with one cause between them: one of them is enough to be the same finding, which may grow and shrink. */
  isList: boolean
}

/** What is read of the details of a finding. */
export interface IdentifyingDetails {
  title?: string | undefined
  description?: string | undefined
  h1?: string | undefined
  targetUrl?: string | undefined
  imageData?: readonly { src: string }[] | undefined
  affectedUrls?: readonly string[] | undefined
  duplicateUrls?: readonly string[] | undefined
  causeKeys?: readonly number[] | undefined
  evidence: readonly { kind: string; columns?: readonly string[] | undefined; rows?: readonly string[][] | undefined }[]
}

/** The start URL of the crawl, and what its report says of one finding. */
export interface IdentifiedFinding {
  seedUrl: string
  /** Where the crawl that it is compared with has the URLs of this one, with its start URL as `seedUrl`; not where they are the same. */
  moved?: MovedUrl | undefined
  finding: { check: string; pageUrl: string; details: IdentifyingDetails }
}

/** Columns of evidence tables that name what a check objects to; all others describe it or say where it stands. */
export const THING_COLUMNS = ['Target', 'As written', 'URL as written', 'File', 'Action', 'Opportunity']

export function findingIdentity({ seedUrl, moved, finding }: IdentifiedFinding): FindingIdentity {
  const { check, pageUrl, details } = finding
  const within = (url: string) => withinSite(moved ? moved(url) : url, seedUrl)
  const { duplicateUrls = [], title, description, h1 } = details
  const text = title ?? description ?? h1
  if (duplicateUrls.length > 0 && text !== undefined) {
    const fingerprint = named([check, text])
    return { fingerprint, parts: [fingerprint], isList: false }
  }
  const pages = duplicateUrls.length > 0 ? duplicateUrls : listedPages(finding)
  if (pages.length > 0) {
    // The page that a list is shown under is another one as links change, so any page stands for it.
    const members = distinct(pages.map(within))
    const parts = members.map(member => named([check, member]))
    return { fingerprint: parts[0] ?? named([check]), parts, isList: true }
  }
  if (details.causeKeys !== undefined && details.causeKeys.length > 0) {
    const parts = distinct(details.causeKeys.map(key => named([check, String(key)])))
    // One cause is the same finding on any number of pages; several are what they are on their page.
    const [only] = parts
    const fingerprint = only !== undefined && parts.length === 1 ? only : named([check, within(pageUrl), ...parts])
    return { fingerprint, parts, isList: false }
  }
  const page = within(pageUrl)
  const target = details.targetUrl === undefined ? [] : [within(details.targetUrl)]
  // Images often carry a number against caches as their query, another one with every release.
  const images = (details.imageData ?? []).map(({ src }) => withoutQuery(within(src)))
  const listed =
    target.length + images.length > 0 ? [] : listedThings(details.evidence).map(within).map(withoutFragment)
  const things = distinct([...target, ...images, ...listed])
  const fingerprint = named([check, page, ...things])
  const parts = things.length < 2 ? [fingerprint] : things.map(thing => named([check, page, thing]))
  return { fingerprint, parts, isList: false }
}

/** Of one finding about several pages that is about no other URL; none of other findings. */
function listedPages({ pageUrl, details }: IdentifiedFinding['finding']): readonly string[] {
  const { targetUrl, imageData = [], causeKeys = [], affectedUrls = [] } = details
  const isAboutOther = targetUrl !== undefined || imageData.length + causeKeys.length > 0
  return !isAboutOther && affectedUrls.length > 1 && affectedUrls.includes(pageUrl) ? affectedUrls : []
}

function listedThings(evidence: IdentifyingDetails['evidence']): string[] {
  return evidence.flatMap(({ columns = [], rows = [] }) => {
    const index = columns.findIndex(column => THING_COLUMNS.includes(column))
    return index < 0 ? [] : rows.flatMap(row => row[index] ?? [])
  })
}

/** Path, query and fragment of a URL of the crawled site; everything else as it is. */
function withinSite(text: string, seedUrl: string): string {
  const url = URL.parse(text)
  if (!url || hostWithoutWww(url) !== siteOf(seedUrl)) return text
  return url.pathname + url.search + url.hash
}

const siteOf = rememberedOfTexts((seedUrl): string | null => {
  const seed = URL.parse(seedUrl)
  return seed && hostWithoutWww(seed)
})

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '')
}

function distinct(things: readonly string[]): string[] {
  return [...new Set(things)].sort()
}

/** Half of a SHA-256: enough for no two findings to share it by accident. */
function named(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32)
}
