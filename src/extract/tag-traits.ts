import type { Region } from '#shared/model.ts'

/** What the name of an HTML element means for its text. */
export interface TagTrait {
  /** Region that it opens as a landmark (HTML-AAM). */
  landmark: Region | null
  /** Header and footer below it are not landmarks. */
  isSectioning: boolean
  /** Its text is not read as text: code of other kinds, choices of a field, fallbacks that are not shown. */
  isTextIgnored: boolean
  /** Text before and after it belongs to other words. */
  isBlock: boolean
  /** Its text is quoted code. */
  isCode: boolean
  /** Its name alone may change what is inherited. Most elements, blocks among them, change nothing. */
  isChanging: boolean
  /** Its text stands in a list. */
  isList: boolean
  /** What it is beside text; null for most. */
  tool: Tool | null
}

/** What a part of a page may hold beside text. */
export type Tool = 'link' | 'image' | 'media' | 'form' | 'field'

/** The traits of most elements. */
export const NO_TRAIT: TagTrait = {
  landmark: null,
  isSectioning: false,
  isTextIgnored: false,
  isBlock: false,
  isCode: false,
  isChanging: false,
  isList: false,
  tool: null,
}

const ignored =
  'script style noscript template textarea select datalist iframe noembed noframes audio video canvas object title head'
const blocks =
  'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
  'form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section ' +
  'summary table tbody td tfoot th thead tr ul video iframe'

const tagTraits: ReadonlyMap<string, TagTrait> = buildTraits()

/** By the name alone: elements of SVG that are named like one of HTML have its traits. */
export function traitOf(tagName: string): TagTrait {
  return tagTraits.get(tagName) ?? NO_TRAIT
}

function buildTraits(): Map<string, TagTrait> {
  const traits = new Map<string, TagTrait>()
  const add = (tags: string, trait: Partial<TagTrait>) => {
    for (const tag of tags.split(' ')) traits.set(tag, { ...(traits.get(tag) ?? NO_TRAIT), ...trait })
  }
  add(blocks, { isBlock: true })
  add(ignored, { isTextIgnored: true, isChanging: true })
  add('pre code kbd samp', { isCode: true, isChanging: true })
  add('article section', { isSectioning: true, isChanging: true })
  add('main', { landmark: 'main', isSectioning: true, isChanging: true })
  add('nav', { landmark: 'nav', isSectioning: true, isChanging: true })
  add('aside', { landmark: 'aside', isSectioning: true, isChanging: true })
  add('header', { landmark: 'header', isChanging: true })
  add('footer', { landmark: 'footer', isChanging: true })
  add('dialog figure form label', { isChanging: true })
  add('ul ol menu', { isList: true })
  add('a', { tool: 'link' })
  add('img', { tool: 'image' })
  add('form', { tool: 'form' })
  add('video audio iframe object embed', { tool: 'media' })
  add('input select textarea', { tool: 'field' })
  return traits
}

/** Landmark roles (WAI-ARIA 1.2, 5.3.4) as regions. */
export const roleRegions: ReadonlyMap<string, Region> = new Map([
  ['main', 'main'],
  ['navigation', 'nav'],
  ['banner', 'header'],
  ['contentinfo', 'footer'],
  ['complementary', 'aside'],
])
