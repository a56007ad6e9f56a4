import type { PageFacts } from '#shared/facts.ts'

/** Networks show the first image; some let people choose among several. */
const MAX_PER_PAGE = 3
const NAMES: ReadonlySet<string> = new Set(['og:image', 'og:image:url'])

/** The values of og:image, distinct, the first few, as written. */
export function shareImages({ openGraph }: Pick<PageFacts, 'openGraph'>): string[] {
  const named = openGraph.filter(([property, content]) => NAMES.has(property.toLowerCase()) && content.trim() !== '')
  return [...new Set(named.map(([, content]) => content.trim()))].slice(0, MAX_PER_PAGE)
}

/** Those that are absolute http or https URLs. */
export function shareImageUrls(images: readonly string[]): string[] {
  return images.flatMap(content => {
    const url = URL.parse(content)
    return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href.replace(/#.*$/s, '') : []
  })
}
