import type { PageFacts } from './facts.ts'

/**
 * What few pages have, and checks of the whole site look for. Each is a bit of a page's row, so that the facts of all other pages need
 * not be read, which are some ten kilobytes a page.
 */
export type PageTrait = keyof typeof hasTrait

const hasTrait = {
  refresh: ({ refresh }: PageFacts) => refresh !== null,
  hreflang: ({ hreflangs }: PageFacts) => hreflangs.length > 0,
  breadcrumbs: hasBreadcrumbs,
  structuredImages: ({ structuredImages = [] }: PageFacts) => structuredImages.length > 0,
  fileFormat: ({ fileFormat }: PageFacts) => fileFormat !== undefined,
  accessibilityViolations: ({ rendering }: PageFacts) =>
    rendering?.isRendered === true && (rendering.audit?.violations?.length ?? 0) > 0,
  botChallenge: ({ isBotChallenge }: PageFacts) => isBotChallenge,
  metaPolicies: ({ metaPolicies }: PageFacts) => metaPolicies !== undefined,
}

/** The position of a trait is its bit, also in stored crawls: new ones are added at the end. */
const traits: readonly PageTrait[] = [
  'refresh',
  'hreflang',
  'breadcrumbs',
  'structuredImages',
  'fileFormat',
  'accessibilityViolations',
  'botChallenge',
  'metaPolicies',
]

/** All traits of a page, as one number. */
export function traitsOf(facts: PageFacts): number {
  return traits.reduce((mask, trait) => (hasTrait[trait](facts) ? mask | traitBit(trait) : mask), 0)
}

export function traitBit(trait: PageTrait): number {
  return 1 << traits.indexOf(trait)
}

/** An item of the structured data is a list of breadcrumbs, by whatever prefix of its type. */
export function hasBreadcrumbs({ jsonLd, markupItems = [] }: Pick<PageFacts, 'jsonLd' | 'markupItems'>): boolean {
  const isList = (type: string) => type.endsWith('BreadcrumbList')
  return jsonLd.some(({ types }) => types.some(isList)) || markupItems.some(({ types }) => types.some(isList))
}
