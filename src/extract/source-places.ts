import type { JsonLdFact, MarkupItemFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'

/** An element somewhere in a document. */
interface Placed {
  line: number
  tag?: string
  path?: string
}

/**
 * Gives the facts of a rendered document the lines and tags of the source: those of an equal element, first at the same path, then
 * anywhere. Line 0 marks an element that scripts made.
 */
export function withSourcePlaces(drawn: PageFacts, raw: PageFacts): PageFacts {
  return {
    ...drawn,
    titles: withLines(drawn.titles, raw.titles),
    metaDescriptions: withLines(drawn.metaDescriptions, raw.metaDescriptions),
    robotsDirectives: withLines(drawn.robotsDirectives, raw.robotsDirectives),
    canonicals: withLines(drawn.canonicals, raw.canonicals),
    hreflangs: withLines(drawn.hreflangs, raw.hreflangs),
    headings: withLines(drawn.headings, raw.headings),
    images: withLines(drawn.images, raw.images),
    links: withLines(drawn.links, raw.links),
    malformedLinks: withLines(drawn.malformedLinks, raw.malformedLinks),
    uncrawlableLinks: withLinesInPlace(drawn.uncrawlableLinks, raw.uncrawlableLinks),
    namelessLinks: withLinesInPlace(drawn.namelessLinks, raw.namelessLinks),
    namelessButtons: withLinesInPlace(drawn.namelessButtons, raw.namelessButtons),
    unlabelledFields: withLinesInPlace(drawn.unlabelledFields, raw.unlabelledFields),
    jsonLd: blocksWithLines(drawn.jsonLd, raw.jsonLd),
    ...(drawn.markupItems && { markupItems: itemsWithLines(drawn.markupItems, raw.markupItems ?? []) }),
    ...(drawn.misspelledNames && {
      misspelledNames: withLines(drawn.misspelledNames, raw.misspelledNames ?? []),
    }),
    ...(drawn.refusedValues && { refusedValues: withLines(drawn.refusedValues, raw.refusedValues ?? []) }),
    forms: withLines(drawn.forms, raw.forms),
    lostHeadTags: withLines(drawn.lostHeadTags, raw.lostHeadTags),
    refresh: drawn.refresh && (withLines([drawn.refresh], raw.refresh ? [raw.refresh] : [])[0] ?? null),
  }
}

/** The position of a syntax error is also one of the source. */
function blocksWithLines(drawn: readonly JsonLdFact[], raw: readonly JsonLdFact[]): JsonLdFact[] {
  return drawn.map(block => {
    const source = raw.find(each => each.raw === block.raw)
    return source ?? { ...block, line: 0, error: block.error && { ...block.error, line: 0 } }
  })
}

function itemsWithLines(drawn: readonly MarkupItemFact[], raw: readonly MarkupItemFact[]): MarkupItemFact[] {
  return drawn.map(item => ({ ...item, line: raw.find(each => each.raw === item.raw)?.line ?? 0 }))
}

/** For facts that only their path identifies. */
function withLinesInPlace<T extends Placed>(drawn: readonly T[], raw: readonly T[]): T[] {
  return withLines(drawn, raw, new Unmatched<T>([], keyAnywhere))
}

function withLines<T extends Placed>(
  drawn: readonly T[],
  raw: readonly T[],
  anywhere: Unmatched<T> = new Unmatched(raw, keyAnywhere),
): T[] {
  const inPlace = new Unmatched(raw, keyInPlace)
  const taken = new Set<T>()
  // Elements that stayed in place come first, so that a moved one does not take their line.
  const stayed = drawn.map(each => inPlace.take(each, taken))
  return drawn.map((each, index) => {
    const source = stayed[index] ?? anywhere.take(each, taken)
    if (!source) return { ...each, line: 0 }
    return source.tag === undefined ? { ...each, line: source.line } : { ...each, line: source.line, tag: source.tag }
  })
}

/** Facts of the source by key, in order, each taken once. */
class Unmatched<T extends Placed> {
  readonly #byKey = new Map<string, T[]>()
  readonly #keyOf: (fact: T) => string

  constructor(facts: readonly T[], keyOf: (fact: T) => string) {
    this.#keyOf = keyOf
    // Taken from the end.
    for (const fact of facts.toReversed()) {
      const key = keyOf(fact)
      const equal = this.#byKey.get(key)
      if (equal) equal.push(fact)
      else this.#byKey.set(key, [fact])
    }
  }

  take(like: T, taken: Set<T>): T | undefined {
    const equal = this.#byKey.get(this.#keyOf(like)) ?? []
    for (let fact = equal.pop(); fact; fact = equal.pop()) {
      if (taken.has(fact)) continue
      taken.add(fact)
      return fact
    }
    return undefined
  }
}

/** Without tags, which the browser serialises differently. */
function keyInPlace({ line: _, tag: __, swallowedBy: ___, ...rest }: Placed & { swallowedBy?: unknown }): string {
  return JSON.stringify(rest)
}

function keyAnywhere({ line: _, tag: __, path: ___, ...rest }: Placed): string {
  return JSON.stringify(rest)
}
