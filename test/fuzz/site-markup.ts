import { sitePages } from '#demo-site/site.ts'
import type { Random } from '../properties/random.ts'

/** The source of every page of the demo site that has one. */
const markups: readonly string[] = sitePages.map(({ body }) => String(body)).filter(body => body.includes('<html'))

/** A real page with up to a dozen pieces of its own source moved, doubled, omitted, or cut through. */
export function mutatedSitePage(random: Random): string {
  let markup = markups[random(markups.length)] ?? ''
  for (let count = random(12); count > 0; count--) {
    const from = random(markup.length + 1)
    const piece = markup.slice(from, from + random(80))
    const at = random(markup.length + 1)
    switch (random(3)) {
      case 0:
        markup = markup.slice(0, at) + piece + markup.slice(at)
        break
      case 1:
        markup = markup.slice(0, from) + markup.slice(from + piece.length)
        break
      default:
        markup =
          markup.slice(0, at) +
          ['<', '>', '"', '</', '<!--', '\0', '&', '</p>', '<table>', '<a href='][random(10)] +
          markup.slice(at)
    }
  }
  return markup
}
