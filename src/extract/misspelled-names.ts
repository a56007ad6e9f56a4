import { attribute, attributeTokens, type ElementNode } from '#html/node.ts'
import type { MisspelledNameFact } from '#shared/element-facts.ts'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'
import { nearestWord } from '#shared/nearest-name.ts'
import { rememberedOfTexts } from '#shared/remembered.ts'
import { metaName } from './head-metadata.ts'
import type { Collector, Page } from './page.ts'
import { JSON_LD, typeOfScript } from './structured-data.ts'

/** What search engines and networks read in a head, by the attribute that names it. */
const KNOWN = {
  rel: ['alternate', 'canonical'],
  meta: [
    'description',
    'googlebot',
    'robots',
    'viewport',
    'og:description',
    'og:image',
    'og:title',
    'og:type',
    'og:url',
    'twitter:card',
    'twitter:description',
    'twitter:image',
    'twitter:title',
  ],
} as const

/** Other signs are part of names such as `twitter:image0`, which networks did read. */
const LETTERS = /^[a-z][a-z:._ -]{4,29}$/
/** Not far from one of the known names, and another name all the same. */
const OTHER_NAMES: ReadonlySet<string> = new Set(['og:site', 'og:tag', 'twitter:site'])

const knownRelationNear = rememberedOfTexts(name => nearestOf(name, KNOWN.rel))
const knownMetaNear = rememberedOfTexts(name => nearestOf(name, KNOWN.meta))

/** '' where there is none: a known name is not near itself. The first letter is hardly ever mistyped, so that `prescription` is a name of its own. */
function nearestOf(name: string, known: readonly string[]): string {
  if (known.includes(name) || OTHER_NAMES.has(name) || !LETTERS.test(name)) return ''
  const nearest = nearestWord(name, known)
  return nearest !== null && nearest[0] === name[0] ? nearest : ''
}

/** Parts of the type of JSON-LD in another order, or with other signs between them. */
const NEARLY_JSON_LD = /^[a-z]+\/(?:ld[-+._ ]?json[a-z]?|json[-+._ ]?ld)$/

/**
 * Links and meta elements of the head, and scripts anywhere, with a name that is nearly one that search engines and networks read, which
 * they therefore ignore.
 */
export function misspelledNameCollector(page: Page): Collector & {
  facts(): { misspelledNames?: MisspelledNameFact[] }
} {
  const misspelledNames: MisspelledNameFact[] = []
  return {
    tags: ['link', 'meta', 'script'],
    visit(element, around) {
      if (misspelledNames.length === MAX_FINDINGS_PER_LIST) return
      const found = misspelledIn(element, around.isInHead)
      if (found !== null) misspelledNames.push({ ...found, tag: page.tagOf(element), line: page.lineOf(element) })
    },
    facts: () => (misspelledNames.length > 0 ? { misspelledNames } : {}),
  }
}

function misspelledIn(element: ElementNode, isInHead: boolean): Found | null {
  if (element.tagName === 'script') return misspelledType(element)
  if (!isInHead) return null
  return element.tagName === 'link' ? misspelledRelation(element) : misspelledMeta(element)
}

type Found = Pick<MisspelledNameFact, 'attribute' | 'name' | 'meant'>

function misspelledRelation(element: ElementNode): Found | null {
  if (attribute(element, 'href') === null) return null
  const tokens = attributeTokens(element, 'rel').filter(token => token.length <= MAX_NAME)
  const name = tokens.find(token => knownRelationNear(token) !== '')
  if (name === undefined || tokens.includes(knownRelationNear(name))) return null
  return { attribute: 'rel', name, meant: knownRelationNear(name) }
}

function misspelledMeta(element: ElementNode): Found | null {
  if (attribute(element, 'content') === null) return null
  for (const named of ['name', 'property'] as const) {
    const name = metaName(element, named)
    const meant = knownMetaNear(name)
    if (meant !== '') return { attribute: named, name, meant }
  }
  return null
}

function misspelledType(element: ElementNode): Found | null {
  const name = typeOfScript(element)
  return name !== JSON_LD && NEARLY_JSON_LD.test(name) ? { attribute: 'type', name, meant: JSON_LD } : null
}

const MAX_NAME = 100
