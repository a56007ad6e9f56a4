import { createHash } from 'node:crypto'
import { hostWithoutWww } from '#shared/url.ts'
import type { BaselineFinding } from './baseline-schema.ts'

/**
 * When two findings of two crawls are the same one: the same check, on the same page, about the same things. The things are the
 * URLs that the finding objects to: the target of a link, the images, the members of a group of duplicates, the links and
 * files that a table lists. What surrounds them is no part of it, because it changes when the site does not: messages and counts,
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
}

/** The start URL of the crawl, and what its report says of one finding. */
export interface IdentifiedFinding {
  seedUrl: string
  finding: Pick<BaselineFinding, 'check' | 'pageUrl' | 'details'>
}

/** Columns of evidence tables that name what a check objects to; all others describe it or say where it stands. */
export const THING_COLUMNS = ['Target', 'As written', 'URL as written', 'File', 'Action', 'Opportunity']

export function findingIdentity({ seedUrl, finding }: IdentifiedFinding): FindingIdentity {
  const { check, pageUrl, details } = finding
  const within = (url: string) => withinSite(url, seedUrl)
  if (details.duplicateUrls !== undefined && details.duplicateUrls.length > 0) {
    // The page of a group is the one that most pages link to today, so its members stand for it.
    const members = distinct(details.duplicateUrls.map(within))
    return { fingerprint: named([check, ...members]), parts: members.map(member => named([check, member])) }
  }
  if (details.causeKeys !== undefined && details.causeKeys.length > 0) {
    const parts = distinct(details.causeKeys.map(key => named([check, String(key)])))
    // One cause is the same finding on any number of pages; several are what they are on their page.
    const [only] = parts
    const fingerprint = only !== undefined && parts.length === 1 ? only : named([check, within(pageUrl), ...parts])
    return { fingerprint, parts }
  }
  const page = within(pageUrl)
  const target = details.targetUrl === undefined ? [] : [within(details.targetUrl)]
  // Images often carry a number against caches as their query, another one with every release.
  const images = (details.imageData ?? []).map(({ src }) => withoutQuery(within(src)))
  const listed =
    target.length + images.length > 0 ? [] : listedThings(details.evidence).map(within).map(withoutFragment)
  const things = distinct([...target, ...images, ...listed])
  const parts = things.length === 0 ? [named([check, page])] : things.map(thing => named([check, page, thing]))
  return { fingerprint: named([check, page, ...things]), parts }
}

function listedThings(evidence: BaselineFinding['details']['evidence']): string[] {
  return evidence.flatMap(({ columns = [], rows = [] }) => {
    const index = columns.findIndex(column => THING_COLUMNS.includes(column))
    return index < 0 ? [] : rows.flatMap(row => row[index] ?? [])
  })
}

/** Path, query and fragment of a URL of the crawled site; everything else as it is. */
function withinSite(text: string, seedUrl: string): string {
  const url = URL.parse(text)
  const seed = URL.parse(seedUrl)
  if (!url || !seed || hostWithoutWww(url) !== hostWithoutWww(seed)) return text
  return url.pathname + url.search + url.hash
}

/** A URL of the site of one crawl, on the host of another crawl of it; every other URL as it is. */
export function movedUrl(url: string, fromSeedUrl: string, toSeedUrl: string): string {
  const within = withinSite(url, fromSeedUrl)
  return within === url ? url : (URL.parse(within, toSeedUrl)?.href ?? url)
}

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
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
