import { hash } from 'node:crypto'
import type { PageFacts } from '#shared/facts.ts'

const LENGTH = 12
const POSITION = /:nth-of-type\(\d+\)/g
/** Generators of documents name headings and articles after their texts, so an id says nothing of the template. */
const ID = /#[\w-]+/

/** Types of schema.org of which a page is about one thing, and a template about one of them. */
const subjects: ReadonlySet<string> = new Set([
  'AboutPage',
  'Article',
  'BlogPosting',
  'Book',
  'CheckoutPage',
  'CollectionPage',
  'ContactPage',
  'Course',
  'Event',
  'FAQPage',
  'HowTo',
  'ItemPage',
  'JobPosting',
  'LocalBusiness',
  'Movie',
  'NewsArticle',
  'Product',
  'ProfilePage',
  'QAPage',
  'Recipe',
  'SearchResultsPage',
  'SoftwareApplication',
  'TechArticle',
  'VideoGame',
])

/**
 * What a document shows of the template that made it, in twelve hexadecimal digits: where its main heading stands, and what it says
 * it is. Pages of one template agree in both whatever their text is; a hash of all elements would change with every paragraph. ''
 * where a page shows neither.
 */
export function templateFingerprint({ headings, jsonLd, openGraph }: PageFacts): string {
  const heading = headings.find(({ level, isHidden }) => level === 1 && !isHidden)
  const place = heading?.path.replace(POSITION, '').replace(ID, '#') ?? ''
  const subject = jsonLd.flatMap(({ types }) => types).find(type => subjects.has(type)) ?? ''
  const kind = openGraph.find(([name]) => name === 'og:type')?.[1] ?? ''
  const shown = [place, subject, kind.trim().toLowerCase()]
  return shown.every(each => each === '') ? '' : hash('sha256', JSON.stringify(shown), 'hex').slice(0, LENGTH)
}
