import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteFinding } from '../check.ts'

/** Places that are looked at: a template names an image everywhere in the same way. */
const MAX_PLACES = 10

/**
 * The src of an `img` for which a broken URL is only a candidate in srcset, if that src loads; null if the broken URL is what is shown
 * somewhere, or if that is not known. A browser that chooses a `source` of a picture does not fall back.
 */
export async function fallbackOf(site: SiteFacts, { url, evidence = [] }: SiteFinding): Promise<string | null> {
  const places = evidence.flatMap(each => (each.kind === 'places' ? each.places : []))
  let fallback: string | null = null
  for (const place of places.slice(0, MAX_PLACES)) {
    const facts = await site.factsOf(place.sourceUrl)
    const image = facts?.images.find(({ path }) => path === place.path)
    if (!image || image.src === null || image.src === url || LAZY_SOURCE.test(image.tag)) return null
    fallback ??= image.src
  }
  const target = fallback === null ? null : await site.target(fallback)
  return target?.finalStatus === 200 ? fallback : null
}

/** Then the URL may be what a script puts into src. */
const LAZY_SOURCE = /\sdata-(?:lazy-)?(?:src|original)[\s=]/i
