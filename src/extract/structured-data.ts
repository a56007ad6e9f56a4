import { attribute, type ElementNode } from '#html/node.ts'
import type { JsonLdFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { keepJsonLdValue } from '#shared/json-ld-value.ts'
import { MAX_FINDINGS_PER_LIST, MAX_JSON_LD_BYTES } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'
import { elementText } from './element-text.ts'
import type { EnteredElement } from './entered-element.ts'
import { findJsonError } from './json-error.ts'
import { markupItemFacts } from './markup-item.ts'
import { MarkupReader } from './markup-reader.ts'
import { microdataItems } from './microdata.ts'
import type { Collector, Page } from './page.ts'
import { rdfaItems } from './rdfa.ts'

/** JSON-LD blocks, each with the position of its first syntax error. */
export function structuredDataCollector(
  page: Page,
): Collector & { facts(): Pick<PageFacts, 'jsonLd' | 'structuredImages'> } {
  const blocks: JsonLdFact[] = []
  const images = new Set<string>()
  return {
    tags: ['script'],
    visit(element) {
      if (blocks.length < MAX_FINDINGS_PER_LIST && typeOfScript(element) === JSON_LD)
        blocks.push(readBlock(element, { page, images }))
    },
    facts: () => ({ jsonLd: blocks, ...(images.size > 0 && { structuredImages: [...images] }) }),
  }
}

export const JSON_LD = 'application/ld+json'

/** Its media type without parameters, in lower case; '' when it has none. */
export function typeOfScript(script: ElementNode): string {
  const written = attribute(script, 'type')
  if (written === null || written === JSON_LD) return written ?? ''
  const type = written.slice(0, 100).split(';', 1)[0] ?? ''
  return type.trim().toLowerCase()
}

function readBlock(script: ElementNode, { page, images }: { page: Page; images: Set<string> }): JsonLdFact {
  const text = elementText(script, Number.POSITIVE_INFINITY)
  const block: JsonLdFact = { raw: cutText(text, MAX_JSON_LD_BYTES), line: page.lineOf(script), error: null, types: [] }
  try {
    const value: unknown = JSON.parse(text)
    block.types = typesIn(value)
    if (block.raw === text) keepJsonLdValue(block, value)
    if (IMAGE_NAME.test(text)) addImages(value, { page, images })
  } catch {
    block.error = errorIn(text, script, page)
  }
  return block
}

/** Line in the page's source and column in that line. */
function errorIn(text: string, script: ElementNode, page: Page): JsonLdFact['error'] {
  const found = findJsonError(text) ?? { offset: 0, message: 'Not JSON' }
  const before = text.slice(0, found.offset)
  const lineBreaks = before.split('\n').length - 1
  const column = before.length - (before.lastIndexOf('\n') + 1) + 1
  const isOnFirstLine = lineBreaks === 0
  return {
    message: found.message,
    line: script.end < 0 ? 0 : page.lineAt(script.end) + lineBreaks,
    column: isOnFirstLine && script.end >= 0 ? page.columnAt(script.end) + column - 1 : column,
  }
}

const MAX_TYPES = 100

/** Values of @type anywhere within, in document order, distinct. Iterative: nesting may be as deep as the block is long. */
function typesIn(root: unknown): string[] {
  const types = new Set<string>()
  const ahead: unknown[] = [root]
  while (ahead.length > 0 && types.size < MAX_TYPES) {
    const value = ahead.pop()
    if (typeof value !== 'object' || value === null) continue
    const isList = Array.isArray(value)
    if (!isList && Object.hasOwn(value, '@type')) addTypes(Reflect.get(value, '@type'), types)
    const inner: readonly unknown[] = isList ? value : Object.values(value)
    for (let i = inner.length - 1; i >= 0; i--) if (typeof inner[i] === 'object') ahead.push(inner[i])
  }
  return [...types]
}

function addTypes(value: unknown, types: Set<string>): void {
  for (const type of Array.isArray(value) ? value : [value])
    if (typeof type === 'string' && type !== '' && types.size < MAX_TYPES) types.add(cutText(type, MAX_TYPE_NAME))
}

const MAX_TYPE_NAME = 200

const IMAGE_NAME = /"(?:image|logo|thumbnailUrl)"/
const IMAGE_PROPERTIES = ['image', 'logo', 'thumbnailUrl'] as const
/** Images of one page: a product has a few, and a list one for each of its products. */
const MAX_IMAGES = 5
const MAX_OBJECTS = 1_000

/** URLs of the images that JSON-LD names, in document order, distinct; an image may be an object, or a list. */
function addImages(root: unknown, { page, images }: { page: Page; images: Set<string> }): void {
  const ahead: unknown[] = [root]
  for (let objects = 0; ahead.length > 0 && objects < MAX_OBJECTS && images.size < MAX_IMAGES; objects++) {
    const value = ahead.pop()
    if (typeof value !== 'object' || value === null) continue
    const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
    for (let i = inner.length - 1; i >= 0; i--) if (typeof inner[i] === 'object') ahead.push(inner[i])
    for (const name of IMAGE_PROPERTIES) {
      if (!Object.hasOwn(value, name)) continue
      for (const raw of imageUrlsIn(Reflect.get(value, name))) {
        const resolved = page.resolve(raw)
        if (resolved.kind === 'web' && images.size < MAX_IMAGES) images.add(resolved.url)
      }
    }
  }
}

/** A URL, an ImageObject, or a list of them. */
function imageUrlsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value.slice(0, MAX_IMAGES) : [value]).flatMap(each => {
    const named =
      typeof each === 'object' && each !== null ? (Reflect.get(each, 'contentUrl') ?? Reflect.get(each, 'url')) : each
    return typeof named === 'string' && named.trim() !== '' ? [named] : []
  })
}

/** Microdata and RDFa. Most pages have none, which the walk notices without a search of the source. */
export function markupItemsCollector(page: Page): {
  enter(entered: EnteredElement): void
  facts(): Pick<PageFacts, 'markupItems'>
} {
  let hasThings = false
  return {
    enter({ mayBeThing }) {
      if (mayBeThing) hasThings = true
    },
    facts: () => (hasThings ? markupItems(page) : {}),
  }
}

function markupItems(page: Page): Pick<PageFacts, 'markupItems'> {
  const { source, html } = page.document
  const hasMicrodata = /\sitemscope\b/i.test(source)
  const hasRdfa = /\stypeof\s*=/i.test(source)
  const microdata = hasMicrodata ? microdataItems(new MarkupReader(page)) : []
  const rdfa = hasRdfa ? rdfaItems(new MarkupReader(page), { baseUrl: page.baseUrl, root: html }) : []
  const items = [
    ...markupItemFacts(microdata, { page, syntax: 'microdata' }),
    ...markupItemFacts(rdfa, { page, syntax: 'rdfa' }),
  ]
  return items.length === 0 ? {} : { markupItems: items }
}
