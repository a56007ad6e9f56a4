import type { NearPage } from '#shared/page-detail.ts'
import { hostWithoutWww } from '#shared/url.ts'
import type { ReadingStore } from '#store/store.ts'

const MAX_NEAR = 8
const NEIGHBOURS_A_SIDE = 12
const MAX_ANCESTORS = 6

/** Pages of a crawl whose URL is nearly the one that it does not know, the likeliest first; at the least its start page. */
export async function nearPages(
  reading: Pick<ReadingStore, 'linkTargets' | 'neighbours'>,
  { crawlId, seedUrl, url }: { crawlId: number; seedUrl: string; url: string },
): Promise<NearPage[]> {
  const [variants, above] = [spellings(url), ancestors(url)]
  const known = await reading.linkTargets(crawlId, [...variants, ...above, seedUrl])
  const visited = (urls: readonly string[]) =>
    urls.flatMap(each => known.get(each) ?? []).filter(target => !target.isExternal && target.skipReason === null)
  const neighbours = await reading.neighbours(crawlId, url, NEIGHBOURS_A_SIDE)
  const near = [...visited(variants), ...byLikeness([...visited(above), ...neighbours], url)]
  const found = near.length > 0 ? near : visited([seedUrl])
  const distinct = new Map(found.map(each => [each.url, { url: each.url, statusCode: each.statusCode }]))
  return [...distinct.values()].slice(0, MAX_NEAR)
}

/** The same URL as people also write it: slash at the end, www, http, no parameters, small letters. */
export function spellings(text: string): string[] {
  const url = URL.parse(text)
  if (!url) return []
  const found = new Set<string>()
  for (const hasQuery of [true, false])
    for (const isLower of [false, true])
      for (const protocol of [url.protocol, url.protocol === 'https:' ? 'http:' : 'https:'])
        for (const host of [url.host, otherHost(url)])
          for (const hasSlash of [url.pathname.endsWith('/'), !url.pathname.endsWith('/')]) {
            const bare = url.pathname.replace(/\/$/, '')
            const path = hasSlash || bare === '' ? `${bare}/` : bare
            found.add(`${protocol}//${host}${isLower ? path.toLowerCase() : path}${hasQuery ? url.search : ''}`)
          }
  found.delete(text)
  return [...found]
}

function otherHost(url: URL): string {
  return url.host.startsWith('www.') ? hostWithoutWww(url) : `www.${url.host}`
}

/** The URLs above it, nearest first, with and without a slash at the end. */
function ancestors(text: string): string[] {
  const url = URL.parse(text)
  if (!url) return []
  const segments = url.pathname.split('/').filter(Boolean)
  return segments.slice(0, MAX_ANCESTORS).flatMap((_, index) => {
    const path = segments.slice(0, segments.length - 1 - index).join('/')
    return path === '' ? [`${url.origin}/`] : [`${url.origin}/${path}/`, `${url.origin}/${path}`]
  })
}

/** Those that share more than the host, or stand at its top; the ones with the longest common beginning first. */
function byLikeness<Found extends { url: string }>(found: readonly Found[], url: string): Found[] {
  const top = `${URL.parse(url)?.origin ?? ''}/`
  return found
    .map(each => ({ each, likeness: commonBeginning(each.url, url) }))
    .filter(({ each, likeness }) => likeness > top.length || each.url === top)
    .sort((one, other) => other.likeness - one.likeness || (one.each.url < other.each.url ? -1 : 1))
    .map(({ each }) => each)
}

function commonBeginning(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
